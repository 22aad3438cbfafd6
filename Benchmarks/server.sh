#!/usr/bin/env bash
# The server beside nginx (pages) and beside a bare SQLite loop with one flush an edit (durable edits).
# Runs each pair back to back on this machine; SECONDS_EACH sets how long each run takes. FLUSH_MICROSECONDS makes each
# flush take so long at least, for the server and for the loop alike.
set -euo pipefail
cd "$(dirname "$0")/.."
homepwner=${HOMEPWNER_BIN:-.build/release/homepwner}
seconds=${SECONDS_EACH:-10}
work=$(mktemp -d "${BENCH_DIR:-${TMPDIR:-/tmp}}/homepwner-bench-XXXXXX")
pids=()
cleanup() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT
for tool in wrk nginx python3 curl cc; do
    command -v "$tool" >/dev/null || {
        echo "bench: $tool is missing; install wrk, nginx-light, python3, curl and gcc" >&2
        exit 1
    }
done
cc -O2 -o "$work/edit-load" Benchmarks/edit-load.c
flushing=()
if [ "${FLUSH_MICROSECONDS:-0}" != 0 ]; then
    cc -O2 -shared -fPIC -o "$work/slow-flush.so" Benchmarks/slow-flush.c -ldl
    flushing=(env "LD_PRELOAD=$work/slow-flush.so" "FLUSH_MICROSECONDS=$FLUSH_MICROSECONDS")
fi

