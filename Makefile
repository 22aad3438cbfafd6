# Homepwner: every target installs what it needs (as root, or through sudo), and no more.
#   make demo     a sample inventory and its reports in every format
#   make check    style, and the unit tests of the modules that changed
#   make test     unit, snapshot, conformance, end to end and browser tests, on a debug build
#   make test-all all tests with all their rounds, on the release build: hours
#   make smoke    the released program once through its main paths
#   make engines  the main paths of the pages in Firefox and WebKitGTK
#   make fuzz     hostile input for every reader of files and requests, 10 minutes a target (FUZZ_SECONDS)
#   make faults   each system call fails once, power cuts at every write, a model of the offline queue (FAULTS_SEED)
#   make sanitizers    data races and undefined behaviour, and a server under load for 10 minutes (SOAK_SECONDS)
#   make bench    comparisons with peers, printed as ratios
#   make docs     the template engine's documentation, in .build/docs
#   make lint     format and style; fails on any finding
#   make deb      Debian packages for this release of Debian, in .build/packages
#   make tarball  a program that runs from any folder, in .build/packages
#   make package-test    installs and exercises both on a bare system, and follows docs/operation.md there
#   make deps-build|deps-run|deps-test|deps-engines|deps-bench|deps-package|deps-package-test    installs what that purpose needs
#   make install PREFIX=/usr/local    checks first what is missing; PDF=no leaves Typst out, IMAGES=no pictures
#   make uninstall PREFIX=/usr/local
PREFIX ?= /usr/local
export PREFIX DESTDIR PDF IMAGES
ICU_DATA = .build/icu/data.h
# Stack protector in C; addresses of library functions are resolved at the start and then read-only.
HARDENING = -Xcc -fstack-protector-strong -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now
# The linker leaves out functions that nothing calls, which it can if each has a section of its own and none is exported.
# Relocations are packed (glibc 2.36). Nothing unwinds Swift's stack, so its tables are left out, too.
SMALL = -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -Xfrontend -Xswiftc -internalize-at-link \
	-Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs \
	-Xlinker --no-eh-frame-hdr -Xlinker -T -Xlinker $(CURDIR)/Packaging/discarded.ld
# All tests use this build. Its Swift is not optimized, its C is.
export SWIFT_OPTIONS = -Xswiftc -use-ld=lld
SWIFT_BUILD = swift build -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld $(HARDENING) $(SMALL)
HOMEPWNER = .build/release/homepwner

.PHONY: build debug check demo smoke test test-all bench lint format install uninstall deb tarball package-test deps deps-build deps-run \
	deps-test deps-engines deps-bench deps-package deps-package-test clean unit end-to-end postgresql browser engines faults fuzz \
	sanitizers docs
.DEFAULT_GOAL := build

deps: deps-test

deps-build deps-run deps-test deps-engines deps-bench deps-package deps-package-test: deps-%:
	@Scripts/deps.sh $*

build: deps-build $(ICU_DATA)
	@HOMEPWNER_ICU_DATA="$(CURDIR)/$(ICU_DATA)" $(SWIFT_BUILD) --product homepwner
	@HOMEPWNER_ICU_DATA="$(CURDIR)/$(ICU_DATA)" $(SWIFT_BUILD) --product homepwner-server
	@HOMEPWNER_ICU_DATA="$(CURDIR)/$(ICU_DATA)" $(SWIFT_BUILD) --product homepwner-images

# The linker takes this in place of the data in Swift's library, of which Homepwner uses an eighth.
$(ICU_DATA): Packaging/icu-data.py
	@mkdir -p .build/icu
	@Packaging/icu-data.py $@

demo: build deps-run
	@Scripts/demo.sh $(HOMEPWNER)

# Prints nothing but errors.
debug: deps-test
	@swift build --build-tests --quiet $(SWIFT_OPTIONS)

check: deps-test
	@Scripts/check.py

smoke: demo deps-test
	@Tests/EndToEnd/smoke.sh

test: unit end-to-end browser

# Every test, with all rounds (TEST_ROUNDS) and on what users get. A minute of fuzzing a target and five minutes of each
# kind of fault: `make fuzz` and `make faults` go on for longer.
test-all: export TEST_ROUNDS = 10
test-all: debug build deps-engines
	@$(MAKE) --no-print-directory lint unit smoke
	@export HOMEPWNER_BIN=$(CURDIR)/$(HOMEPWNER); $(MAKE) --no-print-directory end-to-end browser engines
	@$(MAKE) --no-print-directory postgresql package-test
	@Tests/Faults/run.sh 300
	@Scripts/fuzz.sh 60
	@$(MAKE) --no-print-directory sanitizers

unit: debug
	@Scripts/unit-tests.py

end-to-end: debug
	@# Those about a server mostly wait.
	@HOMEPWNER_BIN=$${HOMEPWNER_BIN:+$$HOMEPWNER_BIN-server} WITHOUT_POSTGRESQL=skip TEST_JOBS=1 \
	    Tests/EndToEnd/server.sh test_server & \
	Tests/EndToEnd/run.sh; status=$$?; wait $$! && exit $$status

# The tests of the store and of the built program once more, with inventories on a PostgreSQL server.
postgresql: debug
	@Scripts/unit-tests.py --on-postgresql 'InventoryStoreTests|DriverTests'
	@Tests/EndToEnd/server.sh
	@HOMEPWNER_BIN=$(CURDIR)/.build/debug/homepwner-server Scripts/with-postgresql.sh Tests/Browser/run.sh test_page_overview

browser: debug
	@Tests/Browser/run.sh

engines: debug deps-engines
	@Tests/Browser/run.sh engines

faults: build deps-test
	@Tests/Faults/run.sh

fuzz: deps-build
	@Scripts/fuzz.sh

sanitizers: deps-test
	@Scripts/sanitizers.sh

docs: deps-build
	@Scripts/docs.sh

bench: build deps-bench
	@HOMEPWNER_ICU_DATA="$(CURDIR)/$(ICU_DATA)" $(SWIFT_BUILD) --product homepwner-bench
	@Benchmarks/run.sh

lint:
	@swift-format lint --strict --recursive --parallel Package.swift Sources Tests Fuzzing
	@Scripts/check-style.sh
	@Scripts/check-structure.py
	@tsc -p Scripts/pages.jsconfig.json
	@tsc -p Scripts/worker.jsconfig.json

format:
	@swift-format format --in-place --recursive --parallel Package.swift Sources Tests Fuzzing

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

package-test: deb tarball deps-package-test
	@Packaging/test.sh

clean:
	rm -rf .build .venv demo
