#!/usr/bin/env bash
# The validated XML report against libxml2's own validation of the finished file.
#
#   Benchmarks/xml-report.sh [ITEMS] [ROUNDS]
#
# Both run back to back, round after round; what counts is the median of the rounds' ratios. Goals for 1,000,000
# items: made and validated in at most 0.85 of the reference's time on two cores, 1.4 on one; 64 MiB of memory.
# HOMEPWNER names the program (.build/release/homepwner), STORE a store that holds the items already, BENCH_DIR a
# folder with room for 2 KiB an item.
set -euo pipefail
cd "$(dirname "$0")/.."

items=${1:-1000000}
rounds=${2:-5}
program=$(realpath "${HOMEPWNER:-.build/release/homepwner}")
schema=Templates/schema/inventory-1.xsd
work=$(mktemp -d "${BENCH_DIR:-${TMPDIR:-/tmp}}/homepwner-xml.XXXXXX")
trap 'rm -rf "$work"' EXIT

for tool in /usr/bin/time taskset cc pkg-config; do
    command -v "$tool" >/dev/null || { echo "xml-report.sh: $tool is missing" >&2; exit 2; }
done

# Word splitting of pkg-config's answer is meant.
# shellcheck disable=SC2046
cc -O2 -o "$work/reference" Benchmarks/xml-reference.c $(pkg-config --cflags --libs libxml-2.0)
store=${STORE:-$work/store}
[ -n "${STORE:-}" ] || "$program" sample --rich --count "$items" --seed 1 --store "$store" >/dev/null

# measure WORD COMMAND…: runs the command and adds "seconds KiB" to the file WORD.
measure() {
    local word=$1
    shift
    /usr/bin/time -q -o "$work/time" -f '%e %M' "$@" >/dev/null
    cat "$work/time" >>"$work/$word"
}

report() {
    local word=$1 jobs=$2
    shift 2
    # What counts is the making of a report, not the system's taking away of the one before.
    rm -f "$work/report.xml"
    measure "$word" "$@" "$program" report inventory --store "$store" --format xml \
        --output "$work/report.xml" --jobs "$jobs"
}

# figures TITLE GOAL WORD REFERENCE: medians of time, of the ratio of each round, and the largest memory.
figures() {
    paste "$work/$3" "$work/$4" | awk -v title="$1" -v goal="$2" '
        function median(values, count,   i, j, swap) {
            for (i = 2; i <= count; i++)
                for (j = i; j > 1 && values[j] < values[j - 1]; j--) {
                    swap = values[j]; values[j] = values[j - 1]; values[j - 1] = swap
                }
            return count % 2 ? values[(count + 1) / 2] : (values[count / 2] + values[count / 2 + 1]) / 2
        }
        { own[NR] = $1; other[NR] = $3; ratio[NR] = $1 / $3; if ($2 > memory) memory = $2 }
        END {
            printf "%-28s %6.2f s   reference %6.2f s   ratio %.2f (goal %s)   peak %.0f MiB\n",
                title, median(own, NR), median(other, NR), median(ratio, NR), goal, memory / 1024
        }'
}

cores=$(nproc)
report warm-up "$cores" # so that the first round finds the store in memory, like the others
echo "$items items, $(stat -c %s "$work/report.xml") bytes, $cores cores, $rounds rounds"
for ((round = 0; round < rounds; round++)); do
    report all "$cores"
    measure all-reference "$work/reference" "$work/report.xml" "$schema"
    report one 1 taskset -c 0
    measure one-reference taskset -c 0 "$work/reference" "$work/report.xml" "$schema"
done
figures "report, $cores cores" "0.85 on 2" all all-reference
figures "report, 1 job on one core" 1.40 one one-reference
