#!/usr/bin/env bash
# Tests of the documents as a browser and the Nu HTML checker see them. SCREENSHOTS=DIR keeps pictures.
set -euo pipefail
cd "$(dirname "$0")/../.."
export HOMEPWNER_BIN="${HOMEPWNER_BIN:-$PWD/.build/debug/homepwner}"
exec .venv/bin/python Tests/Browser/run.py "$@"
