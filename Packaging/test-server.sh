# Tests of the package homepwner-server, for Packaging/test.sh, which sources it: docs/operation.md is followed to the letter on a
# bare system that systemd has started, without a network.
machine=

# Makes a bare system with systemd and, ready to be installed, what the guide installs, and starts it.
boot() {
    local name=$1 log=$work/$1.log
    bare "$name"
    local debs=("$packages"/*.deb)
    {
        apt_install systemd systemd-sysv dbus
        inside apt-get install --yes -q --download-only "${debs[@]/#$packages//packages}" postgresql curl nginx caddy prometheus
    } >"$log" 2>&1 || { tail -n 20 "$log"; return 1; }
    umount --lazy "$root/proc" "$root/dev"
    # A machine of its own would let programs use Landlock; systemd-nspawn has to be told.
    systemd-nspawn --quiet --directory="$root" --boot --private-network --register=no --keep-unit \
        --system-call-filter="landlock_create_ruleset landlock_add_rule landlock_restrict_self" \
        --bind="$cache/archives:/var/cache/apt/archives" </dev/null >"$log" 2>&1 &
    machine=$!
    local turn state
    for turn in $(seq 100); do
        state=$(in_machine systemctl is-system-running 2>/dev/null || true)
        [[ $state =~ ^(running|degraded)$ ]] && return
        sleep 0.3
    done
    tail -n 20 "$log"
}

# Ends the system that runs.
halt() {
    [ -n "$machine" ] || return 0
    in_machine systemctl poweroff >/dev/null 2>&1 || kill "$machine" 2>/dev/null || true
    wait "$machine" || true
    machine=
}

# The number of the first process of the system that runs.
leader() { pgrep --parent "$machine" | head -n 1; }

in_machine() {
    nsenter --target "$(leader)" --all -- /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive "$@"
}

# Prints the commands of a section of the guide.
section() {
    awk -v heading="$1" '/^##+ / { on = ($0 ~ "^##+ " heading "$") } on && /^    / { print substr($0, 5) }' docs/operation.md
}

# Runs the commands of sections of the guide, in one shell: follow "HEADING"…
follow() {
    local heading script='cd /packages'
    for heading in "$@"; do script+=$'\n'$(section "$heading"); done
    in_machine bash -ec "$script"
}

# The shell of the commands has the settings, as the guide says.
with_settings() { in_machine bash -ec "set -a; . /etc/homepwner/server.env; set +a; cd /; $1"; }

test_server() {
    boot server
    check "a bare system is started by systemd" in_machine systemctl is-active multi-user.target
    check "guide: install, the database, the first inventory" follow "Install" "The database" "The first inventory"
    check "the units are well formed, and exposed to little" units
    certify "$root/etc/nginx"
    check "guide: nginx" follow "nginx"
    check "sign-in, pages, edits, events, photos, reports, addresses and restarts through nginx" through_proxy nginx main-street-5
    in_machine systemctl stop nginx || true
    with_settings 'runuser -u homepwner -- homepwner-server inventories create second --currency EUR' >/dev/null || true
    # The key is readable by the group that the package makes.
    in_machine apt-get install --yes -qq caddy >/dev/null 2>&1
    cp "$root"/etc/nginx/homes.example.{pem,key} "$root/etc/caddy/"
    in_machine chgrp caddy /etc/caddy/homes.example.key /etc/caddy/homes.example.pem
    in_machine chmod 640 /etc/caddy/homes.example.key
    check "guide: Caddy" follow "Caddy"
    check "the same through Caddy" through_proxy caddy second
    check "guide: back up" backed_up
    check "guide: watch" watched
    check "guide: upgrade, and the servers go on" upgraded
    check "guide: one inventory alone" alone
    check "removing the package ends its services, and purging leaves what inventories have" removed
    halt
}

units() {
    local unit
    for unit in homepwner-server.service homepwner-server@home.service homepwner-server-backup.service homepwner-server-backup.timer; do
        # It prints what it finds; the system has no program for the manual pages that units name.
        in_machine systemd-analyze verify --man=no "$unit" 2>&1 | tee "$work/verified"
        [ ! -s "$work/verified" ]
    done
    for unit in homepwner-server homepwner-server@home homepwner-server-backup; do
        in_machine systemd-analyze security --no-pager --threshold=20 "$unit.service" | tail -n 1
    done
    # The kernel's own words for the service that runs: no capability, no new privileges, a filter, tasks and files.
    local process
    process=$(in_machine systemctl show --property MainPID --value homepwner-server)
    in_machine cat "/proc/$process/status" "/proc/$process/limits" >"$work/status"
    grep -E '^(CapEff|CapBnd|NoNewPrivs|Seccomp|Uid):|open files' "$work/status"
    grep -q '^CapBnd:\s*0000000000000000' "$work/status"
    grep -q '^NoNewPrivs:\s*1' "$work/status"
    grep -q '^Seccomp:\s*2' "$work/status"
    [ "$(in_machine systemctl show --property TasksMax --value homepwner-server)" = 12500 ]
}

# The checks of the proxy that runs, with an inventory: through_proxy PROXY NAME
through_proxy() {
    local said
    said=$(with_settings "runuser -u homepwner -- homepwner-server inventories sign-in $2 --at https://homes.example")
    in_machine truncate --size 0 /var/log/homepwner/access.log
    # The host's Python in the network of the system.
    nsenter --target "$(leader)" --net -- Packaging/through-proxy.py "$1" "$2.homes.example" "$root/etc/nginx/homes.example.pem" "${said##*token=}" \
        "$root/var/log/homepwner/access.log" nsenter --target "$(leader)" --all -- systemctl
}

backed_up() {
    with_settings "$(section "Back up")"
    local names
    names=$(with_settings 'runuser -u homepwner -- homepwner-server list --store "$HOMEPWNER_STORE&inventory=restored"')
    grep -q Lamp <<<"$names"
    [ "$(find "$root/var/lib/homepwner/backups" -name '*.homepwner.zip' -perm 600 | wc -l)" -eq 2 ]
    # One that cannot be saved: the service fails and names it, and saves the others.
    local photo
    photo=$(find "$root/var/lib/homepwner/files" -path '*/photos/*' -type f ! -path '*derived*' | head -n 1)
    mv "$photo" "$work/aside"
    fails in_machine systemctl start homepwner-server-backup
    in_machine journalctl --unit homepwner-server-backup --no-pager --lines 20 | grep -q 'damaged'
    mv "$work/aside" "$photo"
    in_machine systemctl start homepwner-server-backup
}

watched() {
    follow "Watch"
    cp Packaging/server/alerts.yml Packaging/server/alerts-test.yml "$root/root/"
    in_machine promtool test rules /root/alerts-test.yml
    # Each metric of the rules is one that the server has.
    local metric
    in_machine curl --fail --silent http://127.0.0.1:9421/metrics >"$work/metrics"
    for metric in $(grep -oE 'homepwner_[a-z_]+' Packaging/server/alerts.yml | sort --unique); do
        grep -q "^# TYPE $metric " "$work/metrics" || { echo "the server does not have $metric"; return 1; }
    done
}

# The same packages under a higher version.
upgraded() {
    local package tree=$work/higher before after
    for package in "$packages"/*.deb; do
        rm -rf "$tree"
        dpkg-deb --raw-extract "$package" "$tree"
        sed --in-place 's/-1+deb/-2+deb/' "$tree/DEBIAN/control"
        dpkg-deb -Znone --build "$tree" "$root/packages/$(basename "${package/-1+deb/-2+deb}")" >/dev/null
        rm "$root/packages/$(basename "$package")"
    done
    before=$(in_machine systemctl show --property MainPID --value homepwner-server)
    with_settings "cd /packages; $(section "Upgrade")"
    after=$(in_machine systemctl show --property MainPID --value homepwner-server)
    echo "$before, then $after"
    [ "$before" != "$after" ] && [ "$after" -gt 0 ]
    in_machine dpkg-query --show homepwner-server | grep -- '-2+deb'
}

alone() {
    follow "One inventory alone"
    in_machine curl --fail --silent --show-error --retry 5 --retry-connrefused --header 'Host: home.example' --output /dev/null \
        http://127.0.0.1:8422/sign-in
    in_machine systemctl kill --signal=USR1 homepwner-server@home
    sleep 1
    [ "$(in_machine journalctl --unit homepwner-server@home --no-pager | grep -c 'https://home.example/sign-in#token=')" -eq 2 ]
}

removed() {
    in_machine apt-get purge --yes -q homepwner-server
    fails in_machine sh -c 'readlink /proc/[0-9]*/exe | grep homepwner-server'
    [ -z "$(find "$root/etc" "$root/usr" -name 'homepwner-server*')" ]
    [ -n "$(find "$root/var/lib/homepwner/backups" -name '*.zip')" ]
}
