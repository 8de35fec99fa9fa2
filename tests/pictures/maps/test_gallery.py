"""The pictures of the READMEs: what --all writes and --check finds."""
import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

from pictures import choose, gallery, panel
from samples import read, request, trace as sample

README = "# Topic\n\n**v1.** Text.\n\n<!-- picture: one.svg -->\n<!-- end of picture -->\n\n<!-- picture: ladder.svg -->\nold\n<!-- end of picture -->\n"
TOML = '[[map]]\nname = "one"\nprograms = ["sample_v1"]\n'


class Studio:
    """Draws a sample in place of a run."""
    shop = SimpleNamespace(versions={}, make=lambda names: None)
    stride = 128

    def picture(self, name, asked):
        records = [request([self.stride * lane for lane in range(32)], self.stride // 4, 4)]
        group, _ = choose.choose_group(read(sample(records)), choose.Wish())
        return panel.draw(name, [panel.Panel(asked.programs[0], [], "sample.cu", "line", choose.choose_request(group, choose.Wish()),
                                             "sample_kernel", False)])


class Gallery(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.pictures = self.root / "topic" / "pictures"
        self.pictures.mkdir(parents=True)
        self.readme = self.root / "topic" / "README.md"
        self.readme.write_text(README)
        self.toml = self.pictures / "pictures.toml"
        self.toml.write_text(TOML)

    def run_it(self, write: bool, code: int, studio: Studio | None = None) -> str:
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            self.assertEqual(gallery.run(studio or Studio(), self.root, [], write), code, said.getvalue())
        return said.getvalue()

    def test_all_writes_pictures_and_images_and_check_agrees(self):
        self.assertIn("topic/pictures/one.svg is not there", self.run_it(write=False, code=1))
        self.run_it(write=True, code=0)
        text = self.readme.read_text()
        self.assertIn("<!-- picture: one.svg -->\n![Access map. sample_v1: 32 sectors, 4 would do.](pictures/one.svg)\n<!-- end of picture -->", text)
        self.assertIn("<!-- picture: ladder.svg -->\nold\n", text)  # somebody else's
        self.assertEqual(self.run_it(write=False, code=0), "")

    def test_check_finds_another_run(self):
        self.run_it(write=True, code=0)
        other = Studio()
        other.stride = 64
        said = self.run_it(write=False, code=1, studio=other)
        self.assertIn("topic/pictures/one.svg does not show what a run gives", said)
        self.assertIn("topic/README.md does not show its pictures as they are", said)

    def test_check_finds_a_picture_that_was_changed_or_is_none(self):
        self.run_it(write=True, code=0)
        path = self.pictures / "one.svg"
        whole = path.read_text()
        path.write_text(whole.replace("stroke-width: 2", "stroke-width: 3"))
        self.assertIn("is drawn differently now", self.run_it(write=False, code=1))
        path.write_text(whole[:100])
        self.assertIn("not a picture of this project", self.run_it(write=False, code=1))

    def test_check_finds_strays_and_missing_marks(self):
        self.run_it(write=True, code=0)
        (self.pictures / "two.svg").write_text((self.pictures / "one.svg").read_text())
        self.assertIn("topic/pictures/two.svg is in no pictures.toml", self.run_it(write=False, code=1))
        (self.pictures / "two.svg").unlink()
        self.readme.write_text("# Topic\n")
        self.assertIn("topic/pictures/one.svg is in no README", self.run_it(write=False, code=1))

    def test_a_bad_list_is_named(self):
        for text, message in [("[[map", "pictures.toml"), ('[[map]]\nname = "one"\n', "needs a name and one or two programs"),
                              (TOML + "colour = 1\n", "there is no 'colour'"), (TOML + 'options = "-n"\n', "options must be of type list"),
                              (TOML + 'kind = "chart"\n', "kind is map or timeline"), (TOML + TOML, "two pictures are called one")]:
            self.toml.write_text(text)
            with self.assertRaisesRegex(gallery.BadGallery, message):
                gallery.gallery(self.root, [])
        with self.assertRaisesRegex(gallery.BadGallery, "nowhere"):
            gallery.gallery(self.root, ["nowhere"])


if __name__ == "__main__":
    unittest.main()
