#!/usr/bin/env bash
# A Homebox collection with photos: there and back, and its import against copying the files and computing SHA-256.
#
#   Benchmarks/collection.sh [ITEMS] [ROUNDS]
#
# The collection has a photo of about 1 MB for each of ITEMS (1,000). Every original must come back with the same SHA-256.
# Imports are timed into inventories that have the derived pictures already, so that none is made. Goals: at most twice
# the time of copying and SHA-256, at most 64 MiB. HOMEPWNER_BIN names the program; files go below TMPDIR.
set -euo pipefail
cd "$(dirname "$0")/.."

[ -x .venv/bin/python ] || { echo "collection.sh: run make deps-bench" >&2; exit 2; }
program=$(realpath "${HOMEPWNER_BIN:-.build/release/homepwner}")
PYTHONPATH=Tests/EndToEnd PYTHONDONTWRITEBYTECODE=1 \
    exec .venv/bin/python Benchmarks/collection.py "$program" "${1:-1000}" "${2:-5}"
