#!/usr/bin/env bash
# How soon an item that is added through `serve` is on its page and on the page of its list.
#
#   Benchmarks/site-serve.sh [ITEMS]     100,000 items
#
# The time begins when the request is sent and ends when the files have the item; both are looked for every millisecond.
# The least and the most of ROUNDS (5) rounds are printed; the goal is 0.5 s. HOMEPWNER names the program
# (.build/release/homepwner), BENCH_DIR a folder (/dev/shm) with room for 8 KiB an item.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "${HOMEPWNER:-.build/release/homepwner}")
items=${1:-100000}
work=$(mktemp -d "${BENCH_DIR:-/dev/shm}/homepwner-bench.XXXXXX")
serve=
trap '[ -z "$serve" ] || kill "$serve" 2>/dev/null; wait; rm -rf "$work"' EXIT
"$program" sample --rich --count "$items" --seed 1 --store "$work/store" >/dev/null
"$program" publish "$work/site" --editable --store "$work/store" >/dev/null 2>&1
port=$((19000 + RANDOM % 900))
"$program" serve "$work/site" --store "$work/store" --listen "127.0.0.1:$port" --json >"$work/serve.json" 2>/dev/null &
serve=$!
for _ in $(seq 1200); do [ -s "$work/serve.json" ] && break; sleep 0.05; done
python3 - "$work" "$port" "${ROUNDS:-5}" <<'PY'
import glob, json, os, sys, time, urllib.request
work, port, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
bearer = None

def post(path, body):
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {bearer}"} if bearer else {})
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response)

with open(f"{work}/serve.json") as file:
    token = json.load(file)["token"]
bearer = post("/api/session", {"token": token, "bearer": True})["bearer"]
pages, lists = [], []

def shows(name, item):
    """Whether a list page that was written a moment ago has the item."""
    try:
        if time.time() - os.stat(name).st_mtime > 30:
            return False
        with open(name, encoding="utf-8") as file:
            return item in file.read()
    except FileNotFoundError:
        return False

for number in range(rounds):
    time.sleep(1)
    start = time.monotonic()
    item = post("/api/items", {"name": f"Added {number}", "location": "Attic"})["id"]
    while not os.path.exists(f"{work}/site/item/{item}.html"):
        time.sleep(0.001)
    pages.append(time.monotonic() - start)
    while not any(shows(name, item) for name in glob.glob(f"{work}/site/items-*.html") + [f"{work}/site/index.html"]):
        time.sleep(0.001)
    lists.append(time.monotonic() - start)
for what, times in (("its page", pages), ("its list page", lists)):
    print(f"an added item is on {what} after {min(times):.2f} to {max(times):.2f} s (at most 0.5)")
PY
