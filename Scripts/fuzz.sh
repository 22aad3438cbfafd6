#!/usr/bin/env bash
# Fuzzes the readers of strangers' bytes, with the address sanitizer and, for C, the undefined-behaviour sanitizer.
#
#   Scripts/fuzz.sh [SECONDS [TARGET…]]
#
# Each target runs SECONDS (FUZZ_SECONDS, 600), FUZZ_JOBS (as many as there are processors) targets at a time. Inputs that
# they find are kept in .build/fuzz/corpus where the next run begins; Fuzzing/seeds, the fixtures and what
# Scripts/large-seeds.py makes are where the first one does. Fails on a crash, on an input that takes three seconds of the
# processor (in this build, which is tens of times slower than a release build) or too much memory, or if coverage is not
# counted.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=.build/fuzz
targets=(template-compile template-data template-render list reading json xml archive zip manifest
    workbook collection picture bmp barcode validation multipart request filter edits)
# An input may be refused after it was read. Memory that libraries then keep for the next one is not a leak.
export ASAN_OPTIONS=detect_leaks=0

# The folders of a target's first inputs: seeds NAME
seeds() {
    if [ -d "Fuzzing/seeds/$1" ]; then echo "Fuzzing/seeds/$1"; fi
    if [ -d "$scratch/seeds/$1" ]; then echo "$scratch/seeds/$1"; fi
    case $1 in
        list | json | xml | archive | edits) echo Tests/Fixtures/interchange ;;
        validation) echo Tests/Fixtures/reports ;;
        zip) echo Tests/Fixtures/spreadsheets ;;
    esac
}

# One target: fuzz NAME SECONDS
fuzz() {
    local name=$1 status=0
    local corpus=$scratch/corpus/$name found=$scratch/found/$name log=$scratch/$name.log
    local folders
    mapfile -t folders < <(seeds "$name")
    mkdir -p "$corpus" "$found"
    rm -f "$found"/*
    : >"$log"
    export FUZZ_TARGET=$name TMPDIR=$temporary
    "$program" -max_total_time="$2" -timeout=20 -rss_limit_mb=1024 -malloc_limit_mb=256 -report_slow_units=3 \
        -print_final_stats=1 -artifact_prefix="$found/" "$corpus" "${folders[@]}" >>"$log" 2>&1 || status=$?
    # A busy machine can stop a process for seconds, so that slow inputs are tried again by the processor's time.
    local slow
    for slow in "$found"/slow-unit-*; do
        [ -e "$slow" ] || continue
        if (ulimit -t 3; "$program" "$slow") >>"$log" 2>&1; then rm -f "$slow"; else status=99; fi
    done
    if [ "$status" -ne 0 ]; then
        tail -n 40 "$log" >&2
        echo "fuzz: $name failed with status $status; the input is in $found, the log in $log" >&2
        return 1
    fi
    local first last
    first=$(grep -m 1 -E 'INITED +cov: ' "$log" || true)
    last=$(grep -E 'cov: [0-9]+ .*corp: ' "$log" | tail -n 1 || true)
    if [ -z "$last" ] || [[ $last == *"corp: 1/1b "* ]]; then
        echo "fuzz: $name counts no coverage: ${last:-nothing was run}" >&2
        return 1
    fi
    echo "fuzz: $name: cov $(sed -E 's/.*cov: ([0-9]+) .*/\1/' <<<"$first") at the start; $(tr -s '\t ' '  ' <<<"${last#*DONE}")"
}

if [ "${1:-}" = --one ]; then
    temporary=$4 program=$5
    fuzz "$2" "$3"
    exit
fi

Scripts/large-seeds.py "$scratch/seeds"
seconds=${1:-${FUZZ_SECONDS:-600}}
shift || true
if [ $# -gt 0 ]; then targets=("$@"); fi
# Optimizing takes longer than a short run.
build=$scratch/plain optimizer=()
if [ "$seconds" -ge 60 ]; then build=$scratch/optimized optimizer=(-Xswiftc -O); fi
HOMEPWNER_FUZZ=1 swift build --scratch-path "$build" --sanitize=address --sanitize=fuzzer "${optimizer[@]}" \
    -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined --product fuzz 2>&1 | tail -n 1
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
printf '%s\n' "${targets[@]}" |
    xargs -P "${FUZZ_JOBS:-$(nproc)}" -I '{}' Scripts/fuzz.sh --one '{}' "$seconds" "$temporary" "$build/debug/fuzz"
