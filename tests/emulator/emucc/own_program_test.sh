#!/bin/sh
# The section 'Bring your own program' of the README: its files, its commands, and what they print.
#
#   own_program_test.sh <source folder> <scratch folder>
set -u

source=$1
scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch" && cd "$scratch" || exit 1
ln -s "$source/scripts" scripts

# A file is a code block under its path in backquotes; a block of sh is a script; the block without a language after it
# is what it prints.
awk '
    /^## / { wanted = $0 == "## Bring your own program" }
    !wanted { next }
    !inside && /^`[^`]+`:$/ { split($0, part, "`"); path = part[2]; next }
    !inside && /^```sh$/ { inside = 1; path = "commands_" ++n; next }
    !inside && /^```$/ { inside = 1; path = "output_" n; next }
    !inside && /^```/ { inside = 1; folder = path; sub("[^/]*$", "", folder); system("mkdir -p ./" folder); next }
    inside && /^```/ { inside = 0; close(path); next }
    inside { print > path }
    END { print n > "count" }
' "$source/README.md"

count=$(cat count)
[ "$count" -eq 5 ] || { echo "FAILED: $count examples in place of 5" && exit 1; }
failures=0
for i in $(seq "$count"); do
    sh "./commands_$i" >log 2>&1
    if ! cmp -s log "output_$i"; then
        echo "FAILED: the commands"
        cat "commands_$i"
        echo "print"
        cat log
        echo "in place of"
        cat "output_$i"
        failures=$((failures + 1))
    fi
done
exit "$((failures > 0))"
