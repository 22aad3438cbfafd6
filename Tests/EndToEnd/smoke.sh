#!/usr/bin/env bash
# The released program once through its main paths: `make smoke` runs it after `make demo`, whose folder it serves.
set -euo pipefail
cd "$(dirname "$0")/../.."
homepwner=$PWD/.build/release/homepwner
export HOMEPWNER_STORE=$PWD/demo/inventory.homepwner XDG_STATE_HOME
folder=$(mktemp -d)
XDG_STATE_HOME=$folder
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT

for format in html pdf xlsx xml csv json; do
    "$homepwner" report insurance --format $format --output "$folder/claim.$format" >/dev/null
    [ -s "$folder/claim.$format" ] && [ -s "demo/inventory.$format" ]
done
xmllint --noout --schema Templates/schema/inventory-1.xsd demo/inventory.xml "$folder/claim.xml" 2>/dev/null
qpdf --check demo/inventory.pdf >/dev/null
qpdf --check demo/claim.pdf >/dev/null
HOMEPWNER_BIN=$homepwner Tests/EndToEnd/run.sh test_tables_of_addresses >/dev/null

"$homepwner" serve demo/site --listen 127.0.0.1:0 --json >"$folder/started" &
server=$!
for _ in $(seq 100); do grep -q '}' "$folder/started" && break || sleep 0.1; done
field() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))[sys.argv[2]])' "$folder/started" "$1"; }
address=$(field address)
[ "$(curl --silent --output /dev/null --write-out '%{http_code}' "$address/api/items")" = 401 ]
bearer=$(curl --silent --fail --json "{\"token\": \"$(field token)\", \"bearer\": true}" "$address/api/session" |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["bearer"])')
ask() { curl --silent --fail --header "Authorization: Bearer $bearer" "$address/$1"; }
count() { "$homepwner" list --json | python3 -c 'import json, sys; print(len(json.load(sys.stdin)))'; }
before=$(count)
ask "" >"$folder/page"
grep -q '<table' "$folder/page"
"$homepwner" add "Lamp of the smoke test" >/dev/null
# The server publishes what another program changed.
for _ in $(seq 100); do
    ask api/items >"$folder/found"
    grep -q 'Lamp of the smoke test' "$folder/found" && break || sleep 0.1
done
grep -q 'Lamp of the smoke test' "$folder/found"
kill "$server"
wait "$server"
server=
[ "$(count)" = $((before + 1)) ]
"$homepwner" verify >/dev/null
echo "smoke: the released program made, checked, published and served its demo"
