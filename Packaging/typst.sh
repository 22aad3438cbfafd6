#!/usr/bin/env bash
# Prints the path of Typst's wheel, in the version and with the checksum that Scripts/requirements-run.txt states.
# It is got from the Python package index once.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=.build/typst
list=Scripts/requirements-run.txt
if ! cmp -s "$list" "$folder/$(basename "$list")"; then
    rm -rf "$folder"
    [ -x .venv/bin/pip ] && pip=.venv/bin/pip || pip=pip3
    "$pip" download --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes -r "$list" \
        --dest "$folder.new" >&2 || {
        rm -rf "$folder.new"
        echo "typst: the package of $list could not be got from the Python package index" >&2
        exit 1
    }
    cp "$list" "$folder.new"
    mv "$folder.new" "$folder"
fi
echo "$folder"/typst-*.whl
