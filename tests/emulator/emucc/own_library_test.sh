#!/bin/bash
# own_library_test.sh <emucc> <program.cu> <scratch folder>: emucc builds its library, once, and a program runs with it.
set -eu

emucc=$1
program=$2
rm -rf "$3"
mkdir -p "$3"
cd "$3"
export EMUCC_CACHE=$3/cache
"$emucc" "$program" -o first >log 2>&1
grep -q "building the emulator for .*, this once" log
"$emucc" "$program" -o second >log 2>&1
[ ! -s log ]
./first | grep 'Test PASSED'
./second | grep 'Test PASSED'
