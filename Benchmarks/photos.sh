#!/usr/bin/env bash
# A 12-megapixel photo to all published sizes, in the helper process and, for comparison, in Pillow.
#
#   Benchmarks/photos.sh [ROUNDS]
#
# Both run back to back, round after round, each in a process of its own from start to end. Goal: a JPEG in at most
# 0.25 s. HOMEPWNER_IMAGES names the helper (.build/release/homepwner-images).
set -euo pipefail
cd "$(dirname "$0")/.."

[ -x .venv/bin/python ] || { echo "photos.sh: run make deps-bench" >&2; exit 2; }
helper=$(realpath "${HOMEPWNER_IMAGES:-.build/release/homepwner-images}")
exec .venv/bin/python Benchmarks/photos.py "$helper" "${1:-9}"
