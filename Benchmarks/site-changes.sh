#!/usr/bin/env bash
# Publishing again after one change of each kind and after its undo, in inventories of several sizes.
#
#   Benchmarks/site-changes.sh [ITEMS…]     1,000, 10,000 and 100,000 items
#
# The time is that beyond the start-up, which is publishing an inventory of one item again after an edit. Each figure is
# the least of ROUNDS (3) rounds: wall clock, and processor time, which a busy machine changes less. Goals at every size:
# 60 ms and 64 MiB; for the first publication of 1,000,000 items 45 microseconds a page and 128 MiB.
# HOMEPWNER names the program (.build/release/homepwner), BENCH_DIR a folder (/dev/shm) with room for 8 KiB an item.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "${HOMEPWNER:-.build/release/homepwner}")
rounds=${ROUNDS:-3}
[ $# -gt 0 ] || set -- 1000 10000 100000
[ -x /usr/bin/time ] || { echo "site-changes.sh: /usr/bin/time is missing; run make deps-bench" >&2; exit 2; }
work=$(mktemp -d "${BENCH_DIR:-/dev/shm}/homepwner-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
TIMEFORMAT='%3R %3U %3S'

# publish NAME FOLDER: publishes the store FOLDER, noting seconds of wall clock, user, system, and KiB of memory.
publish() {
    { time /usr/bin/time -q -o memory -f '%M' "$program" publish "$2-site" --store "$2" >/dev/null 2>&1; } 2>times
    echo "$(<times) $(<memory)" >>"$2.$1"
}

# least FILE [START-UP]: the least wall clock and processor time in milliseconds, and the most memory in MiB.
least() {
    awk -v base="${2:-0 0}" '
        BEGIN { split(base, start, " ") }
        { wall = $1 * 1000; cpu = ($2 + $3) * 1000; if ($4 > most) most = $4 }
        NR == 1 || wall < least_wall { least_wall = wall }
        NR == 1 || cpu < least_cpu { least_cpu = cpu }
        END { printf "%.1f %.1f %.1f", least_wall - start[1], least_cpu - start[2], most / 1024 }' "$1"
}

# change NAME ARGUMENTS…: runs a command, publishes, undoes the command, publishes.
change() {
    local name=$1
    shift
    "$program" "$@" --store "$store" >/dev/null
    publish "$name" "$store"
    "$program" undo --store "$store" >/dev/null
    publish "undo of $name" "$store"
}

"$program" sample --rich --count 1 --seed 1 --store one >/dev/null
publish first one
only=$("$program" list --json --store one | sed -n 's/^    "id": "\(.*\)",$/\1/p')
for ((round = 0; round < 5 * rounds; round++)); do
    "$program" edit "$only" --notes "round $round" --store one >/dev/null
    publish again one
done
startup=$(least one.again)
echo "start-up: $(cut -d' ' -f1 <<<"$startup") ms, of the processor $(cut -d' ' -f2 <<<"$startup") ms"

for items in "$@"; do
    store=store$items
    "$program" sample --rich --count "$items" --seed 1 --store "$store" >/dev/null
    publish first "$store"
    pages=$(find "$store-site" -name '*.html' | wc -l)
    least "$store.first" | awk -v items="$items" -v pages="$pages" '{
        printf "\n%d items, %d pages: first publication %.2f s, %.1f us a page (of the processor %.1f), %.1f MiB\n",
            items, pages, $1 / 1000, $1 * 1000 / pages, $2 * 1000 / pages, $3 }'
    "$program" list --json --store "$store" | sed -n 's/^    "id": "\(.*\)",$/\1/p' >ids
    count=$(wc -l <ids)
    middle=$(sed -n "$((count / 2))p" ids)
    last=$(tail -n 1 ids)
    for ((round = 0; round < rounds; round++)); do
        change "adding at the end" add "Zebra print"
        change "adding in the middle" add "Zebra print" --before "$middle"
        change "removing" remove "$middle"
        change "renaming to another initial" edit "$middle" --name "Zebra print"
        change "changing the location" edit "$middle" --location "Attic / Trunk"
        change "a new location" edit "$middle" --location "Shed $round"
        change "changing tags" edit "$middle" --tag gift --tag "lent out"
        change "moving from last to first" move "$last" --first
    done
    printf '%-40s %10s %14s %10s\n' "published again after" "wall ms" "processor ms" "MiB"
    for name in "adding at the end" "adding in the middle" "removing" "renaming to another initial" \
        "changing the location" "a new location" "changing tags" "moving from last to first"; do
        for file in "$name" "undo of $name"; do
            # Three figures are three words.
            # shellcheck disable=SC2046
            printf '%-40s %10s %14s %10s\n' "$file" $(least "$store.$file" "$startup")
        done
    done
    rm -rf "$store" "$store-site"
done
