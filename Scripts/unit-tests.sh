#!/usr/bin/env bash
# Runs the unit, snapshot and conformance tests. RECORD=1 writes the snapshots anew.
set -euo pipefail
cd "$(dirname "$0")/.."
# SwiftPM leaves empty folders where temporary files go.
TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
# What begins and what passes is told by its number; what fails, whole.
swift test --parallel "$@" 2>&1 | awk '!/^(◇|✔ (Test|Suite) )/ || /^✔ Test run with/ { print; fflush() }'
