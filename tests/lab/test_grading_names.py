"""Which file counts for whom and for what, by its name. test_collecting.py runs these too."""
import io
import tempfile
import unittest
import zipfile
from pathlib import Path

from support import ROOT

from tool import exercise
from tool.grading import submissions

COURSE = exercise.read_all(ROOT / "lab" / "exercises")


class FileNames(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def put(self, *paths, content=b"x"):
        for path in paths:
            file = self.folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)

    def find(self, *chosen):
        students, self.strays = submissions.find(self.folder, [COURSE[name] for name in chosen or ["reduce_tree"]], COURSE)
        return {s.name: s for s in students}

    def notes(self, student, *chosen):
        return "\n".join(self.find(*chosen)[student].notes)

    # --- names that are nearly right

    def test_a_name_in_other_letters_is_taken_and_said(self):
        self.put("kim/Reduce_Tree.cu", "kim/plain_memset (1).cu")
        self.assertEqual(self.find("reduce_tree", "plain_memset")["kim"].files, {"reduce_tree": b"x", "plain_memset": b"x"})
        notes = self.notes("kim", "reduce_tree", "plain_memset")
        self.assertIn("Reduce_Tree.cu was taken for reduce_tree.cu", notes)
        self.assertIn("plain_memset (1).cu was taken for plain_memset.cu", notes)

    def test_a_copy_beside_the_file_is_not_taken(self):
        self.put("kim/reduce_tree.cu")
        self.put("kim/reduce_tree (1).cu", content=b"y")
        self.assertEqual(self.find()["kim"].files, {"reduce_tree": b"x"})
        self.assertIn("reduce_tree (1).cu was not read: kim/reduce_tree.cu is there", self.notes("kim"))

    def test_of_two_that_are_nearly_right_none_is_taken(self):
        self.put("kim/Reduce_Tree.cu")
        self.put("kim/reduce_tree (1).cu", content=b"y")
        self.assertEqual(self.find()["kim"].files, {})
        self.assertEqual(self.notes("kim").count("was not read: the name must be reduce_tree.cu"), 2)

    def test_other_near_names_are_said(self):
        for name in ("reduce-tree.cu", "reduce_tree.cpp", "reduce_tree.txt", "reduce_tree_final.cu", "my reduce_tree.cu"):
            with self.subTest(name):
                self.put(f"{name[:-4]}/{name}")
                self.assertEqual(self.find()[name[:-4]].files, {})
                self.assertIn(f"{name} was not read: the name must be reduce_tree.cu", self.notes(name[:-4]))

    def test_an_archive_within_a_folder_is_said(self):
        self.put("gina/lab5.zip")
        self.assertIn("archives inside of a folder or an archive are not opened: gina/lab5.zip", self.notes("gina"))

    def test_near_names_in_an_archive_are_said(self):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for name in ("work/Reduce_Tree.cu", "solution.cu", "inner.zip", "__MACOSX/._reduce_tree.cu"):
                archive.writestr(name, b"x")
        self.put("gina.zip", content=packed.getvalue())
        notes = self.notes("gina").splitlines()
        self.assertEqual(self.find()["gina"].files, {"reduce_tree": b"x"})
        self.assertEqual(len(notes), 3, notes)
        self.assertIn("the name is no exercise's: gina.zip/solution.cu", "\n".join(notes))
        self.assertIn("not opened: gina.zip/inner.zip", "\n".join(notes))

    def test_a_file_too_far_down_is_said(self):
        self.put("deep/1/2/3/4/5/6/reduce_tree.cu")
        self.assertIn("more than 6 folders down: deep/1/2/3/4/5/6", self.notes("deep"))

    def test_a_work_folder_with_all_exercises_gets_one_note(self):
        self.put("ann/reduce_tree.cu", "ann/reduce_tree.md", "ann/progress.json",
                 *(f"ann/{e.answer_name}" for e in COURSE.values() if e.name != "reduce_tree"))
        self.assertRegex(self.notes("ann"), r"^not asked for: .* and \d+ more$")

    def test_many_notes_are_cut_off(self):
        self.put(*(f"ann/reduce_tree_{i}.cu" for i in range(100)))
        self.assertEqual(len(self.find()["ann"].notes), submissions.MOST_NOTES + 1)

    # --- single files

    def test_the_longest_name_of_the_course_is_meant(self):
        self.put("bob_allreduce_tree.cu", "eve_reduce_tree.cu", "carolreduce_tree_2.cu")
        found = self.find()
        self.assertEqual({name: sorted(s.files) for name, s in found.items()},
                         {"bob": [], "eve": ["reduce_tree"], "carolreduce_tree_2": ["reduce_tree"]})
        self.assertEqual(found["bob"].notes, ["not asked for: bob_allreduce_tree.cu"])

    def test_what_is_not_asked_for_is_never_another_exercise(self):
        self.put("eve_plain_memset.cu")
        self.assertEqual(self.find()["eve"].files, {})

    def test_with_one_exercise_the_students_name_is_enough(self):
        self.put("bob.cu")
        self.assertEqual(self.find()["bob"].files, {"reduce_tree": b"x"})
        self.assertEqual(self.find("reduce_tree", "plain_memset"), {})
        self.assertEqual(self.strays, ["bob.cu was not read: it names no student"])

    def test_what_names_no_student_is_none(self):
        self.put("readme.txt", "reduce_tree.cu")
        self.assertEqual(self.find(), {})
        self.assertEqual(self.strays, [f"{name} was not read: it names no student" for name in ("readme.txt", "reduce_tree.cu")])

    # --- two files for one exercise

    def test_the_higher_file_counts_and_then_the_first_by_its_path(self):
        self.put("lea/reduce_tree.cu", "zoe/b/reduce_tree.cu")
        self.put("lea/work/reduce_tree.cu", "zoe/a/reduce_tree.cu", content=b"y")
        found = self.find()
        self.assertEqual((found["lea"].files["reduce_tree"], found["zoe"].files["reduce_tree"]), (b"x", b"y"))
        self.assertIn("lea/work/reduce_tree.cu was left out: lea/reduce_tree.cu was taken, which lies higher", found["lea"].notes)
        self.assertIn("zoe/b/reduce_tree.cu was left out: zoe/a/reduce_tree.cu was taken, which comes first by its path",
                      found["zoe"].notes)

    def test_a_folder_counts_before_an_archive(self):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("reduce_tree.cu", b"y")
        self.put("zoe/reduce_tree.cu")
        self.put("zoe.zip", content=packed.getvalue())
        self.assertEqual(self.find()["zoe"].files, {"reduce_tree": b"x"})
        self.assertIn("zoe.zip/reduce_tree.cu was left out: zoe/reduce_tree.cu was taken", self.notes("zoe"))


if __name__ == "__main__":
    unittest.main()
