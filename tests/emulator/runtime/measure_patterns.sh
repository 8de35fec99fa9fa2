#!/bin/sh
# Measures the access patterns with Nsight Compute on the GPU of this machine.
#
#   measure_patterns.sh [--textures] [FOLDER]    writes FOLDER/names.txt, FOLDER/ncu.csv and FOLDER/patterns.csv (default: .)
#
# --textures: the patterns of texture_patterns.cu in place of those of patterns.cu. A program of this name beside this script is used if there is one; else it is built with nvcc. A metric that this GPU does
# not have stays empty.
set -eu
patterns=patterns
if [ "${1:-}" = --textures ]; then
    patterns=texture_patterns
    shift
fi
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-.}
mkdir -p "$out"

program=$here/$patterns
if [ ! -x "$program" ]; then
    program=$out/$patterns
    nvcc -std=c++20 -O3 -arch="${ARCH:-sm_90}" -lineinfo -o "$program" "$here/$patterns.cu"
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
if [ "$patterns" = texture_patterns ]; then # both names that versions of Nsight Compute have for textures
    metrics=l1tex__texin_requests.sum,l1tex__f_wavefronts.sum
    for what in requests sectors; do
        metrics=$metrics,l1tex__t_${what}_pipe_tex_mem_texture.sum,l1tex__t_${what}_pipe_tex_mem_texture_op_ld.sum
        metrics=$metrics,l1tex__t_${what}_pipe_tex_mem_surface_op_ld.sum,l1tex__t_${what}_pipe_tex_mem_surface_op_st.sum
    done
fi
echo "$metrics" > "$out/metrics.txt"

"$program" > "$out/names.txt"
ncu --clock-control none --csv --metrics "$metrics" --log-file "$out/ncu.csv" "$program" > "$out/program.txt"
python3 "$here/patterns_table.py" "$out/names.txt" "$out/ncu.csv" "$patterns" > "$out/patterns.csv"
wc -l "$out/patterns.csv"
