#!/usr/bin/env bash
# Runs the unit, snapshot and conformance tests. RECORD=1 writes the snapshots anew.
set -euo pipefail
cd "$(dirname "$0")/.."
# SwiftPM leaves empty folders where temporary files go.
TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
# Tests that start or pass are only counted; failures are printed in full.
swift test --parallel "$@" 2>&1 | awk '!/^(◇|✔ (Test|Suite) )/ || /^✔ Test run with/ { print; fflush() }'
