#!/usr/bin/env bash
# Installs what a purpose needs: Debian packages, and Python packages into .venv. Quick when all is there.
#
#   Scripts/deps.sh build    compiling
#   Scripts/deps.sh run      PDF: Typst and fonts
#   Scripts/deps.sh test     all tests, and what build and run need
#   Scripts/deps.sh engines  the browsers besides Chromium, and what test needs
#   Scripts/deps.sh bench    the programs that benchmarks compare with, and what build and run need
#   Scripts/deps.sh package  making packages, and what build needs
#   Scripts/deps.sh package-test    installing packages on a bare system, and what package needs
#   Scripts/deps.sh --list PURPOSE    only names the Debian packages that are missing for it
set -euo pipefail
cd "$(dirname "$0")/.."

build=(
    git make pkg-config python3 libsqlite3-dev libxml2-dev libmicrohttpd-dev libssl-dev   # store, XML, server, signatures
    libvips-dev liblcms2-dev libzxing-dev libstdc++-12-dev                        # photos, barcodes
    libpq-dev                                                                     # inventories on a database server
    libxlsxwriter-dev libqrencode-dev libzip-dev zlib1g-dev                       # workbooks, labels, bundles, responses
)
run=(python3 python3-venv fontconfig fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji)
test=(
    strace binutils libimage-exiftool-perl libxml2-utils sqlite3 openssl openssh-client zbar-tools poppler-utils qpdf time curl
    chromium chromium-headless-shell default-jre-headless    # pages, in the one or the other; the Nu HTML checker
    postgresql-15                    # a server that the tests start themselves
    libreoffice-calc-nogui           # workbooks recalculated
    zint                             # barcodes to read
    python3-icu                      # order, dates and numbers by another program
    gcc libc6-dev nodejs node-typescript   # faults: the programs that stop others; the pages' scripts and their types
)
engines=(firefox-esr webkit2gtk-driver xvfb)   # the main paths of the pages in other browsers
package=(dpkg-dev python3-venv patchelf zstd binutils)
package_test=(mmdebstrap lintian groff-base systemd-container openssl)
bench=(
    wrk nginx-light curl time sqlite3 libxml2-utils gcc libc6-dev
    hugo                             # pages
    g++ libctemplate-dev libkainjow-mustache-dev node-mustache nodejs   # templates
    libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 chromium       # PDF: WeasyPrint and a browser
)

only_list=no
if [ "${1:-}" = --list ]; then
    only_list=yes
    shift
fi
purpose=${1:-build}
case "$purpose" in
    build) packages=("${build[@]}") python=() ;;
    run) packages=("${run[@]}") python=(run) ;;
    test) packages=("${build[@]}" "${run[@]}" "${test[@]}") python=(run test) ;;
    engines) packages=("${build[@]}" "${run[@]}" "${test[@]}" "${engines[@]}") python=(run test) ;;
    bench) packages=("${build[@]}" "${run[@]}" "${bench[@]}") python=(run bench) ;;
    package) packages=("${build[@]}" "${package[@]}") python=() ;;
    package-test) packages=("${build[@]}" "${package[@]}" "${package_test[@]}") python=() ;;
    *) echo "deps: expected build, run, test, engines, bench, package or package-test, not '$purpose'" >&2; exit 2 ;;
esac

missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if [ $only_list = yes ]; then
    echo "${missing[*]}"
    exit
fi
if [ ${#missing[@]} -gt 0 ]; then
    command -v apt-get >/dev/null || { echo "deps: please install: ${missing[*]}" >&2; exit 1; }
    as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || { echo "deps: run as root, or install: ${missing[*]}" >&2; exit 1; }
        as_root=(sudo)
    fi
    echo "deps: installing ${missing[*]}" >&2
    "${as_root[@]}" apt-get update -qq
    if [[ " ${missing[*]} " = *" postgresql-15 "* ]]; then
        # The tests start a server of their own; the system's would only take the port.
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql-common >/dev/null
        "${as_root[@]}" sed -i 's/^#\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
    fi
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

# The version of Typst that Scripts/requirements-run.txt states.
typst_version() { sed -n 's/^typst==\([0-9.]*\).*/\1/p' Scripts/requirements-run.txt; }

for list in "${python[@]}"; do
    wanted=Scripts/requirements-$list.txt
    stamp=.venv/requirements-$list.txt
    if ! cmp -s "$wanted" "$stamp"; then
        echo "deps: Python packages of $wanted in .venv" >&2
        [ -x .venv/bin/python ] || python3 -m venv .venv
        .venv/bin/pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r "$wanted"
        cp "$wanted" "$stamp"
    fi
done

if [ ${#python[@]} -gt 0 ]; then
    found=$(.venv/bin/python -c 'import typst; print(typst.__version__)')
    if [ "$found" != "$(typst_version)" ]; then
        echo "deps: .venv has Typst $found instead of $(typst_version); remove .venv and call again" >&2
        exit 1
    fi
fi
