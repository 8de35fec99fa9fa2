#!/usr/bin/env bash
# tests/site/mine.sh <folder>: scripts/site --mine puts a student's kernel beside its ladder, and --run this machine's figures.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
folder=$1
rm -rf "$folder"
mkdir -p "$folder"
fail() { echo "$*" >&2 && exit 1; }

sed 's/tid + s\]/s + tid]/; s/"sequential addressing"/"my own order"/' reduction/v3_sequential.cu >"$folder/reduce.cu"
scripts/site --out "$folder/site" --run count --mine "$folder/reduce.cu"
page=$folder/site/ladders/reduction/index.html
grep -q 'id="mine"' "$page" || fail "the ladder's page has no section of the student's kernel"
grep -q 'id="v3-mine"' "$page" || fail "the student's kernel is not compared with v3, whose number it registers"
line=$(grep -n 's + tid' "$folder/reduce.cu" | cut -d : -f 1)
row=$(grep -o "id=\"mine-line-$line\".*" "$page" | sed 's,</tr>.*,,' | head -1)
grep -q 's + tid' <<<"$row" || fail "line $line of the student's source is not shown: $row"
grep -q 'shared load' <<<"$row" || fail "line $line of the student's source has no counts: $row"
grep -q 'measured here' "$folder/site/ladders/counter/index.html" || fail "the figures of this machine are not on the ladder's page"
[ -f "$folder/site/results/here/index.html" ] || fail "this machine has no page of results"

# A wrong kernel is refused in one line.
sed 's/partial\[tid\] += partial/partial[tid] -= partial/' reduction/v3_sequential.cu >"$folder/wrong.cu"
! said=$(scripts/site --out "$folder/site2" --mine "$folder/wrong.cu" 2>&1) || fail "a wrong kernel was shown"
grep -q 'its result is wrong' <<<"$said" || fail "said of a wrong kernel: $said"
! said=$(scripts/site --out "$folder/site2" --run nothing 2>&1) || fail "an unknown ladder was measured"
grep -q 'no such ladder' <<<"$said" || fail "said of an unknown ladder: $said"
