#!/usr/bin/env bash
# What the program needs for large inventories, as ratios and rates beside their goals, and the template engine beside its
# peers (templates.sh), as far as these are installed.
#
#   Benchmarks/run.sh            1,000,000 items, three rounds; 3 GiB of room
#   ITEMS=100000 ROUNDS=5 TEMPLATE_ROWS=20000 Benchmarks/run.sh
#
# HOMEPWNER names the program (.build/release/homepwner), BENCH_DIR a folder with room for 3 KiB an item.
set -euo pipefail
cd "$(dirname "$0")/.."

items=${ITEMS:-1000000}
rounds=${ROUNDS:-3}
program=$(realpath "${HOMEPWNER:-.build/release/homepwner}")
work=$(mktemp -d "${BENCH_DIR:-${TMPDIR:-/tmp}}/homepwner-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT

for tool in /usr/bin/time strip; do
    command -v "$tool" >/dev/null || { echo "run.sh: $tool is missing" >&2; exit 2; }
done

# line TITLE FIGURE GOAL
line() { printf '%-34s %18s   goal %s\n' "$1" "$2" "$3"; }

# median NUMBERS… on standard input, one a line.
median() { sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

"$program" sample --rich --count "$items" --seed 1 --store "$work/store" >/dev/null

STORE=$work/store BENCH_DIR=$work HOMEPWNER=$program Benchmarks/xml-report.sh "$items" "$rounds"

/usr/bin/time -q -o "$work/time" -f '%M' \
    "$program" report inventory --store "$work/store" --format html --output "$work/report.html" >/dev/null
line "HTML report, peak memory" "$(awk '{ printf "%.0f MiB", $1 / 1024 }' "$work/time")" "48 MiB"
rm -f "$work/report.html"

# import TITLE FILE: rows a second into a new inventory, the median of all rounds.
import() {
    local round
    rm -f "$work/rates"
    for ((round = 0; round < rounds; round++)); do
        rm -rf "$work/imported"
        /usr/bin/time -q -o "$work/time" -f '%e' "$program" import "$2" --store "$work/imported" >/dev/null
        awk -v rows="$rows" '{ printf "%.0f\n", rows / $1 }' "$work/time" >>"$work/rates"
    done
    rm -rf "$work/imported"
    line "$1" "$(median <"$work/rates") rows/s" "100000 rows/s"
}

for format in csv homebox; do
    "$program" export "$work/items.csv" --to "$format" --where archived:any --store "$work/store" >/dev/null
    rows=$items
    import "import, $format, $rows rows" "$work/items.csv"
    rm -f "$work/items.csv"
done

"$program" sample --rich --count 100 --seed 1 --store "$work/small" >/dev/null
for ((round = 0; round < 50; round++)); do
    start=$EPOCHREALTIME
    "$program" list --store "$work/small" >/dev/null
    end=$EPOCHREALTIME
    echo $((${end/[.,]/} - ${start/[.,]/}))
done >"$work/starts"
line "list of 100 items, start included" "$(median <"$work/starts" | awk '{ printf "%.1f ms", $1 / 1000 }')" "20 ms"

strip -o "$work/stripped" "$program"
line "program, stripped" "$(stat -c %s "$work/stripped" | awk '{ printf "%.1f MB", $1 / 1e6 }')" "70 MB"

# The template engine; a peer that is not installed is left out there, and said so.
if command -v gcc >/dev/null; then
    echo
    Benchmarks/templates.sh "${TEMPLATE_ROWS:-100000}" "$rounds"
else
    echo "run.sh: the template engine is not measured beside its peers: run make deps-bench" >&2
fi
