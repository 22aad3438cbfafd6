# Homepwner: every target installs what it needs (as root, or through sudo), and no more.
#   make demo     a sample inventory and its reports in every format
#   make test     all tests: unit, snapshot, conformance, end to end, browser
#   make fuzz     hostile input for the template engine, 10 minutes a target (FUZZ_SECONDS)
#   make bench    comparisons with peers, printed as ratios
#   make docs     the template engine's documentation, in .build/docs
#   make lint     format and style; fails on any finding
#   make deps-build|deps-run|deps-test|deps-bench    installs what that purpose needs
#   make install PREFIX=/usr/local
PREFIX ?= /usr/local
# Stack protector in C; addresses of library functions are resolved at the start and then read-only.
HARDENING = -Xcc -fstack-protector-strong -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now
SWIFT_BUILD = swift build -c release --static-swift-stdlib -Xswiftc -use-ld=lld $(HARDENING)
HOMEPWNER = .build/release/homepwner

.PHONY: build demo test bench lint format install deps deps-build deps-run deps-test deps-bench clean unit end-to-end \
	browser fuzz fuzz-short docs
.DEFAULT_GOAL := build

deps: deps-test

deps-build deps-run deps-test deps-bench: deps-%:
	@Scripts/deps.sh $*

build: deps-build
	@$(SWIFT_BUILD) --product homepwner
	@$(SWIFT_BUILD) --product homepwner-images

demo: build deps-run
	@Scripts/demo.sh $(HOMEPWNER)

test: unit end-to-end browser fuzz-short

unit: deps-test
	@Scripts/unit-tests.sh

end-to-end: build deps-test
	@Tests/EndToEnd/run.sh

browser: build deps-test
	@Tests/Browser/run.sh

fuzz: deps-build
	@Scripts/fuzz.sh

fuzz-short: deps-build
	@Scripts/fuzz.sh 10

docs: deps-build
	@Scripts/docs.sh

bench: build deps-bench
	@Benchmarks/run.sh

lint:
	@swift-format lint --strict --recursive --parallel Package.swift Sources Tests
	@Scripts/check-style.sh
	@Scripts/check-structure.py

format:
	@swift-format format --in-place --recursive --parallel Package.swift Sources Tests

install: build deps-run
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(HOMEPWNER) $(DESTDIR)$(PREFIX)/bin/homepwner
	install -m 755 $(HOMEPWNER)-images $(DESTDIR)$(PREFIX)/bin/homepwner-images
	# Typst, for PDF, if the program of that name is not installed
	.venv/bin/pip install --quiet --disable-pip-version-check --upgrade --require-hashes --only-binary :all: \
		--target $(DESTDIR)$(PREFIX)/lib/homepwner/python -r Scripts/requirements-run.txt
	strip $(DESTDIR)$(PREFIX)/bin/homepwner $(DESTDIR)$(PREFIX)/bin/homepwner-images

clean:
	rm -rf .build .venv demo
