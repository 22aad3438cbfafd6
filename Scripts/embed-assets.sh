#!/usr/bin/env bash
# Writes the list of the files in Templates/, Site/ and Sample/ that the program carries. Run it after adding or removing a file.
# With --check, only reports whether the list is up to date.
set -euo pipefail
cd "$(dirname "$0")/.."
target=Sources/CLibraries/EmbeddedAssets/assets.c

list() {
    local files index=0
    mapfile -t files < <(find Templates Site Sample -type f -not -path '*/.*' | LC_ALL=C sort)
    echo '// Written by Scripts/embed-assets.sh; do not edit.'
    echo '#pragma clang diagnostic ignored "-Wc23-extensions"'
    echo '#include "EmbeddedAssets.h"'
    echo
    for file in "${files[@]}"; do
        printf 'static const unsigned char asset_%d[] = {\n#embed "../../../%s"\n};\n' $((index++)) "$file"
    done
    echo
    echo 'static const struct homepwner_asset assets[] = {'
    index=0
    for file in "${files[@]}"; do
        printf '    {"%s", asset_%d, sizeof asset_%d},\n' "$file" $index $((index++))
    done
    echo '};'
    echo
    echo 'const struct homepwner_asset *homepwner_assets(size_t *count) {'
    echo '    *count = sizeof assets / sizeof *assets;'
    echo '    return assets;'
    echo '}'
}

if [ "${1:-}" = --check ]; then
    list | cmp -s - "$target" || { echo "lint: $target is out of date; run Scripts/embed-assets.sh" >&2; exit 1; }
else
    list > "$target"
fi
