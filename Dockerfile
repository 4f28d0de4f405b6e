FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -o /sente ./cmd/engine

FROM scratch
COPY --from=build /sente /sente
COPY LICENSE /LICENSE
ENTRYPOINT ["/sente"]
