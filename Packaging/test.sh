#!/usr/bin/env bash
# Installs the packages, the tarball and the container's steps on a bare system (a chroot) and exercises them.
#
#   Packaging/test.sh [TEST…]    tests: reproducible lint basic images pdf purge tarball container install server
#
# Needs root, and Debian's mirror for the bare system, which is kept in .build/chroot. HOMEPWNER_TEST_TMP names the folder
# for the systems (TMPDIR, /tmp).
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" -eq 0 ] || { echo "package-test: run as root, since it makes bare systems" >&2; exit 1; }
. /etc/os-release
. Packaging/test-server.sh
packages=$PWD/.build/packages
cache=$PWD/.build/chroot
work=$(mktemp -d -p "${HOMEPWNER_TEST_TMP:-${TMPDIR:-/tmp}}")
mounted=()
passed=0 failed=0

finish() {
    local folder
    halt
    for folder in "${mounted[@]}"; do umount --lazy "$folder" 2>/dev/null || true; done
    rm -rf --one-file-system "$work"
}
trap finish EXIT

# Runs a test step in a shell of its own: check "WHAT" COMMAND…
check() {
    local what=$1 output status
    shift
    # As a condition, the step would go on after a command that fails.
    set +e
    output=$(set -e; "$@" 2>&1)
    status=$?
    set -e
    if [ $status -eq 0 ]; then
        passed=$((passed + 1))
        echo "✔ $what"
    else
        failed=$((failed + 1))
        echo "✘ $what"
        sed 's/^/    /' <<<"$output" | tail -n 30
    fi
}

# Whether a command fails. A '!' before it would let a step go on whatever it does.
fails() { ! "$@"; }

