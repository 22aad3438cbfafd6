#!/usr/bin/env bash
# Inventories on PostgreSQL, with servers that Scripts/with-postgresql.sh and with-standby.sh start on this machine.
#
#   Benchmarks/postgresql.sh [import] [inventories] [xml] [edits]
#
# Without a word it runs all parts. HOMEPWNER names the program (.build/release/homepwner-server), BENCH_DIR a folder with
# room for 4 KiB an item; the servers' data, as much again, are in /tmp. The settings of the servers: WITH_POSTGRESQL.
#
#   import       ITEMS (1,000,000) items of a CSV file into a new inventory, beside psql's \copy of the same rows into a
#                table with the same columns and indexes, ROUNDS times (3). These items have no external references, each
#                of which is looked up; REFERENCES (20,000) items of which some have one are imported by themselves.
#   inventories  INVENTORIES (10,000) inventories of 100 items each, one import after the other by each of WORKERS (2), and
#                what they need: bytes a row, the time of a report, of the totals of all
#   xml          the validated XML report of ITEMS items from PostgreSQL and from SQLite, ROUNDS times
#   edits        CLIENTS (64) clients that edit through COMPANIONS (4) web servers with a synchronous standby: as many
#                inventories as clients, each at one of the servers, which serve all; then an inventory for each server, then
#                one for all of them; beside one web server on SQLite. PARTS ("sqlite many few one") chooses. SECONDS_EACH (10)
#                is the length of each run, ROUNDS times
set -euo pipefail
cd "$(dirname "$0")/.."

program=$(realpath "${HOMEPWNER:-.build/release/homepwner-server}")
items=${ITEMS:-1000000}
rounds=${ROUNDS:-3}
export HOMEPWNER=$program
# Flushed as in earnest, and with enough memory that the figures are not those of checkpoints.
export WITH_POSTGRESQL=${WITH_POSTGRESQL:--c fsync=on -c shared_buffers=1GB -c max_wal_size=8GB}

if [ "${1:-}" != --on-server ]; then
    [ $# -gt 0 ] || set -- import inventories xml edits
    for tool in /usr/bin/time python3 cc psql; do
        command -v "$tool" >/dev/null || { echo "postgresql.sh: $tool is missing" >&2; exit 2; }
    done
    for part in "$@"; do
        case $part in
        import | inventories | xml) Scripts/with-postgresql.sh Benchmarks/postgresql.sh --on-server "$part" ;;
        edits) Scripts/with-standby.sh Benchmarks/postgresql.sh --on-server "$part" ;;
        *) echo "postgresql.sh: expected import, inventories, xml or edits, not '$part'" >&2; exit 2 ;;
        esac
    done
    exit
fi

work=$(mktemp -d "${BENCH_DIR:-${TMPDIR:-/tmp}}/homepwner-postgresql.XXXXXX")
trap 'rm -rf "$work"' EXIT
address=$HOMEPWNER_TEST_POSTGRES

