#!/bin/sh
# Compiler launcher that compiles .cu files for the emulator: preprocess, rewrite, compile, number the blocks, assemble.
#
#   compile.sh <cuda_rewriter> <compiler> <arguments ... -c kernel.cu -o kernel.o>
#
# A file of another name is one too after -x cu.
# Everything that does not compile a .cu file goes straight to the compiler.
set -u

rewriter=$1
compiler=$2
shift 2

# The words after these options are their values.
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
trap 'rm -f "$preprocessed" "$rewritten" "$assembly" "$ordered" "$messages"' EXIT
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
    "$compiler" "$@" -E -x c++ "$source" -o "$preprocessed"
}

# What to do, the language, the input and the output come first.
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
    "$compiler" "$@" -x "$from" "$step" "$input" -o "$result"
}

# Where preprocessing stops at a header of a library that the emulator has not, the rewriter says so.
if preprocess "$@" 2>"$messages"; then
    cat "$messages" >&2
else
    failure=$?
    "$rewriter" --explain <"$messages" >&2
    exit "$failure"
fi
"$rewriter" <"$preprocessed" >"$rewritten" || exit
compile -S c++-cpp-output "$rewritten" "$assembly" "$@" || exit
"$rewriter" --order <"$assembly" >"$ordered" || exit
compile -c assembler "$ordered" "$object" "$@" -Wa,--no-warn -Wno-unused-command-line-argument || exit
