#!/usr/bin/env bash
# Reading spreadsheets: rows a second and memory, beside python-calamine and openpyxl, back to back in each round.
#
#   Benchmarks/spreadsheets.sh [ROWS] [ROUNDS]      100,000 rows of 12 cells, five rounds
#
# BENCH names homepwner-bench (.build/release/homepwner-bench). PYTHON names a Python with the packages python-calamine,
# openpyxl and xlsxwriter (.venv/bin/python, after make deps-bench).
set -euo pipefail
cd "$(dirname "$0")/.."

rows=${1:-100000}
rounds=${2:-5}
bench=$(realpath "${BENCH:-.build/release/homepwner-bench}")
here=$PWD/Benchmarks
work=$(mktemp -d "${BENCH_DIR:-${TMPDIR:-/tmp}}/homepwner-spreadsheets.XXXXXX")
trap 'rm -rf "$work"' EXIT

[ -x "$bench" ] || { echo "spreadsheets.sh: $bench is missing; run make bench" >&2; exit 2; }
python=$(realpath -s "${PYTHON:-.venv/bin/python}")
"$python" -c "import python_calamine, openpyxl, xlsxwriter" || { echo "spreadsheets.sh: run make deps-bench" >&2; exit 2; }
cd "$work"
"$python" "$here/spreadsheets.py" make "$rows" .

# line TITLE FIGURE GOAL
line() { printf '%-46s %16s   goal %s\n' "$1" "$2" "$3"; }
median() { sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
# timed NAME COMMAND…: seconds, processor seconds and KiB of each round, in the file NAME
timed() { local name=$1; shift; /usr/bin/time -q -a -o "$name" -f '%e %U %S %M' "$@" >/dev/null; }

for format in xlsx ods; do
    rm -f own calamine openpyxl
    for ((round = 0; round < rounds; round++)); do
        timed own "$bench" spreadsheet count list.$format
        timed calamine "$python" "$here/spreadsheets.py" calamine list.$format
        # Slow: one round is enough. It reads no .ods.
        if [ $format = xlsx ] && [ $round = 0 ]; then timed openpyxl "$python" "$here/spreadsheets.py" openpyxl list.xlsx; fi
    done
    line "$format, rows/s" "$(awk -v n="$rows" '{ printf "%.0f\n", n / $1 }' own | median)" "60000"
    line "$format, rows per processor second" "$(awk -v n="$rows" '{ printf "%.0f\n", n / ($2 + $3) }' own | median)" "-"
    line "$format, memory" "$(awk '{ printf "%.0f\n", $4 / 1024 }' own | median) MiB" "48 MiB and the shared texts"
    line "$format, python-calamine's time relative to it" \
        "$(paste own calamine | awk '{ printf "%.2f\n", $5 / $1 }' | median)" "0.5 or more"
    line "$format, its processor time relative to it" \
        "$(paste own calamine | awk '{ printf "%.2f\n", ($6 + $7) / ($2 + $3) }' | median)" "-"
    line "$format, python-calamine's memory" "$(awk '{ printf "%.0f\n", $4 / 1024 }' calamine | median) MiB" "-"
    if [ -f openpyxl ]; then
        line "$format, openpyxl's time relative to it" "$(paste openpyxl own | head -1 | awk '{ printf "%.1f", $1 / $5 }')" "-"
    fi
done
