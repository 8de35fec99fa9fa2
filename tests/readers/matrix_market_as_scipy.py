"""matrix_market_as_scipy.py <dump_matrix_market>: random Matrix Market files mean the same to scipy and to us."""
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy
import scipy.io
import scipy.sparse


def random_file(rng, path):
    """Writes a valid file with the traps of the format: comments, CR LF, white space, duplicates, mirrored halves."""
    field = rng.choice(["real", "integer", "pattern"])
    symmetry = rng.choice(["general", "symmetric"] + (["skew-symmetric"] if field != "pattern" else []))
    rows = rng.randint(1, 40)
    columns = rows if symmetry != "general" else rng.randint(1, 40)
    entries = []
    for _ in range(rng.randint(0, 200)):
        i, j = rng.randint(1, rows), rng.randint(1, columns)
        if symmetry != "general" and j > i:
            i, j = j, i
        if symmetry == "skew-symmetric" and i == j:
            continue
        value = {"real": rng.choice(["%.9g" % rng.uniform(-9, 9), "1e-3", "-2.5E+2", ".5", "7."]),
                 "integer": str(rng.randint(-1000, 1000)), "pattern": ""}[field]
        entries.append(f"{i} {j} {value}".rstrip() if rng.random() < 0.8 else f"{i}\t{j}   {value}")
    end = rng.choice(["\n", "\r\n"])
    text = [f"%%MatrixMarket matrix coordinate {field} {symmetry}"]
    text += rng.choices(["% a comment", "%", "%%another"], k=rng.randint(0, 3))
    text += [f"{rows} {columns} {len(entries)}"] + entries
    # A last line that ends in blanks and no line break crashes scipy 1.12 and later: it is left to our own tests.
    last_end = end if rng.random() < 0.8 or text[-1] != text[-1].rstrip() else ""
    path.write_bytes((end.join(text) + last_end).encode())


def ours(program, path):
    out = subprocess.run([program, path], check=True, capture_output=True, text=True).stdout.split("\n")
    shape = tuple(int(n) for n in out[0].split())
    entries = [line.split() for line in out[1:] if line]
    return scipy.sparse.coo_matrix(
        ([float(e[2]) for e in entries], ([int(e[0]) for e in entries], [int(e[1]) for e in entries])), shape=shape)


def main():
    rng = random.Random(7)
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "matrix.mtx"
        for number in range(150):
            random_file(rng, path)
            theirs = scipy.io.mmread(path)
            mine = ours(sys.argv[1], path)
            same = theirs.shape == mine.shape and numpy.allclose(theirs.toarray(), mine.toarray(), rtol=1e-6, atol=1e-6)
            if not same:
                sys.exit(f"file {number} is read differently:\n{path.read_text()}")
            compared += theirs.nnz > 0
    if compared < 100:
        sys.exit("hardly any file had entries")
    print(f"{compared} matrices are the same")


main()
