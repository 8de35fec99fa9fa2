#!/bin/sh
# rooms_test.sh <emulator/src>: whether the includes of the emulator's sources go one way, from room to room.
#
# The rooms and their order are the table in <emulator/src>/README.md: a room includes itself and the rooms below it.
set -u
cd "$1" || exit

rooms=$(sed -n 's/^| `\([a-z_]*\)\/` |.*/\1/p' README.md)
[ "$(echo "$rooms" | wc -w)" -gt 1 ] || {
    echo "README.md: no table of rooms"
    exit 1
}

failed=0
complain() {
    echo "$*"
    failed=1
}

for room in *; do
    [ ! -d "$room" ] || echo "$rooms" | grep -qx "$room" || complain "$room/: README.md does not list this room"
done

allowed=
for room in $(echo "$rooms" | sed '1!G;h;$!d'); do # from the lowest to the highest
    allowed="$allowed $room"
    [ -n "$(ls "$room"/*.cpp 2>/dev/null)" ] || complain "$room/: no sources"
    for file in "$room"/*; do
        for header in $(sed -n 's/^ *# *include *"\([^"]*\)".*/\1/p' "$file"); do
            if [ -e "../include/$header" ]; then
                continue # the public headers are everybody's
            fi
            case " $allowed " in
            *" ${header%%/*} "*) [ -e "$header" ] || complain "$file: no such header: $header" ;;
            *) complain "$file includes $header, but $room/ may include only:$allowed" ;;
            esac
        done
    done
done

# What depends on the processor has files of its own.
for file in */*.cpp */*.h ../include/*.h ../include/cuda_emulator/*.h ../include/cuda_emulator/*/*.h; do
    case $file in
    machine/* | *_x86_64.cpp | *_aarch64.cpp) continue ;;
    */frame.h) words='__x86_64__|REG_R|asm *\(R|asm volatile' ;;
    *) words='__builtin_frame_address|__x86_64__|__aarch64__|REG_R[A-Z]|asm *\(R"|asm volatile|_SC_PAGE' ;;
    esac
    grep -qE "$words" "$file" && complain "$file depends on the processor: machine/, or EMU_FRAME, is for that"
done

exit $failed
