#!/usr/bin/env bash
# Runs a command with two PostgreSQL servers of its own, a primary and a synchronous standby, which are removed afterwards:
# clusters in a temporary folder, on free ports of the loopback interface, as an unprivileged user, with fsync.
# HOMEPWNER_TEST_POSTGRES is an address with both. Without PostgreSQL 15 it fails.
#
#   Scripts/with-standby.sh COMMAND …
#
# While the command runs, HOMEPWNER_STANDBY is set, and a failover is made by
#
#   Scripts/with-standby.sh --kill       kills the primary
#   Scripts/with-standby.sh --promote    promotes the standby, which does not wait for a standby of its own
#   Scripts/with-standby.sh --rejoin     makes the killed one the standby, and has the primary wait for it again
set -euo pipefail
programs=${POSTGRESQL_PROGRAMS:-/usr/lib/postgresql/15/bin}
[ -x "$programs/initdb" ] || { echo "PostgreSQL 15 is not installed (Scripts/deps.sh test installs it)" >&2; exit 1; }
# PostgreSQL refuses to run as root.
unprivileged=()
[ "$(id -u)" -ne 0 ] || unprivileged=(runuser -u nobody --)
user=$(id -un)

run() { (cd "$folder" && "${unprivileged[@]}" "$programs/$1" "${@:2}"); }
port() { cat "$folder/$1.port"; }
other() { [ "$1" = a ] && echo b || echo a; }
start() {
    run pg_ctl -D "$folder/$1" -l "$folder/$1.log" -w -o "-p $(port "$1") -c listen_addresses=127.0.0.1 \
        -c unix_socket_directories= -c max_connections=300 -c cluster_name=$1 ${WITH_POSTGRESQL:-}" start >/dev/null || {
        cat "$folder/$1.log" >&2
        exit 1
    }
}
ask() { run psql -h 127.0.0.1 -p "$(port "$1")" -U "$user" -d postgres -qAtc "$2"; }
# Makes a server the standby of the other, which waits for it from then on.
join() {
    local primary
    primary=$(other "$1")
    rm -rf "${folder:?}/$1"
    run pg_basebackup -D "$folder/$1" -d "host=127.0.0.1 port=$(port "$primary") user=$user" -R -c fast --no-sync
    start "$1"
    ask "$primary" "ALTER SYSTEM SET synchronous_standby_names = '*'"
    ask "$primary" "SELECT pg_reload_conf()" >/dev/null
    until [ "$(ask "$primary" "SELECT sync_state FROM pg_stat_replication")" = sync ]; do sleep 0.1; done
}

case $1 in
--kill | --promote | --rejoin)
    folder=${HOMEPWNER_STANDBY:?is set while Scripts/with-standby.sh runs a command}
    primary=$(cat "$folder/primary")
    case $1 in
    --kill) run pg_ctl -D "$folder/$primary" -m immediate stop >/dev/null ;;
    --promote)
        run pg_ctl -D "$folder/$(other "$primary")" -w promote >/dev/null
        other "$primary" >"$folder/primary"
        ;;
    --rejoin) join "$(other "$primary")" ;;
    esac
    exit
    ;;
esac

folder=$(mktemp -d /tmp/homepwner-standby.XXXXXX)
[ ${#unprivileged[@]} -eq 0 ] || chown nobody "$folder"
finish() {
    for server in a b; do
        [ ! -e "$folder/$server/postmaster.pid" ] || run pg_ctl -D "$folder/$server" -m immediate stop >/dev/null || true
    done
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 1' TERM INT
for server in a b; do
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])' >"$folder/$server.port"
done
run initdb -D "$folder/a" -A trust -U "$user" -E UTF8 --locale=C --no-sync >"$folder/initdb.log"
start a
echo a >"$folder/primary"
join b
export HOMEPWNER_STANDBY="$folder" PGUSER="$user"
export HOMEPWNER_TEST_POSTGRES="postgres://127.0.0.1:$(port a),127.0.0.1:$(port b)/postgres"
"$@"
