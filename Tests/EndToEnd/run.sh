#!/usr/bin/env bash
# The built program from outside. HOMEPWNER_BIN names the program, KILLS how often it is killed, words choose tests.
set -euo pipefail
cd "$(dirname "$0")/../.."
export HOMEPWNER_BIN="${HOMEPWNER_BIN:-$PWD/.build/debug/homepwner}"
export PYTHONDONTWRITEBYTECODE=1
# The checkout's own environment makes pictures to test with.
python=.venv/bin/python
[ -x "$python" ] || python=python3
exec "$python" Tests/EndToEnd/run.py "$@"
