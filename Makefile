# OpenBench builds with `make EXE=name CC=… [EVALFILE=net]`; CC means nothing here.
EXE ?= sente
VERSION := $(shell sed -n 's/^const version = "\(.*\)"/\1/p' cmd/engine/version.go)

export CGO_ENABLED := 0

ifeq ($(OS),Windows_NT)
  SUFFIX := .exe
else
  SUFFIX :=
  # The faster instructions, where this machine has them.
  HAS_V3 := $(shell grep -qw avx2 /proc/cpuinfo 2>/dev/null && grep -qw bmi2 /proc/cpuinfo && echo yes)
  ifeq ($(HAS_V3),yes)
    export GOAMD64 ?= v3
  endif
endif

BINARY := $(patsubst %.exe,%,$(EXE))$(SUFFIX)

# os-architecture[-level]
PLATFORMS := linux-amd64 linux-amd64-v3 linux-arm64 linux-arm linux-386 \
	windows-amd64 windows-amd64-v3 windows-arm64 darwin-amd64 darwin-arm64 freebsd-amd64

.PHONY: all net pgo bench test perft lint cross release clean help $(PLATFORMS)

all: net ## build $(EXE) for this machine (the default)
	go build -trimpath -o $(BINARY) ./cmd/engine

net:
ifneq ($(EVALFILE),)
	cp "$(EVALFILE)" eval/nnue/net/default.nnue
endif

pgo: ## measure cmd/engine/default.pgo anew
	go test ./search -run '^TestBenchSignature$$' -count 5 -cpuprofile cmd/engine/default.pgo -o search.test
	rm -f search.test

bench: all ## nodes and speed of the search
	./$(BINARY) bench

test: ## all tests
	go test ./...

perft: ## node counts to every known depth, a long run
	go test ./tests/perft -long -timeout 0 -v

lint: ## gofmt, vet, staticcheck
	test -z "$$(gofmt -l .)"
	go vet ./...
	go tool staticcheck ./...

cross: $(PLATFORMS) ## binaries for every platform, into dist/

$(PLATFORMS):
	GOOS=$(word 1,$(subst -, ,$@)) GOARCH=$(word 2,$(subst -, ,$@)) GOAMD64=$(or $(word 3,$(subst -, ,$@)),v1) \
		go build -trimpath -o dist/sente-v$(VERSION)-$@/sente$(if $(findstring windows,$@),.exe) ./cmd/engine

release: cross ## archives and SHA256SUMS, into dist/
	cd dist && rm -f *.tar.gz *.zip SHA256SUMS && for d in sente-v$(VERSION)-*/; do d=$${d%/}; \
		cp ../LICENSE ../README.md ../CHANGELOG.md ../AUTHORS ../CITATION.cff $$d/; \
		case $$d in *windows*) zip -qr $$d.zip $$d;; *) tar czf $$d.tar.gz $$d;; esac; done
	cd dist && sha256sum *.tar.gz *.zip > SHA256SUMS

clean: ## remove what the other targets made
	go clean
	rm -rf dist $(BINARY)

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST)
