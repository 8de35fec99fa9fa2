"""results/README.md explains every key of every JSON file under results/, and no key that is nowhere."""
import json
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
README = (ROOT / "results/README.md").read_text()
ROW = re.compile(r"^\| `([^`]+)` \| (.+) \|$", re.MULTILINE)
ACCESS = re.compile(r"(global|shared|texture)_(loads|stores|atomics)\.")


def section(begin: str, end: str | None) -> set[str]:
    text = README.split(begin, 1)[1]
    return {name for name, _ in ROW.findall(text.split(end, 1)[0] if end else text)}


def normal(path: str) -> str:
    """As the README names it: a label of a figure is *, the kinds of access share their fields."""
    path = re.sub(r"((?:^|\.)(?:cpu_)?figures)\..*", r"\1.*", path)
    path = re.sub(r"links\[\]\.(copies|through_host|reads|writes|collectives)\.", "links[].<means>.", path)
    path = re.sub(r"(pageable|pinned)_copies\.", "<kind>_copies.", path)
    return ACCESS.sub("<access>.", path)


def keys(value, prefix: str = "") -> set[str]:
    if isinstance(value, dict):
        found = set()
        for key, inner in value.items():
            found |= {normal(prefix + key)} | keys(inner, f"{prefix}{key}.")
        return found
    if isinstance(value, list):
        return set().union(*(keys(inner, prefix[:-1] + "[].") for inner in value)) if value else set()
    return set()


def all_keys(pattern: str) -> set[str]:
    return set().union(*(keys(json.loads(path.read_text())) for path in (ROOT / "results").glob(pattern)))


class Explained(unittest.TestCase):
    runs = section("\n## Fields", "\nA sweep")
    sweeps = section("\nA sweep", "\nThe constants")
    constants = section("\nThe constants", None)

    def test_all_folders_are_named(self):
        folders = {path.name + "/" for path in (ROOT / "results").iterdir() if path.is_dir()}
        self.assertLessEqual(folders, {name for name, _ in ROW.findall(README)})

    def test_runs(self):
        found = {key for path in (ROOT / "results").glob("*/*.json") if path.parent.name != "gpu_constants"
                 for key in keys(json.loads(path.read_text()))}
        self.assertGreater(len(found), 60)
        self.assertEqual(found - self.runs, set(), "not explained")
        self.assertEqual(self.runs - found, set(), "explained, but in no file")

    def test_sweeps(self):
        found = all_keys("*/sizes/*.json")
        outer = {key for key in found if not key.startswith("runs[].run.")}
        self.assertEqual(outer, self.sweeps if found else set())
        inner = {key.removeprefix("runs[].run.") for key in found if key.startswith("runs[].run.")}
        self.assertEqual(inner - self.runs, set(), "not explained")

    def test_constants(self):
        found = all_keys("gpu_constants/*.json")
        self.assertEqual({key for key in found if "." not in key}, self.constants)
        self.assertEqual({key.split(".")[1] for key in found if "." in key}, {"value", "unit", "from"})

    def test_keys_are_found(self):
        run = {"figures": {"y[n - 1]": "2"}, "versions": [{"counters": {"shared_loads": {"lanes": 1}}}]}
        self.assertEqual(keys(run), {"figures", "figures.*", "versions", "versions[].counters", "versions[].counters.shared_loads",
                                     "versions[].counters.<access>.lanes"})


if __name__ == "__main__":
    sys.exit(unittest.main())
