#!/usr/bin/env bash
# Faults: every test of this folder, all of it or as many seconds of each test.
#
#   Tests/Faults/run.sh [SECONDS]
#
# HOMEPWNER_BIN names the program, FAULTS_SEED what is chosen by chance. A script that is executable is a test: it takes
# --sample SECONDS. The tests stop the program at its system calls (ptrace) and are skipped if the system forbids that.
set -euo pipefail
cd "$(dirname "$0")/../.."
export HOMEPWNER_BIN="${HOMEPWNER_BIN:-$PWD/.build/release/homepwner}"
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$PWD/Tests/EndToEnd"
scratch=.build/faults
mkdir -p "$scratch"
export FAULTS_INJECT="$PWD/$scratch/inject" FAULTS_RECORD="$PWD/$scratch/record"
python=.venv/bin/python
[ -x "$python" ] || python=python3
sample=()
[ $# -eq 0 ] || sample=(--sample "$1")

status=0
if [ "$(uname -m)" = x86_64 ] && cc -O2 -Wall -Werror -o "$FAULTS_INJECT" Tests/Faults/inject.c \
    && cc -O2 -Wall -Werror -o "$FAULTS_RECORD" Tests/Faults/record.c && "$FAULTS_INJECT" "$scratch/log" - 0 0 true; then
    for test in Tests/Faults/*.py; do
        [ ! -x "$test" ] || "$python" "$test" "${sample[@]}" || status=1
    done
else
    echo "faults: skipped: system calls are made to fail with ptrace, on x86-64 only" >&2
fi
steps=100000
[ $# -eq 0 ] || steps=$((60 * $1))
if command -v node >/dev/null; then
    node --experimental-vm-modules --no-warnings Tests/Faults/offline_queue.mjs "$steps" "${FAULTS_SEED:-1}" || status=1
else
    echo "faults: skipped: the model of the offline queue runs the page's scripts with node" >&2
fi
exit "$status"
