"""levels_as_networkx.py <dump_levels>: random graph files mean the same to networkx and to us, levels included."""
import pathlib
import random
import subprocess
import sys
import tempfile

import networkx
import scipy.io


def random_edge_list(rng, path):
    """Writes an edge list with the traps of the format; gives its edges as numbers of the file."""
    most = rng.choice([5, 30, 100, 2**40, 2**63 - 1])
    ids = [rng.randint(0, most) for _ in range(rng.randint(1, 40))]
    edges = [(rng.choice(ids), rng.choice(ids)) for _ in range(rng.randint(1, 60))]
    weighted = rng.random() < 0.3
    lines = rng.choices(["# Nodes: 7 Edges: 9", "% a comment", "#", ""], k=rng.randint(0, 3))
    for number, (u, v) in enumerate(edges):
        line = f"{u}{rng.choice([' ', chr(9), '   '])}{v}" + (f" {rng.uniform(-9, 9):.3g}" if weighted else "")
        lines += [line] if rng.random() < 0.9 else ["# between", line, ""]
    end = rng.choice(["\n", "\r\n"])
    path.write_bytes(end.join(lines).encode() + (end if rng.random() < 0.8 else "").encode())
    return edges


def random_matrix_market(rng, path):
    """Writes a Matrix Market file; gives its edges, counted from 1, as scipy reads them."""
    n, symmetric = rng.randint(1, 40), rng.random() < 0.5
    pairs = [(rng.randint(1, n), rng.randint(1, n)) for _ in range(rng.randint(1, 60))]
    pairs = [(max(p), min(p)) if symmetric else p for p in pairs]
    head = "%%MatrixMarket matrix coordinate pattern " + ("symmetric" if symmetric else "general")
    path.write_text("\n".join([head, f"{n} {n} {len(pairs)}"] + [f"{i} {j}" for i, j in pairs]) + "\n")
    matrix = scipy.io.mmread(path).tocoo()
    return [(int(i) + 1, int(j) + 1) for i, j in zip(matrix.row, matrix.col)]


def ours(program, path, source, directed):
    command = [program, path, str(source)] + (["directed"] if directed else [])
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return {int(v): int(level) for v, level in (line.split() for line in out.splitlines())}


def main():
    rng = random.Random(11)
    several_levels = 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "graph.txt"
        for number in range(200):
            edges = rng.choice([random_edge_list, random_matrix_market])(rng, path)
            directed = rng.random() < 0.5
            graph = networkx.DiGraph(edges) if directed else networkx.Graph(edges)
            source = rng.choice(edges)[0]
            theirs = dict(networkx.single_source_shortest_path_length(graph, source))
            mine = ours(sys.argv[1], path, source, directed)
            if theirs != mine:
                sys.exit(f"file {number}, source {source}, {'directed' if directed else 'undirected'}: networkx has "
                         f"{theirs}, we have {mine}:\n{path.read_text()}")
            several_levels += max(theirs.values()) > 1
    if several_levels < 100:
        sys.exit("hardly any graph had several levels")
    print("the levels of 200 graphs are the same")


main()
