"""scripts/lab grade with exercises for several emulated GPUs."""
import json
import shutil
import sys
import unittest
from pathlib import Path

from support import BUILD, ROOT, LabTest, exercise_file


class SeveralGpus(LabTest):
    """Exercises on three emulated GPUs: what is right on all numbers of GPUs gets points, and nothing else does."""

    EXERCISE = "allreduce_ring"
    # The solution's second half, and what stands in its place.
    BEGIN, END = "        // GPU g now has all of slice g + 1.\n", "    });\n    return vectors.download(run);"

    def variants(self):
        good = exercise_file(self.EXERCISE, "solution.cu")
        kernel = good[good.index("        if (gpus == 1)\n"):good.index(self.END)]
        second = good[good.index(self.BEGIN):good.index(self.END)]
        on_the_host = """        std::vector<T> sums(in.n);
        for (int gpu = 0; gpu < gpus; ++gpu)
            for (std::size_t i = 0; i < in.n; ++i)
                sums[i] += in.of(gpu)[i];
"""
        through_the_host = """        std::vector<T> sums(in.n), part(in.n);
        for (int gpu = 0; gpu < gpus; ++gpu) {
            CUDA_CHECK(cudaMemcpy(part.data(), vectors.numbers(gpu), in.n * sizeof(T), cudaMemcpyDeviceToHost));
            for (std::size_t i = 0; i < in.n; ++i)
                sums[i] += part[i];
        }
"""
        upload = """        for (int gpu = 0; gpu < gpus; ++gpu)
            CUDA_CHECK(cudaMemcpy(vectors.sums(gpu), sums.data(), in.n * sizeof(T), cudaMemcpyHostToDevice));
"""
        nccl = """        NCCL_CHECK(ncclGroupStart());
        for (int gpu = 0; gpu < gpus; ++gpu)
            NCCL_CHECK(ncclAllReduce(vectors.numbers(gpu), vectors.sums(gpu), in.n, nccl_type<T>(), ncclSum, ranks[gpu],
                                     streams[gpu]));
        NCCL_CHECK(ncclGroupEnd());
"""
        # name: (text, points, what the report says)
        return {"honest": (good, 10, "10 of 10"),
                "start": (exercise_file(self.EXERCISE, "start.cu"), 0, "All GPUs have all sums"),
                "right_on_two": (good.replace(second, second.replace("step < gpus - 1", "step < 1")), 0, "--gpus 3|on 3 GPUs|its own"),
                "right_on_three": (good.replace(second, second.replace("step < gpus - 1", "step < 2 && gpus == 3")), 0, "--gpus 2"),
                "on_the_host": (good.replace(kernel, on_the_host + upload), 0, "All GPUs have all sums"),
                "through_the_host": (good.replace(kernel, through_the_host + upload), 0, "made on the host"),
                "by_nccl": (good.replace(kernel, nccl).replace("    const std::vector<Stream> streams",
                                                               "    const Communicators ranks(gpus);\n    const std::vector<Stream> streams")
                            .replace('#include "vectors.cuh"', '#include "multi_gpu/nccl.cuh"\n#include "vectors.cuh"'), 0,
                            "or by a library")}

    def test_the_ring(self):
        submissions, out = Path(self.folder.name) / "in", Path(self.folder.name) / "out"
        for student, (text, _, _) in self.variants().items():
            (submissions / student).mkdir(parents=True)
            (submissions / student / f"{self.EXERCISE}.cu").write_text(text)
        self.lab("grade", str(submissions), "--out", str(out), "--secret", "a test", "--exercises", self.EXERCISE, "--jobs", "2")
        for student, (_, points, says) in self.variants().items():
            with self.subTest(student):
                report = (out / "students" / student / "report.txt").read_text()
                self.assertEqual(json.loads((out / "students" / student / "results.json").read_text())["score"], points, report)
                self.assertRegex(report, says)

    def test_three_four_and_eight_gpus(self):
        submissions, out = Path(self.folder.name) / "in", Path(self.folder.name) / "out"
        names = {"halo_events": ".cu", "allpairs_ring": ".cu", "allreduce_tree": ".toml"}
        for student in ("solution", "start"):
            (submissions / student).mkdir(parents=True)
            for name, suffix in names.items():
                (submissions / student / (name + suffix)).write_text(exercise_file(name, student + suffix))
        self.lab("grade", str(submissions), "--out", str(out), "--secret", "a test", "--exercises", *names, "--jobs", "2")
        for student, points in (("solution", 30), ("start", 0)):
            report = (out / "students" / student / "report.txt").read_text()
            self.assertEqual(json.loads((out / "students" / student / "results.json").read_text())["score"], points, report)

    def test_a_machine_with_one_gpu_is_told_to_take_the_emulator(self):
        from tool.exercise import read_exercise
        from tool.program import USAGE, Bench, Ran, ToolError
        exercise = read_exercise(ROOT / "lab" / "exercises" / self.EXERCISE)

        class OneGpu(Bench):
            def run(self, program, arguments, env=None, stdin=""):
                return Ran(USAGE if arguments[:2] == ["--gpus", "2"] else 0, "", "")

        with self.assertRaisesRegex(ToolError, "allreduce_ring needs 2 GPUs.*emulator"):
            OneGpu(ROOT, BUILD, "cuda").require_gpus(exercise)


if __name__ == "__main__":
    if not shutil.which("bwrap"):
        sys.exit(77)
    unittest.main()
