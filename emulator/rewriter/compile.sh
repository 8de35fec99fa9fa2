#!/bin/sh
# Compiler launcher that compiles .cu files for the emulator: preprocess, rewrite, compile, number the blocks,
# check conversions, assemble.
#
#   compile.sh [--prelude <file>] <cuda_rewriter> <compiler> <arguments ... -c kernel.cu -o kernel.o>
#   compile.sh --make-prelude <file> <cuda_rewriter> <compiler> <arguments ... -c empty.cu -o empty.o>
#
# A prelude is the precompiled text of the headers that -include names, for sources that are compiled with the same
# options. It changes nothing but the time: g++ parses the headers once, not once for each source. Only for g++.
#
# After -x cu, a file of any name counts as a .cu file.
# A command that does not compile a .cu file is passed to the compiler unchanged.
set -u

prelude=
makes_prelude=no
case $1 in
--prelude) prelude=$2 && shift 2 ;;
--make-prelude) prelude=$2 makes_prelude=yes && shift 2 ;;
esac
rewriter=$1
compiler=$2
shift 2

# The options whose value is the next word.
takes_value() {
    case $1 in
    -o | -x | -D | -U | -I | -MF | -MT | -MQ | -include | -imacros | -isystem | -iquote | -idirafter | -isysroot | \
        -Xclang | -Xpreprocessor | -mllvm | -target | --param) return 0 ;;
    *) return 1 ;;
    esac
}

source=
object=
language=
compiles=no
dependencies=no
dependency_file=no
dependency_target=no
option=
for word in "$@"; do
    if [ -n "$option" ]; then
        [ "$option" = -o ] && object=$word
        [ "$option" = -x ] && language=$word
        option=
        continue
    fi
    case $word in
    -c) compiles=yes ;;
    -MD | -MMD) dependencies=yes ;;
    -*) ;;
    *.cu) source=$word ;;
    *) [ "$language" != cu ] || source=$word ;;
    esac
    case $word in
    -MT* | -MQ*) dependency_target=yes ;;
    -MF*) dependency_file=yes ;;
    esac
    takes_value "$word" && option=$word
done

if [ "$compiles" = no ] || [ -z "$source" ]; then
    exec "$compiler" "$@"
fi
[ -n "$object" ] || object=$(basename "${source%.*}").o

preprocessed=$object.preprocessed
rewritten=$object.rewritten
assembly=$object.assembly
ordered=$object.ordered
messages=$object.messages
headers=$object.headers
compiled=$object.compiled
device=$object.device
trap 'rm -f "$preprocessed" "$device" "$rewritten" "$assembly" "$ordered" "$messages" "$headers" "$compiled"' EXIT
trap 'exit 1' HUP INT TERM

# Keeps the arguments of one stage: the loop takes each word from the front and appends it again if the stage
# wants it, since a POSIX shell has no other list.
preprocess() {
    count=$#
    while [ "$count" -gt 0 ]; do
        word=$1
        shift
        count=$((count - 1))
        case $word in
        -c | "$source") ;;
        -fsanitize*) ;; # the headers must not see a sanitizer, whose runtime will not be there
        -o | -x)
            shift
            count=$((count - 1))
            ;;
        *)
            set -- "$@" "$word"
            if takes_value "$word"; then
                set -- "$@" "$1"
                shift
                count=$((count - 1))
            fi
            ;;
        esac
    done
    # Without -MF and -MT the dependencies would be those of the preprocessed file.
    if [ "$dependencies" = yes ]; then
        [ "$dependency_file" = yes ] || set -- "$@" -MF "${object%.*}.d"
        [ "$dependency_target" = yes ] || set -- "$@" -MT "$object"
    fi
    LC_ALL=C.UTF-8 "$compiler" "$@" -E -x c++ "$source" -o "$preprocessed"
}

