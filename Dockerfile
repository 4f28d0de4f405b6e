# BASE is an image with Go and a shell. tests/integration/image.sh makes one from a local Go.
ARG BASE=docker.io/library/golang:1.26
FROM ${BASE} AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG GOAMD64=v1
RUN CGO_ENABLED=0 GOAMD64=$GOAMD64 go build -trimpath -o /sente ./cmd/engine
# The licences of the code in it are the same on all platforms.
RUN go run ./internal/release -out /release -platforms linux-amd64

FROM scratch
COPY --from=build /sente /sente
COPY --from=build /release/LICENSES.txt /LICENSES.txt
COPY LICENSE /LICENSE
ENTRYPOINT ["/sente"]
