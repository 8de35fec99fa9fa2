"""The emulator's trace: its form, its figures, its names and its limits."""
import json
import subprocess
import sys
import unittest
from collections import Counter
from pathlib import Path

from traced import CASES, FULL, LADDER, ROOT, SOURCE, TraceTest, kinds, line_of


class Schema(TraceTest):
    def validators(self):
        import jsonschema
        schema = json.loads((ROOT / "emulator" / "trace.schema.json").read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        definitions = schema["$defs"]
        whole = jsonschema.Draft202012Validator(schema)
        # The definition of one kind of record takes a tenth of the time, and says what is wrong.
        return whole, {kind: jsonschema.Draft202012Validator({"$defs": definitions, **definitions[kind]})
                       for kind in ("trace", "launch", "array", "memory", "barrier", "shuffle", "collective", "active", "end")}

    def check(self, records):
        whole, of_kind = self.validators()
        seen = set()
        for record in records:
            errors = [e.message for e in of_kind[record["record"]].iter_errors(record)]
            self.assertEqual(errors, [], record)
            if record["record"] not in seen:
                whole.validate(record)
            seen.add(record["record"])
        return seen

    def test_every_kind_of_record(self):
        seen = self.check(self.trace())
        self.assertEqual(seen, {"trace", "launch", "array", "memory", "barrier", "shuffle", "collective", "active", "end"})

    def test_an_error_has_its_lanes_outside(self):
        records = self.trace("trace_block=4,trace_kernel=past_the_end", CASES, "error", code=1)
        self.check(records)
        stores = kinds(records, "memory")
        self.assertEqual([len(r["outside"]) for r in stores], [32, 32])
        self.assertEqual(stores[0]["offsets"][0], 1024)

    def test_a_ladders_program(self):
        self.run_program("trace_limit=300", LADDER, "-n", "4096", "--trace", str(self.file))
        records = self.assert_whole()
        self.assertEqual(self.check(records), {"trace", "launch", "array", "memory", "barrier", "active", "end"})
        self.assertEqual(len(records), 302)

    def test_the_manuals_example_is_a_run(self):
        self.run_program("", LADDER, "--trace", str(self.file))
        lines = self.file.read_text().splitlines()
        manual = (ROOT / "emulator" / "TRACE.md").read_text()
        example = manual.split("```json\n")[1].split("\n```")[0].splitlines()
        self.assertEqual([line for line in example if line not in lines], [])
        self.assertEqual([lines.index(line) for line in example], sorted(lines.index(line) for line in example))

    def test_a_kernel_that_is_launched_through_a_pointer_has_its_own_name(self):
        records = self.trace("trace_kernel=past_the_end", CASES, "pointer")
        self.assertEqual([r["kernel"] for r in kinds(records, "launch")], ["past_the_end"])
        self.assertEqual(len(kinds(records, "memory")), 2)

    def test_an_empty_trace_says_that_its_kernel_was_not_launched(self):
        said = "CUDA emulator: the trace is empty: no kernel coluns was launched"
        self.assertIn(said, self.run_program(f"trace={self.file},trace_kernel=coluns").stderr)
        self.assertNotIn("is empty", self.run_program(f"trace={self.file},trace_kernel=columns").stderr)

    def test_every_limit(self):
        words = f"trace_kernel=columns,trace_line={SOURCE}:{line_of('out[i] = tile')},trace_block=1,trace_warp=1,trace_limit=9"
        self.check(self.trace(words))


class Order(TraceTest):
    def test_records_come_after_what_they_name(self):
        launches, arrays, steps = set(), set(), {}
        for record in self.trace(FULL):
            if record["record"] == "launch":
                self.assertEqual(record["launch"], len(launches) + 1)
                launches.add(record["launch"])
            elif record["record"] == "array":
                self.assertEqual(record["array"], len(arrays) + 1)
                arrays.add(record["array"])
            elif "warp" in record:
                self.assertIn(record["launch"], launches)
                self.assertEqual(record["lanes"], sorted(record["lanes"]))
                key = record["launch"], tuple(record["block"]), record["warp"]
                if "continued" in record:
                    self.assertEqual(record["step"], steps[key])
                else:
                    self.assertEqual(record["step"], steps.get(key, -1) + 1, record)
                steps[key] = record["step"]
            if record["record"] == "memory":
                self.assertIn(record["array"], arrays)
                self.assertEqual(len(record["lanes"]), len(record["offsets"]))
            if record["record"] == "shuffle":
                self.assertEqual(len(record["lanes"]), len(record["from"]))

    def test_two_runs_give_the_same_bytes(self):
        self.trace(FULL)
        first = self.file.read_bytes()
        self.trace(FULL)
        self.assertTrue(first == self.file.read_bytes())
        self.assertNotIn(str(ROOT).encode(), first)

    def test_warps_do_what_the_source_says(self):
        records = self.trace("trace_kernel=columns,trace_warp=1")
        self.assertEqual([r["kind"] for r in kinds(records, "barrier")], ["__syncthreads"])
        line = line_of("out[i] += tile")
        for record in records:
            if record.get("line") == line:
                self.assertEqual(record["lanes"], list(range(0, 32, 2)), record)
        records = self.trace("trace_kernel=warps,trace_warp=0")
        self.assertEqual([(r["kind"], r["from"][0], r["from"][31]) for r in kinds(records, "shuffle")],
                         [("__shfl_down_sync", by, 31) for by in (16, 8, 4, 2, 1)])
        self.assertEqual([r["kind"] for r in kinds(records, "collective")], ["__ballot_sync", "__syncwarp"])

    def test_barriers_are_numbered_for_the_block(self):
        for record in kinds(self.trace("trace_kernel=add_up"), "barrier"):
            self.assertEqual(record["number"], {"__syncthreads": 1, "__syncthreads_count": 2}[record["kind"]])


class Counts(TraceTest):
    def rows(self, records):
        """What counters=FILE tells of each line, from the trace."""
        kernels = {r["launch"]: r["kernel"] for r in kinds(records, "launch")}
        rows, latest = {}, None
        for record in kinds(records, "memory"):
            key = tuple([kernels[record["launch"]]] + [record[n] for n in ("file", "line", "space", "op", "bytes")])
            row = rows.setdefault(key, Counter())
            row["lanes"] += len(record["lanes"])
            if "continued" in record:
                continue
            ideal = "ideal_sectors" if record["space"] == "global" else "ideal_wavefronts"
            row.update({"requests": 1, "sectors": record["sectors"], "wavefronts": record["wavefronts"],
                        "same_address": record.get("same_address", 0), ideal: record["ideal"]})
        return {key: +row for key, row in rows.items()}

    def counted(self, lines):
        names = ("requests", "lanes", "sectors", "wavefronts", "ideal_sectors", "ideal_wavefronts", "same_address")
        rows = {}
        for line in lines:
            space = {"module": "global"}.get(line["memory"], line["memory"])
            key = line["kernel"], line["file"], line["line"], space, line["access"], line["bytes"]
            rows.setdefault(key, Counter()).update({name: line[name] for name in names})
        return {key: +row for key, row in rows.items()}

    def test_they_are_the_counters_of_the_same_run(self):
        counters = Path(self.folder.name) / "counters.json"
        records = self.trace(f"counters={counters},{FULL}")
        counted = self.counted(json.loads(counters.read_text())["lines"])
        self.assertGreater(len(counted), 15)
        self.assertEqual(self.rows(records), counted)

    def test_a_ladders_program_traces_what_it_counts(self):
        ran = self.run_program(FULL, LADDER, "-n", "4096", "--counters", "--json", "-", "--trace", str(self.file))
        counted = self.counted(json.loads(ran.stdout)["versions"][0]["counters"]["lines"])
        records = self.assert_whole()
        self.assertEqual(len(kinds(records, "launch")), 1)
        self.assertEqual(self.rows(records), counted)

    def test_places_give_the_counts(self):
        """Sectors and wavefronts, computed anew from the offsets and bases alone."""
        records = self.trace(FULL)
        arrays = {r["array"]: r for r in kinds(records, "array")}
        checked = Counter()
        for record in kinds(records, "memory"):
            array, offsets, size = arrays[record["array"]], record["offsets"], record["bytes"]
            self.assertGreaterEqual(min(offsets), 0)
            self.assertLessEqual(max(offsets) + size, array["bytes"])
            self.assertNotIn("outside", record)
            places = [array["base"] + offset for offset in offsets]
            if "continued" in record or any(r["step"] == record["step"] and "continued" in r and r["launch"] == record["launch"]
                                            for r in kinds(records, "memory")):
                continue
            if record["space"] == "global" and record["op"] != "atomic":
                sectors = {p // 32 for place in places for p in (place, place + size - 1)}
                self.assertEqual(record["sectors"], len(sectors), record)
            elif record["space"] == "shared" and record["op"] != "atomic" and size <= 4:
                banks = Counter(word % 32 for word in {place // 4 for place in places})
                self.assertEqual(record["wavefronts"], max(banks.values()), record)
            else:
                continue
            checked[record["space"]] += 1
        self.assertGreater(checked["global"], 20)
        self.assertGreater(checked["shared"], 5)

    def test_a_column_of_a_tile_is_one_bank(self):
        records = self.trace(f"trace_kernel=columns,trace_warp=0,trace_line={line_of('tile[lane][warp] = lane')}")
        store = kinds(records, "memory")[0]
        self.assertEqual(store["wavefronts"], 32)
        self.assertEqual(store["offsets"], [128 * lane for lane in range(32)])


class Names(TraceTest):
    def arrays_of(self, kernel):
        return {(r["name"], r["space"], r["bytes"], r.get("line")) for r in kinds(self.trace(f"trace_kernel={kernel}"), "array")}

    def test_arrays_have_the_names_of_the_kernel(self):
        allocated = line_of("cudaMalloc(&memory")
        self.assertEqual(self.arrays_of("copy_all"),
                         {("in", "global", 1024, allocated), ("out", "global", 1024, allocated),
                          ("bytes", "global", 64, allocated), ("weights", "constant", 32, None),
                          ("staged", "shared", 1024, line_of("extern __shared__"))})
        self.assertEqual(self.arrays_of("columns"),
                         {("out", "global", 1024, allocated), ("skewed", "shared", 12, line_of("int skewed")),
                          ("tile", "shared", 4096, line_of("int tile"))})
        self.assertEqual(self.arrays_of("add_up"),
                         {("sums", "global", 1024, allocated), ("counter", "global", 16, None),
                          ("of_block", "shared", 4, line_of("int of_block;"))})

    def test_several_pointers_to_one_array_are_joined(self):
        names = {name for name, *_ in self.arrays_of("choose")}
        self.assertEqual(names, {"pair/out", "pair+8"})

    def test_a_request_of_two_arrays_has_two_records(self):
        loads = [r for r in kinds(self.trace("trace_kernel=choose,trace_warp=0"), "memory") if r["op"] == "load"]
        self.assertEqual([len(r["lanes"]) for r in loads], [16, 16])
        self.assertEqual(loads[0]["step"], loads[1]["step"])
        self.assertEqual(loads[0]["sectors"], 8)
        self.assertTrue(loads[1]["continued"])

    def test_one_array_may_have_another_name_in_another_launch(self):
        records = self.trace("trace_kernel=stride")
        names = [(r["array"], r["name"]) for r in kinds(records, "array")]
        self.assertEqual(names, [(1, "in"), (2, "out"), (3, "in"), (4, "out")])

    def test_shared_arrays_lie_side_by_side(self):
        for kernel in ("columns", "copy_all", "add_up"):
            records = self.trace(f"trace_kernel={kernel}")
            arrays = sorted((r["base"], r["bytes"]) for r in kinds(records, "array") if r["space"] == "shared")
            end = 0
            for base, size in arrays:
                self.assertGreaterEqual(base, end)
                end = base + size
            self.assertEqual(arrays[0][0], 0)
            self.assertLessEqual(end, kinds(records, "launch")[0]["shared_bytes"] + 16)

    def test_a_program_without_symbols(self):
        stripped = f"{self.folder.name}/stripped"
        subprocess.run(["strip", "-s", "-o", stripped, CASES], check=True)
        counts = [[r[n] for n in ("offsets", "wavefronts", "sectors")]
                  for trace in (self.trace("trace_kernel=add_up"), self.trace("trace_kernel=add_up", stripped))
                  for r in [kinds(trace, "memory")[2]]]
        self.assertEqual(counts[0][1:], counts[1][1:])
        self.assertIn("unnamed shared memory", {r["name"] for r in kinds(self.records(), "array")})

    def test_shared_bytes(self):
        sizes = {r["kernel"]: (r["shared_bytes"], r["dynamic_shared_bytes"]) for r in kinds(self.trace(), "launch")}
        self.assertEqual(sizes["columns"], (4108, 0))
        self.assertEqual(sizes["copy_all"], (1024, 1024))
        self.assertEqual(sizes["stride"], (0, 0))


class Limits(TraceTest):
    def test_of_block_and_warp(self):
        self.assertEqual({tuple(r["block"]) for r in self.trace() if "warp" in r}, {(0, 0, 0)})
        self.assertEqual({tuple(r["block"]) for r in self.trace("trace_block=2.0.0") if "warp" in r}, {(2, 0, 0)})
        self.assertEqual({r["warp"] for r in self.trace() if "warp" in r}, {0, 1})
        self.assertEqual({r["warp"] for r in self.trace("trace_warp=1") if "warp" in r}, {1})

    def test_of_kernel(self):
        launches = kinds(self.trace("trace_kernel=columns"), "launch")
        self.assertEqual([(r["kernel"], r["launch"]) for r in launches], [("columns", 3)])
        self.assertEqual(kinds(self.trace("trace_kernel=column"), "launch"), [])

    def test_of_line(self):
        line = line_of("out[i] = in[i * by]")
        whole = self.trace()
        for words in (f"trace_line={line}", f"trace_line={SOURCE}:{line}", f"trace_line=folder/{SOURCE}:{line}"):
            part = [r for r in self.trace(words) if "warp" in r]
            self.assertEqual(part, [r for r in whole if "warp" in r and r["line"] == line])
        self.assertEqual([r for r in self.trace(f"trace_line=other.cu:{line}") if "warp" in r], [])

    def test_of_number(self):
        whole = self.trace()
        for limit in (1, 20, len(whole) - 3, len(whole) - 2):
            part = self.trace(f"trace_limit={limit}")
            self.assertEqual(part[1:-1], whole[1:len(part) - 1])
            self.assertIn(len(part) - 2, (limit, limit + 1, limit + 2))  # a request's arrays and parts stay together
            left = [r for r in whole[len(part) - 1:-1] if "warp" in r and "continued" not in r]
            self.assertEqual(bool(part[-1]["left_out"]), bool(left), limit)
            self.assertGreaterEqual(part[-1]["left_out"], len(left))

    def test_a_program_without_a_trace_writes_none(self):
        self.run_program("trace_limit=3")
        self.assertFalse(self.file.exists())

    def test_words_that_make_no_sense_are_refused(self):
        for word in ("trace=", "trace_line=x", "trace_line=0", "trace_line=:3", "trace_block=1.2.3.4", "trace_block=one",
                     "trace_warp=-1", "trace_limit=0", "trace_lines=3"):
            ran = self.run_program(word, code=2)
            self.assertEqual(ran.stdout, "", word)
            name = word.split("=")[0]
            self.assertIn('"trace_lines=3" is none of' if name == "trace_lines" else f"{word}: the value of {name} must be",
                          ran.stderr)

    def test_the_selftest_has_no_trace(self):
        ran = self.run_program("", LADDER, "--selftest", "--trace", str(self.file), code=2)
        self.assertIn("--trace", ran.stderr)
        self.assertFalse(self.file.exists())


if __name__ == "__main__":
    try:
        import jsonschema  # noqa: F401
    except ImportError:
        sys.exit("python3-jsonschema is needed: apt-get install python3-jsonschema")
    unittest.main()
