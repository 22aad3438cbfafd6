#!/usr/bin/env bash
# The built program from outside. HOMEPWNER_BIN names the program, KILLS how often it is killed, words choose tests.
set -euo pipefail
cd "$(dirname "$0")/../.."
export HOMEPWNER_BIN="${HOMEPWNER_BIN:-$PWD/.build/release/homepwner}"
export PYTHONDONTWRITEBYTECODE=1
exec python3 Tests/EndToEnd/run.py "$@"
