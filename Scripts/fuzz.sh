#!/usr/bin/env bash
# Fuzzes the template engine with the address sanitizer on: compiling, data, rendering.
#
#   Scripts/fuzz.sh [SECONDS [TARGET…]]
#
# Each target runs SECONDS (FUZZ_SECONDS, 600), FUZZ_JOBS (2) targets at a time. What they find is kept in
# .build/fuzz/corpus and is where the next run begins; Fuzzing/seeds is where the first one does. Fails on a crash, on
# an input that takes a second of the processor, or if coverage is not counted.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=.build/fuzz
export ASAN_OPTIONS=detect_leaks=0

# One target: fuzz NAME SECONDS
fuzz() {
    local name=$1 status=0
    local corpus=$scratch/corpus/$name found=$scratch/found/$name log=$scratch/$name.log
    local program=$scratch/debug/fuzz-$name
    mkdir -p "$corpus" "$found"
    rm -f "$found"/*
    : >"$log"
    "$program" -max_total_time="$2" -timeout=20 -report_slow_units=1 -print_final_stats=1 \
        -artifact_prefix="$found/" "$corpus" "Fuzzing/seeds/$name" >>"$log" 2>&1 || status=$?
    # A busy machine can stop a process for a second, so that slow inputs are tried again by the processor's time.
    local slow
    for slow in "$found"/slow-unit-*; do
        [ -e "$slow" ] || continue
        if (ulimit -t 1; "$program" "$slow") >>"$log" 2>&1; then rm -f "$slow"; else status=99; fi
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
    fuzz "$2" "$3"
    exit
fi

seconds=${1:-${FUZZ_SECONDS:-600}}
shift || true
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    for folder in Fuzzing/seeds/*; do targets+=("$(basename "$folder")"); done
fi
for name in "${targets[@]}"; do
    HOMEPWNER_FUZZ=1 swift build --scratch-path "$scratch" --sanitize=address --sanitize=fuzzer -Xswiftc -O \
        --product "fuzz-$name" 2>&1 | tail -n 1
done
printf '%s\n' "${targets[@]}" | xargs -P "${FUZZ_JOBS:-2}" -I '{}' Scripts/fuzz.sh --one '{}' "$seconds"
