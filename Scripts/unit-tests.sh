#!/usr/bin/env bash
# Runs the unit, snapshot and conformance tests. RECORD=1 writes the snapshots anew.
set -euo pipefail
cd "$(dirname "$0")/.."
exec swift test --parallel "$@"
