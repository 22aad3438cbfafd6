#!/usr/bin/env bash
# Runs the unit, snapshot and conformance tests. RECORD=1 writes the snapshots again.
# --on-postgresql PATTERN runs those whose names match, with inventories on a server.
set -euo pipefail
cd "$(dirname "$0")/.."
# SwiftPM leaves empty folders where temporary files go.
TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
# Tests that start or pass are only counted; failures are printed in full.
report() { awk '!/^(◇|✔ (Test|Suite) )/ || /^✔ Test run with/ { print; fflush() }'; }
on_postgresql() { Scripts/with-postgresql.sh swift test --parallel --filter "$1" 2>&1 | report; }
if [ "${1:-}" = --on-postgresql ]; then
    on_postgresql "$2"
    exit
fi
swift test --parallel "$@" 2>&1 | report
# In short; `make postgresql` runs all tests of the store there.
[ $# -gt 0 ] || WITHOUT_POSTGRESQL=skip on_postgresql 'CreationTests|ServerStoreTests|DriverTests'
