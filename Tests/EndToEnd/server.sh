#!/usr/bin/env bash
# End-to-end tests with inventories on PostgreSQL instead of in folders. Words choose tests, as in run.sh; without any it runs
# all except those about SQLite's file and the folder of an inventory (folders.py).
set -euo pipefail
cd "$(dirname "$0")/../.."
export HOMEPWNER_BIN="${HOMEPWNER_BIN:-$PWD/.build/debug/homepwner-server}" HOMEPWNER_TEST_STORE=server
exec Scripts/with-postgresql.sh Tests/EndToEnd/run.sh "$@"
