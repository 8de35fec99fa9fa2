"""scripts/draw as a user calls it: real programs, exit codes, one line for each mistake."""
import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as ET
from pathlib import Path

from pictures.draw import main
from pictures.programs import Workshop, telling
from pictures.svg import NAMESPACE, metadata_of
from samples import request, trace as sample

ROOT = Path(__file__).resolve().parents[3]
BUILD = Path(os.environ["DRAW_BUILD"])

TRANSPOSE = """
__global__ void transpose(const float* in, float* out, int n)
{
    const int x = threadIdx.x, y = blockIdx.x;
    out[x * n + y] = in[y * n + x];
}

int main()
{
    float *in, *out;
    cudaMalloc(&in, 32 * 32 * sizeof(float));
    cudaMalloc(&out, 32 * 32 * sizeof(float));
    cudaMemset(in, 0, 32 * 32 * sizeof(float));
    transpose<<<32, 32>>>(in, out, 32);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
"""


class DrawTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def draw_as_a_process(self, *words: str, code: int = 0) -> str:
        """Runs it in a folder of its own; gives what it printed to stderr."""
        ran = subprocess.run([sys.executable, "-m", "pictures.draw", *words], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(ran.returncode, code, ran.stderr)
        self.assertNotIn("Traceback", ran.stderr)
        return ran.stderr

    def draw(self, *words: str, code: int = 0) -> str:
        """The same without a process, which takes a multiple of the time."""
        before = os.getcwd()
        os.chdir(self.folder)
        with contextlib.redirect_stderr(io.StringIO()) as said:
            try:
                got = main([*words])
            except SystemExit as end:
                got = end.code
            finally:
                os.chdir(before)
        self.assertEqual(got, code, said.getvalue())
        return said.getvalue()

    def picture(self, name: str) -> dict:
        return metadata_of((self.folder / name).read_text())["data"]

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)