# Makes the bare system $root: Debian with nothing but what it needs to install packages.
bare() {
    root=$work/$1
    mkdir -p "$cache/archives/partial" "$root"
    if [ ! -e "$cache/$VERSION_CODENAME.tar" ]; then
        mmdebstrap --quiet --variant=minbase --mode=root --skip=output/dev \
            "$VERSION_CODENAME" "$cache/new.tar" http://deb.debian.org/debian
        mv "$cache/new.tar" "$cache/$VERSION_CODENAME.tar"
    fi
    tar --extract --file "$cache/$VERSION_CODENAME.tar" --directory "$root"
    local folder
    for folder in proc dev; do
        mkdir -p "$root/$folder"
        mount --rbind "/$folder" "$root/$folder"
        mount --make-rslave "$root/$folder"
        mounted+=("$root/$folder")
    done
    mkdir -p "$root/var/cache/apt/archives"
    mount --bind "$cache/archives" "$root/var/cache/apt/archives"
    mounted+=("$root/var/cache/apt/archives")
    cp --dereference /etc/resolv.conf "$root/etc/resolv.conf"
    rm -f "$root/etc/apt/apt.conf.d/docker-clean"
    mkdir -p "$root/packages"
    cp "$packages"/*.deb "$root/packages/"
    inside apt-get update -qq
    inside useradd --create-home --uid 4321 owner
}

inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"; }

# Runs a script as an ordinary user in a fresh folder whose name has a blank.
as_owner() {
    inside su owner --shell /bin/bash --command "set -euo pipefail
        mkdir -p ~/'my things' && cd ~/'my things'
        $1"
}

apt_install() {
    inside env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@"
}

items='name,value,location,tags
Camera,450.00,"Home / Office",gift
Spork,12.34,"Home / Kitchen",
'

test_reproducible() {
    check "the packages are the same bytes twice" same_bytes
}
same_bytes() {
    Packaging/deb.sh "$work/again" >/dev/null
    local package
    for package in "$packages"/*.deb; do cmp "$package" "$work/again/$(basename "$package")"; done
}

test_lint() {
    check "lintian finds nothing" lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$packages"/*.deb
    check "the man pages are well formed" well_formed_pages
}
well_formed_pages() {
    dpkg-deb --extract "$packages"/homepwner_*.deb "$work/pages"
    local page findings=
    for page in "$work"/pages/usr/share/man/man1/*.gz; do
        findings+=$(zcat "$page" | LC_ALL=C.UTF-8 groff -man -Tutf8 -ww -k 2>&1 >/dev/null | grep -v 'break' || true)
    done
    echo "$findings"
    [ -z "$findings" ]
}

test_basic() {
    bare basic
    inside find / -xdev \( -path /proc -o -path /packages -o -path /var -o -path /home -o -path /tmp \) -prune -o -print |
        sort >"$work/before"
    check "homepwner is installed without the packages for pictures and PDF" apt_install_basic
    check "the basic installation is at most 34 MB, its package at most 20 MB" sizes
    check "homepwner version" as_owner 'homepwner version | grep -x "homepwner [0-9.]*"'
    check "a list becomes a report in each format but PDF" as_owner "
        printf %s '$items' >list.csv
        homepwner import --quiet list.csv --currency EUR
        for format in html xml csv json xlsx; do homepwner report --quiet -o report.\$format; done
        homepwner validate report.xml
        grep -q '€462.34' report.html
        homepwner report --locale de -o bericht.html && grep -q '462,34.€' bericht.html
        homepwner report --locale zh-Hant --time-zone Asia/Taipei -o tw.html"
    check "a quiet import prints nothing" as_owner '
        printf "name\nLamp\n" >one.csv
        [ -z "$(homepwner import -q one.csv)" ]
        homepwner import -n one.csv | grep -q 1'
    check "PDF names its package" as_owner '! homepwner report -o report.pdf 2>message && grep homepwner-pdf message'
    check "a photo names its package" as_owner '
        printf "\x89PNG\r\n\x1a\n" >photo.png
        id=$(homepwner complete show "" | cut -f 1 | sed 1q)
        ! homepwner photo add "$id" photo.png 2>message && grep homepwner-images message'
    check "pages are published and served" as_owner '
        homepwner publish --quiet site --editable
        homepwner serve site --listen 127.0.0.1:0 >log 2>&1 &
        server=$!
        for turn in $(seq 100); do grep -q http log && break; sleep 0.1; done
        port=$(grep -o "127.0.0.1:[0-9]*" log | head -n 1 | cut -d : -f 2)
        exec 3<>/dev/tcp/127.0.0.1/$port
        printf "GET / HTTP/1.1\r\nHost: 127.0.0.1:$port\r\nConnection: close\r\n\r\n" >&3
        IFS= read -r status <&3
        echo "$status"
        kill $server
        [[ $status == "HTTP/1.1 "[234]* ]]'
    check "the files are where a system looks for them" test -e "$root/usr/share/man/man1/homepwner-report.1.gz" \
        -a -e "$root/usr/lib/systemd/user/homepwner.service" \
        -a -e "$root/usr/lib/systemd/user/homepwner-backup.timer" \
        -a -e "$root/usr/lib/systemd/user/homepwner-publish.timer" -a -e "$root/usr/share/doc/homepwner/README.md" \
        -a -e "$root/usr/share/homepwner/templates/schema/inventory-1.xsd"
    check "own templates begin as copies of the installed ones" as_owner '
        cp -r /usr/share/homepwner/templates mine
        homepwner report --templates mine -o mine.html'
}
apt_install_basic() {
    (cd "$root/packages" && apt_install "/packages/$(echo homepwner_*.deb)")
}
sizes() {
    local bytes installed
    bytes=$(stat --format=%s "$packages"/homepwner_*.deb)
    installed=$(dpkg-deb --field "$packages"/homepwner_*.deb Installed-Size)
    echo "$bytes bytes, $installed KiB installed"
    [ "$bytes" -le 20000000 ] && [ "$installed" -le 34000 ]
}

test_images() {
    check "homepwner-images is installed" apt_install "/packages/$(basename "$packages"/homepwner-images_*.deb)"
    python3 - "$root/home/owner/photo.png" <<'PY'
import struct, sys, zlib
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
rows = b"".join(b"\0" + bytes((x * 4 % 256, y * 4 % 256, 90)[c] for x in range(64) for c in range(3)) for y in range(64))
open(sys.argv[1], "wb").write(
    b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 2, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
PY
    check "a photo is taken and is in the report" as_owner '
        id=$(homepwner complete show "" | cut -f 1 | sed 1q)
        homepwner photo add "$id" ../photo.png
        homepwner report --photos small -o photos.html && grep -q "data:image" photos.html'
}

test_pdf() {
    check "homepwner-pdf is installed" apt_install "/packages/$(basename "$packages"/homepwner-pdf_*.deb)"
    check "a list and a claim become PDF" as_owner '
        homepwner report -o report.pdf && head -c 5 report.pdf | grep -q "%PDF-"
        homepwner report insurance -o claim.pdf && head -c 5 claim.pdf | grep -q "%PDF-"'
}

test_purge() {
    check "purging leaves nothing behind" purged
}
purged() {
    inside apt-get purge -y -q 'homepwner*'
    inside find / -xdev \( -path /proc -o -path /packages -o -path /var -o -path /home -o -path /tmp \) -prune -o -print |
        sort >"$work/after"
    ! comm -13 "$work/before" "$work/after" | grep homepwner
}

test_tarball() {
    bare tarball
    cp "$packages"/homepwner-*.tar.zst "$root/home/owner/homepwner.tar.zst"
    check "the tarball runs from a folder of the user, on a system with nothing else" tarball_runs
}
tarball_runs() {
    mkdir -p "$root/home/owner/my things"
    zstd --quiet --decompress --stdout "$packages"/homepwner-*.tar.zst | tar --extract --directory "$root/home/owner/my things"
    chown --recursive 4321:4321 "$root/home/owner"
    cp "$work/basic/home/owner/photo.png" "$root/home/owner/photo.png" 2>/dev/null || true
    as_owner "
        program=\$(echo \"\$PWD\"/homepwner-*/bin/homepwner)
        \"\$program\" version
        \"\$program-server\" version
        ! \"\$program-server\" inventories list --store postgres://127.0.0.1:1/none 2>message && grep 127.0.0.1 message
        printf %s '$items' >list.csv
        \"\$program\" import list.csv --currency EUR
        for format in html xml xlsx json csv; do \"\$program\" report -o report.\$format; done
        \"\$program\" validate report.xml
        ! \"\$program\" report -o report.pdf 2>message && grep python3 message
        if [ -e ../photo.png ]; then
            id=\$(\"\$program\" complete show '' | cut -f 1 | sed 1q)
            \"\$program\" photo add \"\$id\" ../photo.png
        fi"
}

