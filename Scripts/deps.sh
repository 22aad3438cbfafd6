#!/usr/bin/env bash
# Installs the Debian packages and the Python environment that building and testing need. Quick when all is there.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
    git make pkg-config libsqlite3-dev libxml2-dev     # building
    libmicrohttpd-dev                                  # building: the page's endpoint
    libvips-dev liblcms2-dev libssl-dev                # building: photos
    libxlsxwriter-dev libqrencode-dev libzip-dev       # building: workbooks, labels, claims in one file
    libimage-exiftool-perl                             # tests of photos
    libxml2-utils python3 python3-venv sqlite3 time    # tests
    openssl openssh-client zbar-tools                  # tests of signatures and of labels
    chromium default-jre-headless poppler-utils        # tests of pages, on screen and on paper
    wrk nginx-light curl                               # measuring
    fontconfig fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji   # reports as PDF
    qpdf                                               # tests of PDF
)
missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
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

stamp=.venv/requirements.txt
if ! cmp -s Scripts/requirements.txt "$stamp"; then
    echo "deps: Python environment in .venv" >&2
    python3 -m venv .venv
    .venv/bin/pip install --quiet --disable-pip-version-check -r Scripts/requirements.txt
    cp Scripts/requirements.txt "$stamp"
fi