class Command(DrawTest):
    def test_draws_what_a_new_run_traces(self):
        self.draw_as_a_process("count_v2")
        shown = self.picture("count_v2.svg")["maps"][0]
        subprocess.run([BUILD / "bin" / "count_v2"], env={**os.environ, "CUDA_EMULATOR": f"trace={self.folder}/new.jsonl"},
                       check=True, capture_output=True)
        records = [json.loads(line) for line in (self.folder / "new.jsonl").read_text().splitlines()]
        atomics = [r for r in records if r["record"] == "memory" and r["op"] == "atomic"]
        traced = atomics[shown["request"] - 1]
        for member in ("lanes", "offsets", "line", "warp", "sectors", "ideal", "bytes"):
            self.assertEqual(shown[member], traced[member], member)
        self.assertEqual(shown["of"], len(atomics))
        self.assertEqual(shown["figure"], "32 lanes on one address: 32 sectors, 1 would do")
        self.assertEqual(shown["source"], "atomicAdd(count, 1);")
        self.assertEqual(shown["file"], "counter/v2_atomic.cu")

    def test_two_runs_give_the_same_bytes(self):
        self.draw("reduce_v2", "reduce_v3", "-o", "first.svg")
        first = (self.folder / "first.svg").read_bytes()
        self.draw("reduce_v2", "reduce_v3", "-o", "first.svg")
        self.assertEqual(first, (self.folder / "first.svg").read_bytes())
        before, after = self.picture("first.svg")["maps"]
        self.assertEqual((before["wavefronts"], after["wavefronts"]), (8, 1))
        self.assertEqual((before["array"], before["op"]), (after["array"], after["op"]))

    def test_says_which_line_it_took_and_lists_the_others(self):
        said = self.draw("reduce_v2")
        self.assertRegex(said, r"reduce_v2, line \d+ +4-byte load from partial \(shared\): 24 requests, 94 wavefronts, 70 over the ideal")
        self.assertRegex(said, r"others \(--line N\):\n +line \d+")

    def test_finds_a_line_by_its_text_and_passes_options_on(self):
        self.draw("reduce_v2", "--line", "block_sums[blockIdx.x] = partial[0];", "--op", "store", "-o", "a.svg", "--", "-n", "1000")
        shown = self.picture("a.svg")["maps"][0]
        self.assertEqual((shown["lanes"], shown["options"], shown["op"]), ([0], ["-n", "1000"], "store"))

    def test_draws_a_timeline_of_all_warps(self):
        self.draw("reduce_v2", "--timeline", "--warp", "all", "--line", "partial[index] += partial[index + s];")
        warps = self.picture("reduce_v2_timeline.svg")["timelines"][0]["warps"]
        self.assertEqual(len(warps), 8)
        line = metadata_of((self.folder / "reduce_v2_timeline.svg").read_text())["data"]["timelines"][0]["sources"]
        number = next(int(n) for n, text in line.items() if text.startswith("partial[index] +="))
        self.assertEqual([interval[0] for interval in warps["0"][1:4]], [[number, 3, "0-31"]] * 3)
        self.assertEqual(warps["0"][8][0], [number, 3, "0"])
        self.assertEqual(warps["7"][1][0][1], "barrier")  # nothing to add for it

    def test_bad_usage_is_one_line_and_code_2(self):
        for words, text in [(["reduce_v99"], "there is no program reduce_v99; there are reduce_v1"),
                            (["nonsense"], "neither a version of a ladder"),
                            (["vecadd_gird"], "there is no program vecadd_gird; did you mean vecadd_grid?"),
                            ([], "name one program"),
                            (["count_v2"] * 3, "name one program"),
                            (["count_v2", "--line", "no such text"], "no line of count_v2's source contains 'no such text'"),
                            (["count_v2", "--line", "0"], "counted from 1"),
                            (["count_v2", "--line", "const"], "lines with 'const'"),
                            (["count_v2", "--warp", "all"], "'all' goes with --timeline"),
                            (["count_v2", "-o", "no/such/folder.svg"], "cannot be written"),
                            (["count_v2", "-o", "x.png"], "-o x.png: pictures are SVG"),
                            (["count_v2", "--all"], "take no programs"),
                            (["count_v2", "--", "--no-such-option"], "no-such-option")]:
            said = self.draw(*words, code=2)
            self.assertIn(text, said)
            self.assertEqual(len([line for line in said.splitlines() if line.startswith("scripts/draw: ")]), 1, said)
        self.assertIn("there is no program", self.draw_as_a_process("reduce_v99", code=2))
        self.assertEqual(list(self.folder.glob("*.svg")), [])

    def test_draws_an_exercise_from_the_students_file_or_else_from_the_start_file(self):
        os.environ["LAB_WORK"] = str(self.folder)
        self.addCleanup(os.environ.pop, "LAB_WORK")
        self.draw("saxpy_branches")
        shown = self.picture("saxpy_branches.svg")["maps"][0]
        self.assertEqual((shown["file"], len(shown["lanes"])), ("lab/exercises/saxpy_branches/start.cu", 16))
        self.write("saxpy_branches.cu", (ROOT / "lab/exercises/saxpy_branches/solution.cu").read_text().replace("float result;", ""))
        self.assertIn("error: 'result' was not declared", self.draw("saxpy_branches", code=3))

    def test_a_file_that_registers_a_version_is_built_in_the_place_of_one(self):
        shop = Workshop(ROOT, BUILD)
        self.write("saxpy_branches.cu", "LADDER_VERSION(Saxpy, 3,")
        self.write("mine.cu", "LADDER_VERSION(Saxpy, 9,")
        self.write("plain.cu", TRANSPOSE)
        places = {name: shop.find(f"{self.folder}/{name}.cu").exercise for name in ("saxpy_branches", "mine", "plain")}
        self.assertEqual((places["saxpy_branches"].program, places["mine"].program, places["plain"]), ("saxpy_v3", "saxpy_v1", None))

    def test_what_takes_long_is_told(self):
        with contextlib.redirect_stderr(io.StringIO()) as said, telling("building all", after=0.01):
            time.sleep(0.2)
        self.assertEqual(said.getvalue(), "scripts/draw: building all ...\n")

    def test_what_is_not_in_the_trace_is_code_1(self):
        self.assertIn("no traced access fits", self.draw("count_v2", "--array", "nothing", code=1))
        self.assertIn("the trace has no access to memory", self.draw("count_v2", "--line", "1", code=1))
        self.assertIn("there is no request 100", self.draw("count_v2", "--request", "100", code=1))

    def test_bad_files_are_one_line_and_code_3(self):
        whole = sample([request([0], 1, 1)])
        self.write("garbage.jsonl", whole.replace('"offsets"', '"offs'))
        self.write("lacking.jsonl", whole.replace('"op"', '"po"'))
        self.write("other.jsonl", '{"record": "trace", "version": 2, "program": "x"}\n')
        self.write("odd.jsonl", whole.replace('"offsets": [0]', '"offsets": [0, 4]'))
        (self.folder / "binary.jsonl").write_bytes(b"\xff\xfe\x00\n")
        self.write("empty.jsonl", "")
        for file, text in [("garbage", "garbage.jsonl:4: not a line of a trace"),
                           ("lacking", "lacking.jsonl:4: not a line of a trace: lacks 'op'"), ("other", "no trace of version 1"),
                           ("odd", "not one offset per lane"), ("binary", "not text"), ("empty", "no whole line"),
                           ("missing", "no such file")]:
            said = self.draw(f"{file}.jsonl", code=3)
            self.assertIn(text, said)
            self.assertEqual(said.count("\n"), 1, said)

    def test_a_trace_that_a_kill_cut_off_is_drawn_as_far_as_it_goes(self):
        first, second = request([0], 1, 1), request([0, 4], 1, 1, step=2)
        text = sample([first, second]).replace("sample_kernel", "sämple_kernel").encode()
        second_line, end_line = text.index(b'"step": 2'), text.index(b'{"record": "end"')
        for name, until, requests in [("in_end", len(text) - 5, 2), ("before_end", end_line, 2), ("newline", end_line - 1, 1),
                                      ("in_second", second_line, 1)]:
            (self.folder / "cut.jsonl").write_bytes(text[:until])
            said = self.draw("cut.jsonl", "--request", str(requests), "-o", f"{name}.svg")
            self.assertIn("cut.jsonl has no end: the program was killed while it wrote", said)
            self.assertIn(f"there is no request {requests + 1}", self.draw("cut.jsonl", "--request", str(requests + 1), code=1))
        self.write("whole.jsonl", sample([first]))
        self.assertNotIn("no end", self.draw("whole.jsonl"))
        (self.folder / "letter.jsonl").write_bytes(text[:text.index("ä".encode()) + 1])
        self.assertIn("the trace has no access to memory", self.draw("letter.jsonl", code=1))

    def test_a_picture_is_well_formed_and_has_what_readers_need(self):
        self.draw("hist_v4", "-o", "hist.svg", "--", "-n", "4Ki")
        root = ET.parse(self.folder / "hist.svg").getroot()
        for element in ("title", "desc", "metadata"):
            self.assertTrue(root.findtext(f"{{{NAMESPACE}}}{element}"))


class OwnProgram(DrawTest):
    draw = DrawTest.draw_as_a_process  # the compiler writes to stderr, too

    def test_draws_a_file_of_ones_own(self):
        self.write("transpose.cu", "#warning as emucc says\n" + TRANSPOSE)
        said = self.draw("transpose.cu")
        self.assertIn("drawn: 32 sectors, 4 would do", said)
        self.assertIn("as emucc says", said)  # while it builds its library, too
        shown = self.picture("transpose.svg")["maps"][0]
        self.assertEqual((shown["source"], shown["array"], shown["op"]), ("out[x * n + y] = in[y * n + x];", "out", "store"))

    def test_shows_what_the_compiler_says(self):
        self.write("wrong.cu", "int main() { return nothing; }\n")
        said = self.draw("wrong.cu", code=3)
        self.assertIn("wrong.cu cannot be compiled", said)
        self.assertIn("nothing", said)


if __name__ == "__main__":
    unittest.main()
