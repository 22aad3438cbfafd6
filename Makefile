# Homepwner: every target installs what it needs (as root, or through sudo).
#   make demo     a sample inventory and its reports in every format
#   make test     all tests: unit, snapshot, conformance, end to end, browser
#   make bench    comparisons with peers, printed as ratios
#   make lint     format and style; fails on any finding
#   make install PREFIX=/usr/local
PREFIX ?= /usr/local
SWIFT_BUILD = swift build -c release --static-swift-stdlib -Xswiftc -use-ld=lld
HOMEPWNER = .build/release/homepwner

.PHONY: build demo test bench lint format install deps clean unit end-to-end browser
.DEFAULT_GOAL := build

deps:
	@Scripts/deps.sh

build: deps
	@$(SWIFT_BUILD) --product homepwner

demo: build
	@Scripts/demo.sh $(HOMEPWNER)

test: unit end-to-end browser

unit: deps
	@Scripts/unit-tests.sh

end-to-end: build
	@Tests/EndToEnd/run.sh

browser: build
	@Tests/Browser/run.sh

bench: build
	@Benchmarks/run.sh

lint:
	@swift-format lint --strict --recursive --parallel Package.swift Sources Tests
	@Scripts/check-style.sh

format:
	@swift-format format --in-place --recursive --parallel Package.swift Sources Tests

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(HOMEPWNER) $(DESTDIR)$(PREFIX)/bin/homepwner
	strip $(DESTDIR)$(PREFIX)/bin/homepwner

clean:
	rm -rf .build .venv demo Benchmarks/work
