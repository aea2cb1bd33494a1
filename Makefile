SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.PHONY: help run build assets test check lint verify-tiles bench fuzz release clean

GO      ?= go
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS  = -s -w -X main.version=$(VERSION)

# Pinned, and run through the module cache: nothing is installed into the system.
GOFUMPT     = $(GO) run mvdan.cc/gofumpt@v0.12.0
STATICCHECK = $(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

run: build ## build everything and serve the map at http://localhost:8080
	./bin/servicemap serve

build: assets ## build bin/servicemap
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o bin/servicemap ./cmd/servicemap

# npm packages, from the lock file.
node_modules/.package-lock.json: package.json package-lock.json sdk/package.json
	npm ci --no-audit --no-fund
	@touch $@

# Boundaries of countries and states, cut out of Natural Earth.
PROVINCES = internal/region/data/provinces.bin
$(PROVINCES): internal/region/gen/main.go internal/region/encode.go go.mod
	$(GO) run ./internal/region/gen -out $@

# Empties a directory but for the placeholder that go:embed needs.
empty = find $(1) -mindepth 1 ! -name .keep -delete

sources = $(filter-out %_test.go,$(wildcard $(1)))

# The map: its style, what browsers load to draw it, the built-in overview.
STYLE    = internal/style/dist/light-de.json
BROWSER  = internal/assets/dist/index.json
OVERVIEW = internal/tiles/dist/overview.pmtiles

$(STYLE): node_modules/.package-lock.json $(wildcard internal/style/build/*)
	$(call empty,$(@D))
	node internal/style/build/build.mjs $(@D)

$(BROWSER): node_modules/.package-lock.json internal/style/build/fonts.json $(call sources,internal/assets/build/*.go internal/assets/glyphs/*.go internal/assets/pack/*.go)
	$(call empty,$(@D))
	$(GO) run ./internal/assets/build -o $(@D)

$(OVERVIEW): node_modules/.package-lock.json $(call sources,internal/basemap/*.go internal/basemap/build/*.go) internal/tiles/writer.go internal/tiles/directory.go
	$(GO) run ./internal/basemap/build -o $@

# The browser SDK.
SDK = internal/sdk/dist/index.json
$(SDK): node_modules/.package-lock.json sdk/build.mjs $(shell find sdk/src -type f) internal/sdk/build/main.go $(wildcard internal/assets/pack/*.go)
	rm -rf build/sdk
	node sdk/build.mjs build/sdk
	$(call empty,$(@D))
	$(GO) run ./internal/sdk/build -from build/sdk -o $(@D)

# Scripts, style sheets and icons of the pages.
SITE = internal/site/dist/index.json
$(SITE): node_modules/.package-lock.json $(wildcard internal/site/build/*.go internal/site/ts/*.ts internal/site/css/*.css internal/site/static/*) sdk/src/types.ts $(wildcard internal/assets/pack/*.go)
	$(call empty,$(@D))
	$(GO) run ./internal/site/build -o $(@D)

assets: node_modules/.package-lock.json $(PROVINCES) $(STYLE) $(BROWSER) $(OVERVIEW) $(SDK) $(SITE) ## what is generated and embedded

test: assets lint ## all tests
	scripts/test-deps
	$(GO) test -race -timeout 20m ./...

check: test ## format, lint, vet, test

lint: assets ## format, vet, staticcheck
	@out=$$($(GOFUMPT) -l cmd internal); if [ -n "$$out" ]; then echo "not formatted (gofumpt -w):"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	$(STATICCHECK) ./...
	npm run --silent check -w sdk
	node_modules/.bin/tsc -p internal/site/ts

verify-tiles: assets ## let the reference PMTiles tool judge the built-in overview
	cd scripts/pmtiles && $(GO) tool go-pmtiles verify $(CURDIR)/$(OVERVIEW)

bench: ## the tables of docs/BENCHMARKS.md, against PostGIS, SQLite and Bleve (takes a while)
	$(GO) run ./internal/bench

fuzz: assets ## every fuzz test for FUZZTIME (default 10s)
	scripts/fuzz

release: assets ## static binaries for all platforms with checksums, in build/release
	VERSION=$(VERSION) scripts/release

clean: ## remove what was built
	rm -rf bin build