# Preprocesses for the device, and takes its branches where only device code sees them.
take_device_branches() {
    host=$preprocessed
    preprocessed=$device
    preprocess "$@" -D__CUDA_ARCH__=900 2>"$messages"
    failure=$?
    preprocessed=$host
    [ "$failure" -eq 0 ] || cat "$messages" >&2
    [ "$failure" -eq 0 ] && "$rewriter" --device "$device" <"$host" >"$rewritten" && mv "$rewritten" "$host"
}

# compile <-S or -c> <language> <input> <output> <arguments ...>
compile() {
    step=$1 from=$2 input=$3 result=$4
    shift 4
    count=$#
    while [ "$count" -gt 0 ]; do
        word=$1
        shift
        count=$((count - 1))
        case $word in
        -c | "$source" | -MD | -MMD | -MP | -C | -CC) ;;
        -o | -x | -D | -U | -I | -MF | -MT | -MQ | -include | -imacros | -isystem | -iquote | -idirafter)
            shift
            count=$((count - 1))
            ;;
        -D* | -U* | -I* | -MF* | -MT* | -MQ*) ;;
        -fdump-tree-optimized-lineno) set -- "$@" "$word=$compiled" ;;
        *)
            set -- "$@" "$word"
            if takes_value "$word"; then
                set -- "$@" "$1"
                shift
                count=$((count - 1))
            fi
            ;;
        esac
    done
    # The rewriter reads the messages.
    LC_ALL=C.UTF-8 "$compiler" "$@" -fdiagnostics-color=never -x "$from" "$step" "$input" -o "$result"
}

# The compiler speaks of the rewritten text. The rewriter tells its messages for the source.
explain() {
    [ ! -s "$messages" ] || "$rewriter" --messages "$preprocessed" <"$messages" >&2 || cat "$messages" >&2
}

# If this leaves no prelude, sources compile without it.
make_prelude() {
    rm -f "$prelude" "$prelude.gch"
    "$rewriter" --headers "$source" <"$rewritten" >"$headers" || return
    compile -c c++-header "$headers" "$prelude.gch" "$@" -fpreprocessed 2>/dev/null && mv "$headers" "$prelude"
}

# Compiles with the prelude if the source's headers are the prelude's, word for word. Returns 1 if they are not, or if
# it does not compile: the whole text is then compiled again, for the error messages.
compile_with_prelude() {
    [ -e "$prelude.gch" ] && "$rewriter" --after-prelude "$prelude" "$source" <"$rewritten" >"$headers" || return
    compile -S c++-cpp-output "$headers" "$assembly" "$@" 2>"$messages" || return
    explain
}

order() {
    "$rewriter" --order "$compiled" "$rewritten" <"$assembly" >"$ordered"
}

# If a header is missing that belongs to a library the emulator does not have, the rewriter says so.
if preprocess "$@" 2>"$messages"; then
    [ ! -s "$messages" ] || cat "$messages" >&2
else
    failure=$?
    "$rewriter" --explain <"$messages" >&2
    exit "$failure"
fi
! "$rewriter" --may-have-device-branches <"$preprocessed" || take_device_branches "$@" || exit
"$rewriter" <"$preprocessed" >"$rewritten" || exit
[ $makes_prelude = no ] || make_prelude "$@"
if [ -z "$prelude" ] || [ $makes_prelude = yes ] || ! compile_with_prelude "$@"; then
    compile -S c++-cpp-output "$rewritten" "$assembly" "$@" 2>"$messages"
    failure=$?
    explain
    [ "$failure" -eq 0 ] || exit "$failure"
fi
order
outcome=$?
if [ "$outcome" -eq 3 ]; then
    # One instruction stands for conversions to two types: they stay apart without these passes.
    compile -S c++-cpp-output "$rewritten" "$assembly" "$@" -fdisable-rtl-cse1 -fdisable-rtl-cse_local \
        -fdisable-rtl-cse2 -fdisable-rtl-postreload 2>/dev/null || exit
    order
    outcome=$?
fi
case $outcome in
0 | 3) ;;
*) exit "$outcome" ;;
esac
compile -c assembler "$ordered" "$object" "$@" -Wa,--no-warn -Wno-unused-command-line-argument || exit
