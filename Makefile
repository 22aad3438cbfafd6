# Homepwner: every target installs what it needs (as root, or through sudo), and no more.
#   make demo     a sample inventory and its reports in every format
#   make test     all tests: unit, snapshot, conformance, end to end, browser
#   make test-all the same, and what takes longer: package-test
#   make fuzz     hostile input for the template engine, 10 minutes a target (FUZZ_SECONDS)
#   make bench    comparisons with peers, printed as ratios
#   make docs     the template engine's documentation, in .build/docs
#   make lint     format and style; fails on any finding
#   make deb      Debian packages for this release of Debian, in .build/packages
#   make tarball  a program that runs from any folder, in .build/packages
#   make package-test    installs and exercises both on a bare system
#   make deps-build|deps-run|deps-test|deps-bench|deps-package    installs what that purpose needs
#   make install PREFIX=/usr/local    checks first what is missing; PDF=no leaves Typst out, IMAGES=no pictures
#   make uninstall PREFIX=/usr/local
PREFIX ?= /usr/local
export PREFIX DESTDIR PDF IMAGES
ICU_DATA = .build/icu/data.h
# Stack protector in C; addresses of library functions are resolved at the start and then read-only.
HARDENING = -Xcc -fstack-protector-strong -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now
SWIFT_BUILD = swift build -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld $(HARDENING)
HOMEPWNER = .build/release/homepwner

.PHONY: build demo test test-all bench lint format install uninstall deb tarball package-test deps deps-build deps-run \
	deps-test deps-bench deps-package clean unit end-to-end browser fuzz fuzz-short docs
.DEFAULT_GOAL := build

deps: deps-test

deps-build deps-run deps-test deps-bench deps-package: deps-%:
	@Scripts/deps.sh $*

build: deps-build $(ICU_DATA)
	@HOMEPWNER_ICU_DATA="$(CURDIR)/$(ICU_DATA)" $(SWIFT_BUILD) --product homepwner
	@HOMEPWNER_ICU_DATA="$(CURDIR)/$(ICU_DATA)" $(SWIFT_BUILD) --product homepwner-images

# The linker takes this in place of the data in Swift's library, of which Homepwner uses a twentieth.
$(ICU_DATA): Packaging/icu-data.py
	@mkdir -p .build/icu
	@Packaging/icu-data.py $@

demo: build deps-run
	@Scripts/demo.sh $(HOMEPWNER)

test: unit end-to-end browser fuzz-short

test-all: test package-test

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

# The check comes first, and what it does not find it names, having changed nothing.
install:
	@Packaging/install.sh check
	@$(MAKE) --no-print-directory build
	@Packaging/install.sh install

uninstall:
	@Packaging/install.sh uninstall

deb: build deps-package
	@Packaging/deb.sh

tarball: build deps-package
	@Packaging/tarball.sh

package-test: deb tarball
	@Packaging/test.sh

clean:
	rm -rf .build .venv demo
