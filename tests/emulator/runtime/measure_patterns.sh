#!/bin/sh
# Measures the access patterns with Nsight Compute on the GPU of this machine.
#
#   measure_patterns.sh [FOLDER]    writes FOLDER/names.txt, FOLDER/ncu.csv and FOLDER/patterns.csv (default: .)
#
# A program `patterns` beside this script is used if there is one; else it is built with nvcc. A metric that this GPU does
# not have stays empty.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-.}
mkdir -p "$out"

program=$here/patterns
if [ ! -x "$program" ]; then
    program=$out/patterns
    nvcc -std=c++20 -O3 -arch="${ARCH:-sm_90}" -lineinfo -o "$program" "$here/patterns.cu"
fi

metrics=smsp__thread_inst_executed_per_inst_executed.ratio
for op in ld st; do
    metrics=$metrics,l1tex__t_requests_pipe_lsu_mem_global_op_$op.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_$op.sum
    metrics=$metrics,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$op.sum
    metrics=$metrics,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_$op.sum
done
for op in atom red; do
    metrics=$metrics,l1tex__t_requests_pipe_lsu_mem_global_op_$op.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_$op.sum
done
metrics=$metrics,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum
metrics=$metrics,l1tex__data_pipe_lsu_wavefronts_mem_shared.sum,smsp__l1tex_data_pipe_lsu_wavefronts_mem_shared.sum
echo "$metrics" > "$out/metrics.txt"

"$program" > "$out/names.txt"
ncu --clock-control none --csv --metrics "$metrics" --log-file "$out/ncu.csv" "$program" > "$out/program.txt"
python3 "$here/patterns_table.py" "$out/names.txt" "$out/ncu.csv" > "$out/patterns.csv"
wc -l "$out/patterns.csv"
