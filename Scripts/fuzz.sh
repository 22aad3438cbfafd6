#!/usr/bin/env bash
# Fuzzes the template engine with the address sanitizer on: compiling, data, rendering.
#
#   Scripts/fuzz.sh [SECONDS [TARGET…]]
#
# Each target runs SECONDS (FUZZ_SECONDS, 600), FUZZ_JOBS (2) targets at a time. What they find is kept in
# .build/fuzz/corpus and is where the next run begins; Fuzzing/seeds is where the first one does. Fails on a crash, on
# an input that takes a second each time it is tried, and where coverage is not counted.
set -euo pipefail
cd "$(dirname "$0")/.."

scratch=.build/fuzz
export ASAN_OPTIONS=detect_leaks=0

# One target: fuzz NAME SECONDS
fuzz() {
    local name=$1 end=$((SECONDS + $2)) status
    local corpus=$scratch/corpus/$name found=$scratch/found/$name log=$scratch/$name.log
    local program=$scratch/debug/fuzz-$name
    mkdir -p "$corpus" "$found"
    rm -f "$found"/*
    : >"$log"
    while [ $SECONDS -lt $end ]; do
        status=0
        "$program" -max_total_time=$((end - SECONDS)) -timeout=1 -print_final_stats=1 -artifact_prefix="$found/" \
            "$corpus" "Fuzzing/seeds/$name" >>"$log" 2>&1 || status=$?
        [ $status -ne 0 ] || break
        # A busy machine can stop a process for a second: only an input that is slow again is a hang.
        local slow=("$found"/timeout-*)
        if [ ! -e "${slow[0]}" ] || ! "$program" -timeout=1 -runs=3 "${slow[0]}" >>"$log" 2>&1; then
            tail -n 40 "$log" >&2
            echo "fuzz: $name failed with status $status; the input is in $found, the log in $log" >&2
            return 1
        fi
        rm -f "${slow[@]}"
    done
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
