#!/usr/bin/env bash
# The template engine against packaged peers: a page with a table of 100,000 rows of seven escaped cells.
#
#   Benchmarks/templates.sh [ROWS [ROUNDS]]
#
# All render the same page from data in memory to memory, back to back, round after round; printed is the median of
# all rounds in ns a row, and beside it the median ratio to a C program with the page written into it. PEERS=… names
# the peers to run, HOMEPWNER_BENCH the program (.build/release/homepwner-bench). Peers come from Debian (ctemplate,
# kainjow, mustache.js) and PyPI (minijinja, jinja2); one that is not installed is left out, and said so.
set -euo pipefail
cd "$(dirname "$0")/.."

rows=${1:-100000}
rounds=${2:-3}
bench=${HOMEPWNER_BENCH:-.build/release/homepwner-bench}
here=Benchmarks/templates
python=.venv/bin/python
[ -x "$python" ] || python=python3
[ -x "$bench" ] || { echo "templates.sh: $bench is missing; run make bench" >&2; exit 2; }
work=$(mktemp -d "${BENCH_DIR:-${TMPDIR:-/tmp}}/homepwner-templates.XXXXXX")
trap 'rm -rf "$work"' EXIT

"$python" "$here/peers.py" data "$rows" "$work"
data=("$work/rows.tsv" "$work/foot.tsv")
gcc -O3 -march=native -o "$work/table" "$here/table.c"

absent() { echo "templates.sh: $1 is left out: $2" >&2; }
peers=()
for peer in ${PEERS:-ctemplate kainjow minijinja mustache.js jinja2}; do
    case $peer in
    ctemplate | kainjow)
        if [ -x "$work/peers" ] || g++ -O3 -march=native -std=c++17 -o "$work/peers" "$here/peers.cc" -lctemplate \
            -lpthread 2>"$work/errors"; then
            peers+=("$peer")
        else
            absent "$peer" "make deps-bench"
        fi ;;
    mustache.js)
        if [ -d /usr/share/nodejs/mustache ] && command -v node >/dev/null; then
            peers+=("$peer")
        else
            absent "$peer" "make deps-bench"
        fi ;;
    *)
        if "$python" -c "import $peer" 2>/dev/null; then
            peers+=("$peer")
        else
            absent "$peer" "make deps-bench"
        fi ;;
    esac
done

for ((round = 0; round < rounds; round++)); do
    "$work/table" "${data[@]}" 5
    "$bench" table "${data[@]}" 5
    for peer in "${peers[@]}"; do
        case $peer in
        ctemplate | kainjow) "$work/peers" "$peer" "${data[@]}" 2 "$here/table.mustache" ;;
        mustache.js) node "$here/peers.js" "${data[@]}" 2 "$here/table.mustache" ;;
        *) "$python" "$here/peers.py" "$peer" "${data[@]}" 2 "$here/table.mustache" ;;
        esac
    done
done >"$work/lines"
"$python" "$here/peers.py" ratios <"$work/lines"
