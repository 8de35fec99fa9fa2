"""Which file counts for whom and for what, by its name. test_collecting.py runs these too."""
import io
import tempfile
import unittest
import zipfile
from pathlib import Path

from support import ROOT

from tool import exercise
from tool.grading import students, submissions

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
        found, self.strays = submissions.find(self.folder, [COURSE[name] for name in chosen or ["reduce_tree"]], COURSE)
        return {s.name: s for s in found}

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
        self.assertEqual(len(self.find()["ann"].notes), students.MOST_NOTES + 1)

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

    # --- Moodle's 'download all submissions'

    def moodle(self, *paths, name="week1.zip"):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for path in paths:
                archive.writestr(path, b"x")
        self.put(name, content=packed.getvalue())

    def change_archive(self, mark, place, change):
        """Of the first entry: mark begins its header, in which a byte is changed."""
        file = self.folder / "week1.zip"
        content = bytearray(file.read_bytes())
        content[content.index(mark) + place] ^= change
        file.write_bytes(content)

    def test_moodles_folders_are_students_by_their_names(self):
        self.put("Ana M\u00fcller_12345_assignsubmission_file_/reduce_tree.cu", "Jo de la_Cruz_7_assignsubmission_file/reduce_tree.cu",
                 "Ana Mu\u0308ller_12345_assignsubmission_onlinetext_/onlinetext.html", "zoe_9_assignsubmission_file_reduce_tree.cu",
                 "kim_8_assignsubmission_file_reduce-tree.cu", "zoe_9_assignsubmission_onlinetext_onlinetext.html")
        found = self.find()
        self.assertEqual({name: len(s.files) for name, s in found.items()}, {"Ana M\u00fcller": 1, "Jo de la_Cruz": 1, "kim": 0, "zoe": 1})
        self.assertEqual({name: s.notes for name, s in found.items() if s.notes},
                         {"kim": ["reduce-tree.cu was not read: the name must be reduce_tree.cu"]})

    def test_two_students_of_one_name_stay_two(self):
        self.put("Ana_12_assignsubmission_file_/reduce_tree.cu")
        self.put("Ana_34_assignsubmission_file_/reduce_tree.cu", content=b"y")
        self.put("Ana_34_assignsubmission_onlinetext_/onlinetext.html", "Ana_12/reduce_tree.cu", "Ben_5_assignsubmission_file_/a.txt")
        self.assertEqual({name: s.files.get("reduce_tree") for name, s in self.find().items()},
                         {"Ana_12": b"x", "Ana_12_12": b"x", "Ana_34": b"y", "Ben": None})

    def test_moodles_archive_is_a_class(self):
        students_of = ("Ana M\u00fcller_12_assignsubmission_file_/reduce_tree.cu", "Ana M\u00fcller_12_assignsubmission_onlinetext_/onlinetext.html",
                       "Bo_3_assignsubmission_file_/reduce_tree.zip", "Cy_4_assignsubmission_file_reduce_tree.cu")
        for around in ("", "week 1/"):
            with self.subTest(around):
                self.moodle("__MACOSX/._x", *(around + path for path in students_of))
                for given in (self.folder, self.folder / "week1.zip"):
                    found = {s.name: s for s in submissions.find(given, [COURSE["reduce_tree"]], COURSE)[0]}
                    self.assertEqual({name: len(s.files) for name, s in found.items()}, {"Ana M\u00fcller": 1, "Bo": 0, "Cy": 1})
                    self.assertEqual([len(s.notes) for s in found.values()], [0, 1, 0])

    def test_an_archive_of_a_class_may_hide_that_its_names_are_utf_8(self):
        self.moodle("Ana M\u00fcller_12_assignsubmission_file_/reduce_tree.cu")
        for mark, flags in ((b"PK\3\4", 7), (b"PK\1\2", 9)):
            self.change_archive(mark, flags, 0x08)
        self.assertEqual(list(self.find()), ["Ana M\u00fcller"])

    def test_a_students_archive_names_nobody_else(self):
        self.moodle("bob_3_assignsubmission_file_/reduce_tree.cu", name="alice.zip")
        self.put("bob/reduce_tree.cu", content=b"y")
        self.assertEqual({name: s.files for name, s in self.find().items()}, {"bob": {"reduce_tree": b"y"}})
        self.assertRegex(self.strays[0], "alice.zip was not read: Moodle's archive of a class is graded alone")

    def test_what_is_wrong_with_one_students_part_keeps_nobody_elses_from_being_read(self):
        self.moodle("Ana_1_assignsubmission_file_/reduce_tree.cu", "Bo_2_assignsubmission_file_/reduce_tree.cu", "Cy_3_assignsubmission_file_/../x")
        self.change_archive(b"PK\1\2", 16, 1)  # Ana's checksum
        found = self.find()
        self.assertEqual({name: len(s.files) for name, s in found.items()}, {"Ana": 0, "Bo": 1})
        self.assertRegex(found["Ana"].notes[0], "cannot be read: Bad CRC")
        self.assertRegex(self.strays[0], "leads outside")

    def test_a_folder_around_moodles_folders_is_no_student(self):
        self.put("week 1/Ana_1_assignsubmission_file_/reduce_tree.cu", "week 1/Bo_2_assignsubmission_file_/reduce_tree.cu", ".DS_Store")
        self.assertEqual(list(self.find()), ["Ana", "Bo"])

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
