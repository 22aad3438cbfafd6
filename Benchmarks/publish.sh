#!/usr/bin/env bash
# Publishing beside hugo, on the same items and pages, in memory (tmpfs); publishing again after one edit; memory.
#
#   Benchmarks/publish.sh [ITEMS] [ROUNDS]     10,000 items, three rounds
#
# Both programs run back to back in every round, from nothing; the median of the rounds' ratios counts. hugo is given the
# same lists by location, tag and initial, and once ("one list") nothing but the item pages and one list of everything.
# HOMEPWNER_BIN names the program, BENCH_DIR a folder in memory (/dev/shm).
set -euo pipefail
cd "$(dirname "$0")/.."
homepwner=$(realpath "${HOMEPWNER_BIN:-.build/release/homepwner}")
items=${1:-10000}
rounds=${2:-3}
for tool in hugo python3 /usr/bin/time; do
    command -v "$tool" >/dev/null || { echo "publish.sh: $tool is missing; run make deps-bench" >&2; exit 2; }
done
work=$(mktemp -d "${BENCH_DIR:-/dev/shm}/homepwner-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
tools=$PWD/Benchmarks
cd "$work"

"$homepwner" sample --count "$items" --seed 1 --store unpublished >/dev/null
cp -r unpublished store
"$homepwner" list --json --store store >items.json
python3 "$tools/publish.py" same <items.json
python3 "$tools/publish.py" lean lean <items.json

# timed NAME CALL…: notes the seconds and the most memory of a call.
timed() {
    local name=$1 start end
    shift
    start=$EPOCHREALTIME
    /usr/bin/time -q -o memory -f '%M' "$@" >/dev/null
    end=$EPOCHREALTIME
    echo "$((${end/[.,]/} - ${start/[.,]/}))e-6 $(<memory)" >>"$name.times"
}
for ((round = 0; round < rounds; round++)); do
    # The inventory keeps an index of what it published, which would be deleted first.
    rm -rf site store same/public lean/public
    cp -r unpublished store
    timed same hugo --quiet -s same --cacheDir "$work/cache"
    timed ours "$homepwner" publish site --store store
    timed lean hugo --quiet -s lean --cacheDir "$work/cache"
done
id=$(python3 -c 'import json; items = json.load(open("items.json")); print(items[len(items) // 2]["id"])')
# What a call costs before the size of an inventory counts: the same after an edit of the only item.
"$homepwner" sample --count 1 --seed 1 --store one >/dev/null
"$homepwner" publish one-site --store one >/dev/null
only=$("$homepwner" list --json --store one | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["id"])')
for ((round = 0; round < 15; round++)); do
    "$homepwner" edit "$id" --notes "round $round" --store store >/dev/null
    "$homepwner" edit "$only" --notes "round $round" --store one >/dev/null
    timed again "$homepwner" publish site --store store
    timed small "$homepwner" publish one-site --store one
    timed nothing "$homepwner" publish site --store store
    timed bare "$homepwner" --version
done
python3 - "$(find same/public -name '*.html' | wc -l)" "$(find site -name '*.html' | wc -l)" <<'PY'
import statistics, sys
def read(name): return [[float(part) for part in line.split()] for line in open(name + ".times")]
ours = read("ours")
print(f"{sys.argv[2]} pages, hugo {sys.argv[1]}")
for name, words in (("same", "the same lists"), ("lean", "one list")):
    ratios = [theirs[0] / mine[0] for mine, theirs in zip(ours, read(name))]
    print(f"publish, hugo with {words}: {', '.join(f'{theirs[0]:.2f}' for theirs in read(name))} s,",
          f"homepwner {', '.join(f'{mine[0]:.2f}' for mine in ours)} s: {statistics.median(ratios):.1f} x as fast (at least 8)")
names = ("ours", "again", "small", "nothing", "bare")
full, again, small, nothing, bare = (statistics.median(row[0] for row in read(name)) for name in names)
print(f"published again after one edit: {again * 1000:.1f} ms; an inventory of one item: {small * 1000:.1f} ms;",
      f"with nothing to do: {nothing * 1000:.1f} ms; --version: {bare * 1000:.1f} ms")
print(f"again beyond the start-up (the inventory of one item), of a full publication:",
      f"{(again - small) / full * 100:.1f} % (at most 1); beyond --version: {(again - bare) / full * 100:.1f} %")
print(f"peak memory: {max(row[1] for row in ours) / 1024:.0f} MiB (at most 64)")
PY
