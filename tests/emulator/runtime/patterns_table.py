#!/usr/bin/env python3
"""Turns Nsight Compute's CSV into the table of the access patterns.

    patterns_table.py names.txt ncu.csv [patterns|texture_patterns] > patterns.csv

names.txt: the patterns' names, one per launch; ncu.csv: what `ncu --csv --metrics ...` wrote (one row per launch and metric).
"""
import csv
import sys

COLUMNS = {
    "global_ld_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "global_ld_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global_st_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "global_st_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "global_atom_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
    "global_atom_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
    "global_red_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
    "global_red_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
    "shared_ld_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "shared_ld_bank_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "shared_st_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "shared_st_bank_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "shared_atom_bank_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum",
    "shared_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
    "active_threads": "smsp__thread_inst_executed_per_inst_executed.ratio",
}

TEXTURE_COLUMNS = {
    "texture_requests": ("l1tex__t_requests_pipe_tex_mem_texture.sum", "l1tex__t_requests_pipe_tex_mem_texture_op_ld.sum"),
    "texture_sectors": ("l1tex__t_sectors_pipe_tex_mem_texture.sum", "l1tex__t_sectors_pipe_tex_mem_texture_op_ld.sum"),
    "surface_ld_requests": "l1tex__t_requests_pipe_tex_mem_surface_op_ld.sum",
    "surface_ld_sectors": "l1tex__t_sectors_pipe_tex_mem_surface_op_ld.sum",
    "surface_st_requests": "l1tex__t_requests_pipe_tex_mem_surface_op_st.sum",
    "surface_st_sectors": "l1tex__t_sectors_pipe_tex_mem_surface_op_st.sum",
    "texin_requests": "l1tex__texin_requests.sum",
    "f_wavefronts": "l1tex__f_wavefronts.sum",
}


def value_of(launch, metrics):
    """Of the first of these metrics that was measured."""
    for metric in (metrics,) if isinstance(metrics, str) else metrics:
        if launch.get(metric, "").replace(".", "").isdigit():
            return launch[metric]
    return ""


def main():
    columns = TEXTURE_COLUMNS if sys.argv[3:] == ["texture_patterns"] else COLUMNS
    names = [line.strip() for line in open(sys.argv[1]) if line.strip()]
    lines = [line for line in open(sys.argv[2]) if line.startswith('"')]
    launches = {}
    for row in csv.DictReader(lines):
        value = row["Metric Value"].replace(",", "")
        launches.setdefault(int(row["ID"]), {})[row["Metric Name"]] = value
    if len(launches) != len(names):
        sys.exit(f"{len(names)} names, but {len(launches)} launches")

    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["pattern", *columns, "note"])
    for name, launch in zip(names, (launches[i] for i in sorted(launches))):
        out.writerow([name, *(value_of(launch, metrics) for metrics in columns.values()), ""])


if __name__ == "__main__":
    main()
