# BASE is an image with Go and a shell. tests/integration/image.sh makes one from a local Go.
ARG BASE=docker.io/library/golang:1.26
FROM ${BASE} AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG GOAMD64=v1
RUN CGO_ENABLED=0 GOAMD64=$GOAMD64 go build -trimpath -o /sente ./cmd/engine

FROM scratch
COPY --from=build /sente /sente
COPY LICENSE /LICENSE
ENTRYPOINT ["/sente"]
