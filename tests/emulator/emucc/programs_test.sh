#!/bin/sh
# Programs as in lectures and books, compiled by emucc: each must run, be right and give no report.
#
#   programs_test.sh <emucc> <scratch folder> <program.cu>...
set -u

emucc=$1
scratch=$2
shift 2
mkdir -p "$scratch" && cd "$scratch" || exit 1

failures=0
for source in "$@"; do
    name=$(basename "$source" .cu)
    threads=
    ! grep -q '#pragma omp' "$source" || threads='-Xcompiler -fopenmp'
    # shellcheck disable=SC2086
    if ! "$emucc" $threads -O2 -arch=sm_80 --extended-lambda "$source" -o "$name" >log 2>&1; then
        echo "FAILED: $name does not compile:"
        cat log
        failures=$((failures + 1))
    elif ! ./"$name" >log 2>&1 || ! grep -q 'Test PASSED' log || grep -q '=========' log; then
        echo "FAILED: $name says:"
        cat log
        failures=$((failures + 1))
    fi
done
exit "$((failures > 0))"
