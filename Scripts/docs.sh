#!/usr/bin/env bash
# Converts the template engine's documentation catalogue to .build/docs, a folder for any web server; warnings fail.
set -euo pipefail
cd "$(dirname "$0")/.."

swift package dump-symbol-graph --minimum-access-level public >/dev/null
graphs=.build/docs-symbols
rm -rf "$graphs" .build/docs
mkdir -p "$graphs"
find .build/*/symbolgraph -name 'Templating*.symbols.json' -exec cp {} "$graphs" \;
docc convert Sources/Documents/Templating/Templating.docc --fallback-display-name Templating \
    --fallback-bundle-identifier homepwner.templating --additional-symbol-graph-dir "$graphs" --warnings-as-errors \
    --transform-for-static-hosting --output-path .build/docs
echo "the documentation is in .build/docs"
