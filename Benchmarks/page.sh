#!/usr/bin/env bash
# A list page on a phone with a slower processor over slow 4G, and without a connection.
#
#   Benchmarks/page.sh [ITEMS] [SLOW-DOWN]     5,000 items, four times slower
#
# HOMEPWNER names the program (.build/release/homepwner); HOMEPWNER_SITE a folder with other scripts and style than it carries.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -x .venv/bin/python ] || { echo "page.sh: run make deps-test" >&2; exit 2; }
HOMEPWNER=$(realpath "${HOMEPWNER:-.build/release/homepwner}") exec .venv/bin/python Benchmarks/page.py "${1:-5000}" "${2:-4}"
