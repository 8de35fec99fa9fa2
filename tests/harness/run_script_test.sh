#!/bin/bash
# How scripts/run starts programs for several GPUs on the emulator: in a tree whose program only says how it was started.
#
#   run_script_test.sh <source folder> <scratch folder>
set -u

scratch=$2
! command -v nvcc >/dev/null || [ ! -e /proc/driver/nvidia/version ] || exit 77  # scripts/run would take the GPU
rm -rf "$scratch"
mkdir -p "$scratch"/{scripts,multi_gpu/halo,build/emulator/bin,bin}
cp "$1"/scripts/{run,setup.sh} "$scratch/scripts"
cp "$1/multi_gpu/halo/CMakeLists.txt" "$1"/multi_gpu/halo/v*.cu "$scratch/multi_gpu/halo"
touch "$scratch/build/emulator/build.ninja"
echo "CMAKE_HOME_DIRECTORY:INTERNAL=$(cd -P "$scratch" && pwd -P)" >"$scratch/build/emulator/CMakeCache.txt"
printf '#!/bin/sh\n' >"$scratch/bin/cmake"
printf '#!/bin/sh\necho "${CUDA_EMULATOR-one device} $*"\n' >"$scratch/build/emulator/bin/halo"
cp "$scratch/build/emulator/bin/halo" "$scratch/build/emulator/bin/halo_v3"
cp "$scratch/build/emulator/bin/halo" "$scratch/build/emulator/bin/halo_v6"
# What mpirun prints when a program ends with an exit code, and when a signal ends one.
cat >"$scratch/bin/mpirun" <<'END'
#!/bin/sh
line=--------------------------------------------------------------------------
echo "mpirun $*"
printf 'halo_v6: why\n%s\nPrimary job  terminated normally, but 1 process returned\na non-zero exit code.\n%s\n' $line $line >&2
printf '%s\nmpirun detected that one or more processes exited with non-zero status, thus causing\n%s\n' $line $line >&2
printf '%s\nMPI_ABORT was invoked on rank 0 in communicator MPI_COMM_WORLD\n%s\n' $line $line >&2
printf '%s\nmpirun noticed that process rank 1 exited on signal 9 (Killed).\n%s\nat the end' $line $line >&2
exit 2
END
chmod +x "$scratch"/{bin,build/emulator/bin}/*
export PATH="$scratch/bin:$PATH"
unset CUDA_EMULATOR OMPI_COMM_WORLD_SIZE

failures=0
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}
# expect <what the program prints> <program> [options]
expect() {
    local want=$1 got
    shift
    got=$("$scratch/scripts/run" "$@" 2>"$scratch/errors")
    [ "$got" = "$want" ] || fail "$*: '$got' in place of '$want': $(cat "$scratch/errors")"
}

expect "devices=2 --gpus 2" halo --gpus 2
expect "devices=3 -n 64 --gpus=3" halo_v3 -n 64 --gpus=3
expect "one device --gpus 1" halo --gpus 1
expect "one device --gpus 40" halo --gpus 40  # more than the emulator has: the program says so
expect "one device " halo
CUDA_EMULATOR=check=0 expect "check=0,devices=4 --gpus 4" halo --gpus 4
CUDA_EMULATOR=devices=8 expect "devices=8 --gpus 2" halo --gpus 2

run=$("$scratch/scripts/run" halo_v6 --gpus 2 2>"$scratch/errors")
code=$?
[ $code -eq 2 ] || fail "exit code $code in place of 2"
[[ $run = "mpirun --oversubscribe -n 2 "*"/bin/halo_v6 --gpus 2" ]] || fail "halo_v6: $run"
sleep 0.5  # what filters the messages ends after mpirun
[ "$(grep -v ^--- "$scratch/errors")" = $'halo_v6: why\nmpirun noticed that process rank 1 exited on signal 9 (Killed).\nat the end' ] ||
    fail "stderr: $(cat "$scratch/errors")"

[ "$failures" -eq 0 ] && echo "all right"
exit "$((failures > 0))"
