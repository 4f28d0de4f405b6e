# OpenBench builds with `make EXE=name CC=… [EVALFILE=net]`; CC means nothing here.
EXE ?= sente

export CGO_ENABLED := 0

ifeq ($(OS),Windows_NT)
  SUFFIX := .exe
else
  SUFFIX :=
  # The faster instructions, where this machine has them.
  HAS_V3 := $(shell for flag in avx2 bmi2 fma movbe abm; do \
    grep -qw $$flag /proc/cpuinfo 2>/dev/null || exit; done; echo yes)
  ifeq ($(HAS_V3),yes)
    export GOAMD64 ?= v3
  endif
endif

# With slashes, as sh and go know them on Windows too.
BINARY := $(patsubst %.exe,%,$(subst \,/,$(EXE)))$(SUFFIX)
# RUN starts it. Paths may have spaces, which make's own functions for paths split.
RUN := b="$(BINARY)"; case "$$b" in */*) ;; *) b="./$$b" ;; esac; "$$b"

.PHONY: all pgo bench test api perft lint cross platforms release image soak clean help

# EVALFILE=net is built in instead of the network that the repository holds, which stays as it is.
ifneq ($(EVALFILE),)
  OVERLAY := $(BINARY).overlay.json
  BUILDFLAGS := -overlay "$(OVERLAY)"
endif

# A network that is no good ends the build: the engine would panic. A build for another system
# cannot be tried here. Without EVALFILE only go is called, as make may have no sh.
all: ## build $(EXE) for this machine (the default); EVALFILE=net builds another network in
ifneq ($(EVALFILE),)
	@test -f "$(EVALFILE)" || { echo "there is no network $(EVALFILE)" >&2; exit 1; }
	@mkdir -p "$$(dirname "$(BINARY)")"
	printf '{"Replace": {"eval/nnue/net/default.nnue": "%s"}}\n' \
		"$(subst \,/,$(EVALFILE))" > "$(OVERLAY)"
endif
	go build -trimpath $(BUILDFLAGS) -o "$(BINARY)" ./cmd/engine$(if $(OVERLAY),; built=$$?; \
		rm -f "$(OVERLAY)"; exit $$built)
ifneq ($(EVALFILE),)
	@test "$$(go env GOOS GOARCH)" != "$$(go env GOHOSTOS GOHOSTARCH)" || \
		{ $(RUN) bench 1 > /dev/null; } || { rm -f "$(BINARY)"; \
		echo "the engine does not start here, or can't use the network $(EVALFILE)" >&2; exit 1; }
endif

pgo: ## measure cmd/engine/default.pgo anew
	GODEBUG=asyncpreemptoff=1 go test ./search -run '^TestBenchSignature$$' -count 8 \
		-cpuprofile cmd/engine/default.pgo -o search.test
	rm -f search.test

bench: all ## nodes and speed of the search
	@$(RUN) bench

test: ## all tests
	go test -count=1 ./...

perft: ## node counts to every known depth, a long run
	go test ./tests/perft -long -timeout 0 -v

api: ## record the names that the packages export, after a change that is meant
	go test ./tests/api -update

lint: ## gofmt, vet, staticcheck
	@files=$$(gofmt -l .) && test -z "$$files" || \
		{ echo "gofmt wants to change:"; echo "$$files"; exit 1; }
	go vet ./...
	go tool staticcheck ./...

platforms: ## build and vet everything for all eleven platforms
	env -u GOAMD64 go run ./internal/release -check

cross: ## the engine for every platform, into dist/
	env -u GOAMD64 go run ./internal/release -binaries

release: ## archives, checksums, licences and bill of materials, into dist/
	env -u GOAMD64 go run ./internal/release

image: ## build the container image from a local Go, and run it; needs buildah
	tests/integration/image.sh

# OPPONENTS are UCI programs that must be there. Without it those of stockfish, toga2 and glaurung
# play that are on the PATH or, as in Debian, in /usr/games; the packages have the same names.
GAMES ?= 10000
TC ?= 1+0.01
FASTCHESS ?= fastchess
OPPONENTS ?=

soak: all ## many fast games, and a table of faults: GAMES=10000 TC=1+0.01 FASTCHESS=fastchess
	PATH="$$PATH:/usr/games" tests/integration/soak.sh "$(BINARY)" \
		"$(FASTCHESS)" "$(GAMES)" "$(TC)" $(OPPONENTS)

clean: ## remove what the other targets made
	go clean
	rm -rf dist "$(BINARY)"

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { print $$1 "\t" $$2 }' $(MAKEFILE_LIST)
