#!/bin/sh
# Whether the examples of 'Add a version' and 'Add a ladder' in the README work as they are written there: in a copy of
# the tree they are built, pass their self-tests, and run. What they leave as it is comes from the build folder.
#
#   readme_test.sh <source folder> <build folder> <scratch folder> <cmake> <cmake option>...
set -u

source=$1
build=$2
scratch=$3
cmake=$4
shift 4
rm -rf "$scratch"
mkdir -p "$scratch/tree" || exit 1
built=${scratch#"$source"/}  # the build folder may be anywhere in the tree
(cd "$source" && tar -cf - --exclude='./build*' --exclude='./.git' --exclude="./${built%%/*}" .) |
    tar -xf - -C "$scratch/tree" || exit 1
cd "$scratch/tree" || exit 1

failures=0
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}
# expect <exit code> <text in the output> <program> [options]
expect() {
    code=$1
    text=$2
    shift 2
    "$scratch/build/bin/$@" >"$scratch/log" 2>&1
    got=$?
    [ $got -ne 77 ] || exit 77
    [ $got -eq "$code" ] || fail "$*: exit code $got in place of $code: $(cat "$scratch/log")"
    grep -qF -- "$text" "$scratch/log" || fail "$*: no '$text' in: $(cat "$scratch/log")"
}

# A file is a code block under a line that begins with its path in backquotes and ends with a colon. What the README
# shows of a file that is there already is appended to it.
awk '
    /^## / { wanted = $0 == "## Add a version" || $0 == "## Add a ladder" }
    wanted && !inside && /^`[^`]+`.*:$/ { split($0, part, "`"); path = part[2]; next }
    wanted && /^```/ { inside = !inside && path; if (!inside) path = ""; else system("mkdir -p $(dirname " path ")"); next }
    inside { print >> path; lines[path]++ }
    END { for (path in lines) print lines[path], path }
' README.md >"$scratch/files"
version=$(sed -n 's/^[0-9]* reduction\/\(v8_.*\.cu\)$/\1/p' "$scratch/files")
dot_lines=$(awk '$2 ~ /^(dot\/|CMakeLists.txt)/ { n += $1 } END { print n + 0 }' "$scratch/files")
[ -n "$version" ] || fail "no reduction/v8_<idea>.cu in: $(cat "$scratch/files")"
[ "$dot_lines" -ge 60 ] && [ "$dot_lines" -le 110 ] || fail "dot takes $dot_lines lines: $(cat "$scratch/files")"
sed -i "s/^  v7_.*\.cu/&\n  $version/" reduction/CMakeLists.txt

reuse="python3;$source/tests/support/reuse_objects.py;$source;$build;$scratch/tree"
"$cmake" -S . -B "$scratch/build" -DBUILD_TESTING=OFF -DCMAKE_CXX_COMPILER_LAUNCHER="$reuse" "$@" >"$scratch/log" 2>&1 ||
    fail "configuring: $(cat "$scratch/log")"
grep -q "is not built" "$scratch/log" && fail "a version is left out: $(cat "$scratch/log")"
"$cmake" --build "$scratch/build" --parallel 2 --target dot dot_v1 dot_v2 reduce reduce_v8 >"$scratch/log" 2>&1 ||
    fail "building: $(cat "$scratch/log")"
[ "$failures" -eq 0 ] || exit 1

expect 0 "Dot product (GPU) = " dot_v1
expect 0 "Check: ok" dot_v2 -n 100003
expect 0 "Next: v2: one atomic per warp   (see dot/README.md)" dot_v1 -n 1000 --no-cpu
expect 0 "v2   one atomic per warp" dot -n 5000
expect 0 " inputs right" dot --selftest
expect 2 "whole warps" dot_v2 --block 33
expect 0 "Check: ok" reduce_v8 --type float
expect 0 "Check: ok" reduce_v8 --type float --dist uniform -n 100003 --no-cpu
expect 2 "this version does not compute with this --type" reduce_v8
expect 0 " inputs right" reduce_v8 --selftest
expect 0 "v8   an atomic per thread" reduce --type float -n 5000

# The site has a page of a ladder without README, with its exercises and the figures of this machine.
exercise=lab/exercises/dot_sums
cp -r lab/exercises/saxpy_branches $exercise
sed -i 's/^ladder = .*/ladder = "dot"/; s/^version = .*/version = 2/' $exercise/exercise.toml
PYTHONPATH=site:lab:$source/build/tools/python python3 -B - "$scratch/build" >"$scratch/log" 2>&1 <<'END' || fail "site: $(tail -n 3 "$scratch/log")"
import sys
from pathlib import Path
from generator import build, options, repository
here = build.measured_here(options.names_of_ladders("dot"), Path(sys.argv[1]))
page = build.write_pages(repository.machines(here), None)[0].texts["ladders/dot/index.md"]
sys.exit("v2: one atomic per warp" not in page or "lab/dot_sums/index.md" not in page or not (here / "dot.json").exists())
END

[ "$failures" -eq 0 ] && echo "all right"
exit "$((failures > 0))"