# Follows the Containerfile as a builder of images would.
test_container() {
    bare container
    check "the steps of the Containerfile" container_steps
    check "the container's program makes a PDF" inside su owner --shell /bin/bash --command "set -e
        cd /data && printf %s '$items' >list.csv && homepwner report insurance --input list.csv --currency EUR -o claim.pdf"
    # The image keeps no lists of packages.
    inside apt-get update -qq
    apt_install docker-compose postgresql caddy iproute2 >/dev/null 2>&1
    certify "$root/srv/certificates"
    cp Packaging/server/{compose.yaml,Caddyfile} Packaging/run-compose.py "$root/srv/"
    check "compose.yaml is well formed" inside env DATABASE_PASSWORD=secret docker-compose --file /srv/compose.yaml config --quiet
    check "the services of compose.yaml, and the steps that it names" unshare --net --pid --fork --kill-child \
        chroot "$root" /usr/bin/env -i --chdir=/srv PATH=/usr/sbin:/usr/bin:/sbin:/bin ./run-compose.py
}

# Makes a certificate for *.homes.example in a folder.
certify() {
    mkdir -p "$1"
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "/CN=*.homes.example" \
        -addext "subjectAltName=DNS:*.homes.example" -keyout "$1/homes.example.key" -out "$1/homes.example.pem" 2>/dev/null
}
container_steps() {
    inside userdel --remove owner
    mkdir -p "$root/tmp/packages"
    cp "$packages"/*.deb "$root/tmp/packages/"
    local run
    run=$(python3 - <<'PY'
import re
text = open("Containerfile").read().replace("\\\n", " ")
print("\n".join(re.findall(r"^RUN (.*)$", text, re.M)))
PY
    )
    inside env DEBIAN_FRONTEND=noninteractive bash -ec "$run"
}

test_install() {
    local place="$work/a place/usr local"
    check "make install into a folder with a blank, and uninstall" installed "$work/a place" "/usr local"
    bare install
    check "make install without a compiler names what is missing and changes nothing" refused
}
installed() {
    make --no-print-directory install DESTDIR="$1" PREFIX="$2"
    "$1$2/bin/homepwner" version
    (cd "$work" && printf %s "$items" >list.csv && "$1$2/bin/homepwner" report --input list.csv --currency EUR -o list.html)
    touch "$1$2/bin/other"
    make --no-print-directory uninstall DESTDIR="$1" PREFIX="$2"
    find "$1" ! -type d
    [ "$(find "$1" ! -type d)" = "$1$2/bin/other" ]
}
refused() {
    apt_install make >/dev/null
    mkdir -p "$root/source"
    git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from - |
        tar --extract --directory "$root/source"
    local before after message
    before=$(inside dpkg-query --show; find "$root/usr/local" "$root/source" | sort)
    message=$(! inside make --directory /source install 2>&1)
    after=$(inside dpkg-query --show; find "$root/usr/local" "$root/source" | sort)
    echo "$message"
    grep -q 'Swift 6.2' <<<"$message"
    [ "$before" = "$after" ]
}

tests=("$@")
[ $# -gt 0 ] || tests=(reproducible lint basic images pdf purge tarball container install server)
for name in "${tests[@]}"; do
    start=$SECONDS
    "test_$name"
    echo "  $name: $((SECONDS - start)) s"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
