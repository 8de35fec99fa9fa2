"""ladders.py reads ladder()'s arguments as cmake/Ladder.cmake does."""
import re
import tempfile
import unittest
from pathlib import Path

from tool import ladders

ROOT = Path(__file__).resolve().parents[2]

LISTS = """
# ladder(none None none.h v1_none.cu)
ladder(sum Sum sum.h sum.cpp ../other.cpp  # v3_left_out.cu
  v10_ten.cu v2_two.cu
  library_cub.cu
  GPU_ONLY v4_gpu.cu
  SM_80 v10_ten.cu
  SM_90A v11_eleven.cu
  LIBRARIES CUDA::cublas)
ladder(product ns::Product product.h v1_one.cu NO_SELFTESTS)
several_gpus(sum)
"""


class Ladders(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name, text in [("adding", LISTS), ("adding/more", "ladder(more More more.h v1_more.cu)\n"), ("empty", "")]:
            (self.root / name).mkdir()
            (self.root / name / "CMakeLists.txt").write_text(text)

    def test_reads_all_forms(self) -> None:
        found = ladders.in_project(self.root)
        self.assertEqual(list(found), ["sum", "product", "more"])
        one = found["sum"]
        folder = self.root / "adding"
        self.assertEqual((one.topic, one.folder), ("Sum", folder))
        self.assertEqual(list(one.versions.items()), [(number, folder / name) for number, name in
                                                      [(2, "v2_two.cu"), (4, "v4_gpu.cu"), (10, "v10_ten.cu"), (11, "v11_eleven.cu")]])
        self.assertEqual(one.files[-1], folder / "library_cub.cu")
        self.assertEqual(len(one.files), 5)
        self.assertEqual((found["product"].topic, found["product"].library), ("ns::Product", None))

    def test_the_ladders_of_a_folder_come_before_those_below_it(self) -> None:
        self.assertEqual([one.name for one in ladders.in_folder(self.root / "adding")], ["sum", "product", "more"])

    def test_finds_each_version_of_the_project(self) -> None:
        """A file that registers a version belongs to exactly one ladder, under the number that it registers."""
        numbers = {file: number for one in ladders.in_project(ROOT).values() for number, file in one.versions.items()}
        listed = [file for one in ladders.in_project(ROOT).values() for file in one.files]
        self.assertEqual(len(listed), len(set(listed)))
        registered = {}
        for folder in {one.folder for one in ladders.in_project(ROOT).values()}:
            for file in folder.glob("*.cu"):
                if number := re.search(r"^LADDER_VERSION\(\s*\w+,\s*(\w+)", file.read_text(), re.MULTILINE):
                    registered[file] = number[1]
        self.assertEqual(set(registered), set(listed))
        self.assertEqual({file: int(number) for file, number in registered.items() if number != "kLibrary"}, numbers)


if __name__ == "__main__":
    unittest.main()
