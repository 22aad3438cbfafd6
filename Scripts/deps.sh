#!/usr/bin/env bash
# Installs what a purpose needs: Debian packages, and Python packages into .venv. Quick when all is there.
#
#   Scripts/deps.sh build    compiling
#   Scripts/deps.sh run      PDF: Typst and fonts
#   Scripts/deps.sh test     all tests, and what build and run need
#   Scripts/deps.sh bench    the programs that benchmarks compare with, and what build and run need
#   Scripts/deps.sh package  making packages, and what build needs
#   Scripts/deps.sh --list PURPOSE    only names the Debian packages that are missing for it
set -euo pipefail
cd "$(dirname "$0")/.."

build=(
    git make pkg-config python3 libsqlite3-dev libxml2-dev libmicrohttpd-dev libssl-dev   # store, XML, server, signatures
    libvips-dev liblcms2-dev                                                      # photos
    libxlsxwriter-dev libqrencode-dev libzip-dev                                  # workbooks, labels, bundles
)
run=(python3 python3-venv fontconfig fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji)
test=(
    strace binutils libimage-exiftool-perl libxml2-utils sqlite3 openssl openssh-client zbar-tools poppler-utils qpdf time curl
    chromium default-jre-headless    # pages; the Nu HTML checker
)
package=(dpkg-dev python3-venv patchelf zstd binutils)
bench=(wrk nginx-light curl time sqlite3 libxml2-utils)

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
    bench) packages=("${build[@]}" "${run[@]}" "${bench[@]}") python=(run) ;;
    package) packages=("${build[@]}" "${package[@]}") python=() ;;
    *) echo "deps: expected build, run, test, bench or package, not '$purpose'" >&2; exit 2 ;;
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
