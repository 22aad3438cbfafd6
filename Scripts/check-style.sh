#!/usr/bin/env bash
# Checks beyond swift-format: unfinished marks, calls that trap, files that are too long, the list of embedded files.
set -uo pipefail
cd "$(dirname "$0")/.."
bad=0
if grep -rnE 'TODO|FIXME|\bXXX\b|fatalError\(|try!|as!' Sources --include='*.swift'; then
    echo "lint: the lines above read as unfinished or as traps" >&2
    bad=1
fi
while read -r lines file; do
    [ "$file" = total ] && continue
    if [ "$lines" -gt 800 ]; then
        echo "lint: $file has $lines lines; split it by concern" >&2
        bad=1
    fi
done < <(find Sources -name '*.swift' -print0 | xargs -0 wc -l)
Scripts/embed-assets.sh --check || bad=1
exit $bad
