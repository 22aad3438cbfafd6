#!/usr/bin/env bash
# Looks for data races and undefined behaviour: the tests of the server, the site, threads and the C modules, and then a
# server under load and restarts for SOAK_SECONDS (600).
#
# Swift and C are built with the thread sanitizer, and C with the undefined-behaviour sanitizer too, which ends the
# program at the instruction. `make fuzz` runs the same C modules with the address sanitizer.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=.build/thread
undefined=(-Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined)
swift build --build-tests --scratch-path "$scratch" --sanitize=thread "${undefined[@]}" 2>&1 | tail -n 1
# The image helper has one thread and limits its own address space, in which the thread sanitizer has no room.
swift build --product homepwner-images --scratch-path "$scratch/images" "${undefined[@]}" 2>&1 | tail -n 1
cp "$scratch/images/debug/homepwner-images" "$scratch/debug/"
clang="$(dirname "$(readlink -f "$(command -v swiftc)")")/clang"
"$clang" -O1 -Wall -Werror -shared -fPIC -o "$scratch/mutex.so" Scripts/thread-sanitizer.c

TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
export LD_PRELOAD="$PWD/$scratch/mutex.so"
export TSAN_OPTIONS="suppressions=$PWD/Scripts/thread-sanitizer.txt halt_on_error=1 second_deadlock_stack=1 report_thread_leaks=0"
# The server and the site, which have threads; then the modules that call C of this project.
tests='HTTPServerTests|InventoryServerTests|SiteGeneratorTests|FilesTests|AttachmentsTests|XMLValidationTests|EscaperTests'
"$scratch/debug/homepwnerPackageTests.xctest" --testing-library swift-testing --filter "$tests" 2>&1 |
    awk '!/^(◇|✔ (Test|Suite) )/ || /^✔ Test run with/ { print; fflush() }'
python=.venv/bin/python
[ -x "$python" ] || python=python3
HOMEPWNER_BIN=$PWD/$scratch/debug/homepwner PYTHONDONTWRITEBYTECODE=1 "$python" Tests/EndToEnd/soak.py
