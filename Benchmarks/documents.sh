#!/usr/bin/env bash
# Documents to hand over, beside their goals: the list as PDF against WeasyPrint and Chromium's print, a claim with photos,
# a workbook of many items, the list of many items as PDF in volumes.
#
#   Benchmarks/documents.sh [table] [photos] [workbook] [volumes]      all unless named
#   PHOTOS=1000 ITEMS=100000 ROUNDS=5 Benchmarks/documents.sh
#
# HOMEPWNER names the program (.build/release/homepwner), WEASYPRINT the one of PyPI's package (.venv/bin/weasyprint),
# BENCH_DIR a folder with room for 3 MB a photo. Peers that are not installed are left out and named.
set -euo pipefail
cd "$(dirname "$0")/.."

program=$(realpath "${HOMEPWNER:-.build/release/homepwner}")
weasyprint=${WEASYPRINT:-$PWD/.venv/bin/weasyprint}
rounds=${ROUNDS:-5}
python=$PWD/.venv/bin/python
here=$PWD/Benchmarks
work=$(mktemp -d "${BENCH_DIR:-${TMPDIR:-/tmp}}/homepwner-documents.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

# line TITLE FIGURE GOAL
line() { printf '%-46s %14s   goal %s\n' "$1" "$2" "$3"; }
# timed COMMAND…: its seconds and its peak of memory in KiB, in the file time
timed() { /usr/bin/time -q -o time -f '%e %M' "$@" >/dev/null 2>&1 || { echo "documents.sh: failed: $*" >&2; exit 1; }; }
seconds() { awk '{ print $1 }' time; }
mebibytes() { awk '{ printf "%.0f\n", $2 / 1024 }' time; }
median() { sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

# The same 1,000 rows by each, a landscape table with its head repeated and pages numbered; each round runs all of them.
table() {
    "$program" sample --rich --count 1000 --seed 1 --store list >/dev/null
    "$program" list --json --store list --where archived:any >items.json
    "$python" "$here/documents.py" page items.json page.html
    : >own; : >weasyprint; : >chromium
    for ((round = 0; round < rounds; round++)); do
        timed "$program" report inventory --store list --where archived:any -o own.pdf; seconds >>own
        if command -v "$weasyprint" >/dev/null; then timed "$weasyprint" page.html weasyprint.pdf; seconds >>weasyprint; fi
        if command -v chromium >/dev/null; then
            timed chromium --headless --no-sandbox --disable-gpu --no-pdf-header-footer --user-data-dir="$work/chromium.d" \
                --print-to-pdf="$work/chromium.pdf" "file://$work/page.html"
            seconds >>chromium
        fi
    done
    line "1,000 items as PDF/A-3a and PDF/UA-1" "$(median <own) s" "-"
    for peer in "weasyprint 5" "chromium 2"; do
        read -r name goal <<<"$peer"
        if [ -s "$name" ]; then
            paste "$name" own | awk '{ print $1 / $2 }' | median >ratio
            line "$name, $(median <"$name") s, times as long" "$(awk '{ printf "%.1f", $1 }' ratio)" "$goal or more"
        else
            echo "documents.sh: $name is not here"
        fi
    done
}

# Photos of 12 megapixels, one an item; the pictures made of them are taken away once, so that the first run makes them.
photos() {
    local count=${PHOTOS:-1000}
    "$program" sample --rich --count "$count" --seed 1 --store claim >/dev/null
    "$program" list --json --store claim --where archived:any >items.json
    "$python" "$here/documents.py" photos items.json pictures
    "$program" photo add --folder pictures --store claim >/dev/null
    rm -rf pictures claim/photos/derived
    timed "$program" report insurance --store claim --where archived:any -o claim.pdf
    local first; first=$(seconds)
    line "a claim of $count photos of 12 megapixels, memory" "$(mebibytes) MiB" "1024 MiB"
    timed "$program" report insurance --store claim --where archived:any -o claim.pdf
    line "the same again, $(seconds) s of $first s" "$(awk -v a="$(seconds)" -v b="$first" 'BEGIN { printf "%.0f %%", 100 * a / b }')" "25 %"
}

workbook() {
    local count=${ITEMS:-100000}
    "$program" sample --rich --count "$count" --seed 1 --store many >/dev/null
    : >own; : >memory
    for ((round = 0; round < rounds; round++)); do
        timed "$program" report inventory --store many --where archived:any -o many.xlsx
        seconds >>own; mebibytes >>memory
    done
    line "$count items as XLSX" "$(median <own) s" "3 s"
    line "$count items as XLSX, memory" "$(median <memory) MiB" "48 MiB"
}

# Memory is that of the program and of those that set the volumes, together.
volumes() {
    local count=${ITEMS:-100000}
    [ -d many ] || "$program" sample --rich --count "$count" --seed 1 --store many >/dev/null
    "$python" "$here/documents.py" run "$program" report --volumes --store many --where archived:any -o list >time
    line "$count items as PDF in $("$python" "$here/documents.py" volumes list) volumes" "$(seconds) s" "60 s"
    line "$count items as PDF in volumes, memory" "$(mebibytes) MiB" "1024 MiB"
}

for tool in /usr/bin/time "$python"; do
    command -v "$tool" >/dev/null || { echo "documents.sh: $tool is missing; run make deps-bench" >&2; exit 2; }
done
for part in "${@:-table photos workbook volumes}"; do for name in $part; do "$name"; done; done