# line TITLE FIGURE GOAL
line() { printf '%-52s %26s   goal %s\n' "$1" "$2" "$3"; }
# median NUMBERS… on standard input, one a line.
median() { sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
# query DATABASE SQL…
query() { psql -d "${address%/*}/$1" -v ON_ERROR_STOP=1 -qAtX "${@:2}"; }
# measure COMMAND…: sets `seconds` and `memory` (MiB).
measure() {
    /usr/bin/time -q -o "$work/time" -f '%e %M' "$@" >/dev/null
    read -r seconds memory <"$work/time"
    memory=$(((memory + 1023) / 1024))
}
# calculate EXPRESSION [FORMAT]
calculate() { awk "BEGIN { printf \"${2:-%.2f}\", $1 }"; }
make_csv() {
    "$program" sample --rich --count "$items" --seed 1 --store "$work/store" --quiet
    "$program" export "$work/items.csv" --to csv --where archived:any --store "$work/store" --quiet
    rm -rf "$work/store"
}
# Prints a database's tables with rows, in bytes a row with indexes and, of these, in the indexes.
sizes() {
    local table rows
    for table in items settings journal journal_parts; do
        rows=$(query "$1" -c "SELECT count(*) FROM $table")
        [ "$rows" -gt 0 ] || continue
        query "$1" -F ' ' -c "SELECT sum(pg_total_relation_size(oid)), sum(pg_indexes_size(oid)) FROM pg_class
            WHERE relkind = 'r' AND relname ~ '^$table(_[0-9]+)?\$' AND relnamespace = 'public'::regnamespace" |
            while read -r total indexes; do
                line "$table, $rows rows, with indexes; in these" \
                    "$((total / rows)); $((indexes / rows)) bytes/row" -
            done
    done
}

import() {
    local round database most=0 references=${REFERENCES:-20000}
    make_csv
    head -1001 "$work/items.csv" >"$work/first.csv"
    head -$((references + 1)) "$work/items.csv" >"$work/references.csv"
    python3 - "$work" <<'PY'
import csv, os, sys
with open(sys.argv[1] + "/items.csv", newline="") as old, open(sys.argv[1] + "/plain.csv", "w", newline="") as new:
    assert old.readline().rstrip().endswith(",externalReference")
    old.seek(0)
    csv.writer(new).writerows(row[:-1] for row in csv.reader(old))
os.rename(sys.argv[1] + "/plain.csv", sys.argv[1] + "/items.csv")
PY
    for ((round = 1; round <= rounds; round++)); do
        database=import$round
        query postgres -c "CREATE DATABASE $database"
        # As in a database in use: PostgreSQL has statistics of the tables.
        "$program" import "$work/first.csv" --currency USD --store "${address%/*}/$database?inventory=first" --quiet
        query "$database" -c ANALYZE -c CHECKPOINT
        measure "$program" import "$work/items.csv" --currency USD --store "${address%/*}/$database?inventory=all" --quiet
        echo "$seconds" >>"$work/own"
        [ "$memory" -le "$most" ] || most=$memory
        [ "$round" -gt 1 ] || sizes "$database" >"$work/sizes"
        query "$database" -c "CREATE TABLE plain (LIKE items INCLUDING ALL)" \
            -c "\\copy (SELECT items.* FROM items JOIN inventories USING (inventory) WHERE inventories.name = 'all' ORDER BY position) TO '$work/rows'" \
            -c CHECKPOINT
        measure psql -d "${address%/*}/$database" -v ON_ERROR_STOP=1 -qX -c "\\copy plain FROM '$work/rows'"
        calculate "$seconds / $(tail -1 "$work/own")" "%.3f\n" >>"$work/ratios"
        calculate "$items / $seconds" "%.0f\n" >>"$work/rates"
        [ "$(query "$database" -c "SELECT count(*) FROM plain")" = "$items" ]
        query postgres -c "DROP DATABASE $database"
        rm "$work/rows"
    done
    line "import of $items items, relative to \\copy" "$(median <"$work/ratios")" ">= 0.5"
    line "its rate; that of \\copy" \
        "$(calculate "$items / $(median <"$work/own")" %.0f); $(median <"$work/rates") items/s" -
    line "its memory" "$most MiB" "<= 128 MiB"
    cat "$work/sizes"
    query postgres -c "CREATE DATABASE fresh"
    measure "$program" import "$work/references.csv" --currency USD --store "${address%/*}/fresh?inventory=all" --quiet
    line "import of $references items with references" "$(calculate "$references / $seconds" %.0f) items/s" -
}

inventories() {
    local count=${INVENTORIES:-10000} workers=${WORKERS:-2} start number
    items=100 make_csv
    # The first one makes the tables.
    measure "$program" import "$work/items.csv" --currency USD --store "$address?inventory=home-0" --quiet
    line "import of 100 items, memory" "$memory MiB" "<= 128 MiB"
    start=$EPOCHREALTIME
    seq 1 "$((count - 1))" | xargs -P "$workers" -I '{}' \
        "$program" import "$work/items.csv" --currency USD --store "$address?inventory=home-{}" --quiet
    seconds=$(calculate "($EPOCHREALTIME - $start)" %.1f)
    line "$count inventories of 100 items by $workers workers" \
        "$(calculate "$count / $seconds" %.0f)/s; $(calculate "100 * $count / $seconds" %.0f) items/s" -
    [ "$(query postgres -c "SELECT count(*) FROM items")" = $((100 * count)) ]
    query postgres -c "VACUUM ANALYZE"
    sizes postgres
    for number in $(seq 0 29); do
        rm -f "$work/report.xml"
        measure "$program" report inventory --store "$address?inventory=home-$((number * (count / 30)))" --format xml \
            --output "$work/report.xml" --quiet
        echo "$seconds"
    done >"$work/reports"
    line "XML report of one, start included" "$(median <"$work/reports") s" -
    measure "$program" inventories totals --store "$address" --quiet
    line "totals of all; memory" "$seconds s, $(calculate "1000 * $seconds / $count" %.1f) ms each; $memory MiB" -
}

xml() {
    local round most=0
    export SOURCE_DATE_EPOCH=1700000000
    "$program" sample --rich --count "$items" --seed 1 --store "$work/store" --quiet
    measure "$program" copy --from "$work/store" --to "$address?inventory=all" --quiet
    line "copy of $items items to the server; memory" "$seconds s; $memory MiB" "<= 128 MiB"
    # What was written so far is on the disk before reports are timed.
    query postgres -c "VACUUM ANALYZE" -c CHECKPOINT
    report() {
        rm -f "$work/$1.xml"
        measure "$program" report inventory --store "$2" --format xml --output "$work/$1.xml" --quiet "${@:3}"
    }
    for ((round = 0; round <= rounds; round++)); do
        report sqlite "$work/store"
        own=$seconds
        report postgresql "$address?inventory=all"
        [ "$memory" -le "$most" ] || most=$memory
        # The first round only fills the caches.
        [ "$round" -gt 0 ] || continue
        echo "$own" >>"$work/own"
        echo "$seconds" >>"$work/seconds"
        calculate "$seconds / $own" "%.3f\n" >>"$work/ratios"
    done
    cmp "$work/sqlite.xml" "$work/postgresql.xml"
    line "XML report of $items items, relative to SQLite" "$(median <"$work/ratios")" "<= 1.3"
    line "from SQLite; from PostgreSQL (the same bytes)" "$(median <"$work/own") s; $(median <"$work/seconds") s" -
    line "its memory" "$most MiB" "<= 64 MiB"
}

edits() {
    cc -O2 -o "$work/edit-load" Benchmarks/edit-load.c
    case $(stat -f -c %T "$work") in
    tmpfs | ramfs) echo "postgresql.sh: $work is in memory, so SQLite flushes nothing: set BENCH_DIR" >&2 ;;
    esac
    ROUNDS=$rounds python3 Benchmarks/postgresql.py "$program" "$work" "$address" || {
        tail -20 "$work/errors" >&2
        exit 1
    }
}

"$2"