# A published folder, as the server serves and rebuilds it, of a store with 1,000 items.
"$homepwner" sample --rich --count 1000 --seed 1 --store "$work/store" >/dev/null
"$homepwner" publish "$work/site" --editable --store "$work/store" >/dev/null
items=("$work"/site/item/*)
item=${items[0]#"$work/site/"}
port=$((18000 + RANDOM % 500 * 2))
"${flushing[@]}" "$homepwner" serve "$work/site" --store "$work/store" --listen "127.0.0.1:$port" --json >"$work/serve.json" &
serve=$!
pids+=("$serve")
for _ in $(seq 600); do [ -s "$work/serve.json" ] && break; sleep 0.05; done
token=$(python3 -c 'import json,sys; print(json.load(open(sys.argv[1]))["token"])' "$work/serve.json")
bearer=$(curl -s "http://127.0.0.1:$port/api/session" -H 'Content-Type: application/json' \
    -d "{\"token\":\"$token\",\"bearer\":true}" | python3 -c 'import json,sys; print(json.load(sys.stdin)["bearer"])')

cat >"$work/nginx.conf" <<CONF
$([ "$(id -u)" = 0 ] && echo 'user root;')
worker_processes 2; pid $work/nginx.pid; error_log $work/nginx.log; daemon off;
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; types { text/html html; text/css css; }
  server { listen 127.0.0.1:$((port + 1)); root $work/site; } }
CONF
nginx -c "$work/nginx.conf" -p "$work" 2>/dev/null &
pids+=($!)
sleep 0.5

# What both serve must be the page itself.
for page in "$item" assets/style.css index.html; do
    for address in "127.0.0.1:$((port + 1))" "127.0.0.1:$port"; do
        curl -sf "http://$address/$page" -H "Authorization: Bearer $bearer" | cmp - "$work/site/$page"
    done
done
rate() { grep -E 'Requests/sec' | awk '{print $2}'; }
faults() { grep -E 'Non-2xx|Socket errors' || true; }
# Hundredths of a second of processor time.
processor() { awk '{print $14 + $15}' "/proc/$serve/stat"; }
memory() { awk '/VmRSS/ {printf "%.1f", $2/1024}' "/proc/$serve/status"; }
for page in "$item" assets/style.css index.html; do
    theirs=$(wrk -t2 -c64 -d"${seconds}s" "http://127.0.0.1:$((port + 1))/$page" | rate)
    out=$(wrk -t2 -c64 -d"${seconds}s" -H "Authorization: Bearer $bearer" "http://127.0.0.1:$port/$page")
    ours=$(echo "$out" | rate)
    echo "$out" | faults
    size=$(stat -c %s "$work/site/$page")
    python3 -c "print(f'pages/s, $size bytes: homepwner {$ours:.0f}, nginx {$theirs:.0f}: {$ours/$theirs:.2f} x (at least 0.5)')"
done
echo "resident memory after pages: $(memory) MiB (at most 64)"

# One flush an edit, nothing else: the row and its journal entry, as the store writes them.
loop=$("${flushing[@]}" python3 - "$work/loop.sqlite" "$seconds" <<'PY'
import sqlite3, sys, time
base = sqlite3.connect(sys.argv[1], isolation_level=None)
base.execute("PRAGMA journal_mode=WAL"); base.execute("PRAGMA synchronous=FULL")
base.execute("CREATE TABLE items (id INTEGER PRIMARY KEY, notes TEXT)")
base.execute("CREATE TABLE journal (revision INTEGER PRIMARY KEY, edit TEXT, inverse TEXT)")
base.execute("BEGIN")
for i in range(1000): base.execute("INSERT INTO items VALUES (?, '')", (i,))
base.execute("COMMIT")
end = time.monotonic() + float(sys.argv[2]); count = 0
while time.monotonic() < end:
    base.execute("BEGIN IMMEDIATE")
    base.execute("UPDATE items SET notes=? WHERE id=?", (str(count), count % 1000))
    base.execute("INSERT INTO journal (edit, inverse) VALUES (?, ?)", ('{"notes":"%d"}' % count, '{"notes":""}'))
    base.execute("COMMIT"); count += 1
print(count / float(sys.argv[2]))
PY
)
curl -s "http://127.0.0.1:$port/api/items?limit=500" -H "Authorization: Bearer $bearer" |
    python3 -c 'import json,sys; print("\n".join(i["id"] for i in json.load(sys.stdin)["items"]))' >"$work/ids"
# What the inventory holds afterwards must be what was acknowledged last, and each edit one change of it.
ask() { curl -sf "http://127.0.0.1:$port/api/$1" -H "Authorization: Bearer $bearer"; }
changes() { ask 'journal?limit=1' | python3 -c 'import json,sys; print(json.load(sys.stdin)["revision"])'; }
edit() {
    local clients=$1 before after out ticks
    before=$(changes)
    ticks=$(processor)
    out=$("$work/edit-load" "$port" "$bearer" "$work/ids" "$clients" "$seconds" "$work/outcome")
    ticks=$(($(processor) - ticks))
    after=$(changes)
    cost=$((ticks * 10000 / (after - before)))
    ask 'items?limit=500' >"$work/items.json"
    python3 - "$work/outcome" "$work/items.json" "$((after - before))" "${out% *}" <<'PY'
import json, sys
held = {item["id"]: item.get("notes") for item in json.load(open(sys.argv[2]))["items"]}
lost = [line for line in open(sys.argv[1]) if held[line.split()[0]] != line.split()[1]]
if lost or sys.argv[3] != sys.argv[4]: sys.exit(f"{len(lost)} edits lost; {sys.argv[3]} changes, {sys.argv[4]} edits")
PY
    rate=${out#* }
}
for clients in 64 1; do
    edit "$clients"
    python3 -c "
ours, loop, clients = $rate, $loop, $clients
print(f'durable edits/s, {clients} clients: homepwner {ours:.0f}, one flush an edit {loop:.0f}: {ours/loop:.2f} x $cost us of processor time each')"
done
echo "resident memory after edits: $(memory) MiB (at most 64)"
for round in 1 2 3 4 5; do
    edit 64
    echo "round $round of 64 clients: $rate edits/s, $cost us of processor time each, resident memory $(memory) MiB"
done
kill -TERM "$serve"; wait "$serve" && echo "stopped with status 0"
