#!/usr/bin/env bash
# Runs a command with a PostgreSQL server of its own, which is removed afterwards: an empty cluster in a temporary folder,
# on a free port of the loopback interface, as an unprivileged user. HOMEPWNER_TEST_POSTGRES is its address,
# HOMEPWNER_FILES a folder for photos. Without PostgreSQL 15 it fails, unless WITHOUT_POSTGRESQL=skip. With PARTITIONS=16
# the database, and each that is created, has its tables in so many partitions; HOMEPWNER_BIN makes the tables.
#
#   Scripts/with-postgresql.sh swift test --filter InventoryStoreTests
set -euo pipefail
programs=${POSTGRESQL_PROGRAMS:-/usr/lib/postgresql/15/bin}
if [ ! -x "$programs/initdb" ]; then
    echo "not run, as PostgreSQL 15 is not installed (Scripts/deps.sh test installs it): $*" >&2
    [ "${WITHOUT_POSTGRESQL:-}" = skip ]
    exit
fi
folder=$(mktemp -d /tmp/homepwner-postgresql.XXXXXX)
unprivileged=()
if [ "$(id -u)" -eq 0 ]; then
    # PostgreSQL refuses to run as root.
    unprivileged=(runuser -u nobody --)
    chown nobody "$folder"
fi
finish() {
    [ ! -e "$folder/data/postmaster.pid" ] || "${unprivileged[@]}" "$programs/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
user=$(id -un)
cd "$folder"
"${unprivileged[@]}" "$programs/initdb" -D "$folder/data" -A trust -U "$user" -E UTF8 --locale=C --no-sync >"$folder/initdb.log"
# Nothing needs to survive the tests. A session with synchronous_commit=on waits for a standby, which is missing.
# WITH_POSTGRESQL adds settings.
"${unprivileged[@]}" "$programs/pg_ctl" -D "$folder/data" -l "$folder/log" -w -o "-p $port -c listen_addresses=127.0.0.1 \
    -c unix_socket_directories= -c max_connections=300 -c fsync=off -c synchronous_commit=local \
    -c synchronous_standby_names=missing ${WITH_POSTGRESQL:-}" start >/dev/null || {
    cat "$folder/log" >&2
    exit 1
}
cd - >/dev/null
mkdir "$folder/files"
export HOMEPWNER_TEST_POSTGRES="postgres://127.0.0.1:$port/postgres" HOMEPWNER_FILES="$folder/files" PGUSER="$user"
if [ -n "${PARTITIONS:-}" ]; then
    for database in template1 postgres; do
        address="postgres://127.0.0.1:$port/$database"
        for words in "create x --currency EUR" "delete x --confirm x"; do
            # Word splitting is meant.
            # shellcheck disable=SC2086
            "${HOMEPWNER_BIN:-$(dirname "$0")/../.build/release/homepwner-server}" inventories $words --store "$address" --quiet
        done
        "$programs/psql" -d "$address" -qX -v partitions="$PARTITIONS" -f "$(dirname "$0")/partition.sql"
    done
fi
"$@"
