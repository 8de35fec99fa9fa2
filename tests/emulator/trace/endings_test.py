"""The emulator's trace is whole however a program ends, save where a kill cuts it off.

TRACE_CUT_WRITE is the library of cut_write.cpp.
"""
import itertools
import json
import os
import shlex
import signal
import subprocess
import time
import unittest

from traced import CASES, FULL, LADDER, TraceTest, kinds

CUT_WRITE = os.environ["TRACE_CUT_WRITE"]
END = b'{"record":"end",'


class Endings(TraceTest):
    def test_a_file_that_cannot_be_written(self):
        for file in (f"{self.folder.name}/none/trace.jsonl", self.folder.name, "/dev/full"):
            ran = self.run_program(f"trace={file}", code=2)
            self.assertEqual(ran.stdout, "")  # main() did not run
            self.assertRegex(ran.stderr, r"\ACUDA emulator: .*cannot be written: .*\n\Z")
            ran = self.run_program("", LADDER, "--trace", file, code=2)
            self.assertEqual(ran.stdout, "")
            self.assertRegex(ran.stderr, r"\Areduce_v2: --trace .*cannot be written: .*\n\Z")

    def test_a_program_that_launches_nothing(self):
        self.trace("", CASES, "nothing")
        self.assertEqual([r["record"] for r in self.assert_whole()], ["trace", "end"])

    def test_however_it_ends(self):
        whole = [r for r in self.trace(FULL) if "launch" in r]
        self.assertEqual(kinds(whole, "launch")[-1]["launch"], 8)
        for ending, code in (("exit", 3), ("_exit", 4), ("abort", -signal.SIGABRT), ("crash", -signal.SIGSEGV),
                             ("error", 1), ("called", 1)):
            self.trace(FULL, CASES, ending, code=code)
            records = [r for r in self.assert_whole() if "launch" in r]
            self.assertEqual(records[:len(whole)], whole, ending)

    def interrupt(self, number):
        """Sends the signal while the program writes its trace."""
        self.file.unlink(missing_ok=True)
        process = subprocess.Popen([CASES, "long"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env={**os.environ, "CUDA_EMULATOR": f"trace={self.file},{FULL}"})
        deadline = time.monotonic() + 60
        while not self.file.exists() or self.file.stat().st_size < 300_000:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)
        process.send_signal(number)
        self.assertEqual(process.wait(60), -number)

    def assert_beginning(self, body):
        """The file is a beginning of these records, whole or cut off as TRACE.md says. Gives how many records of them it has."""
        *lines, rest = self.file.read_bytes().splitlines(keepends=True) + [b""]
        if lines and not lines[-1].endswith(b"\n"):
            rest = lines.pop()
        has_end = bool(lines) and lines[-1].startswith(END)
        if has_end:
            self.assertEqual(rest, b"")
            self.assertEqual(json.loads(lines.pop())["record"], "end")
        self.assertEqual(lines, body[:len(lines)])
        following = body[len(lines)] if len(lines) < len(body) else END
        self.assertTrue(following.startswith(rest) or END.startswith(rest[:len(END)]), rest)
        return len(lines)

    def test_ctrl_c(self):
        self.interrupt(signal.SIGINT)
        records = self.assert_whole()
        self.assertEqual(kinds(records, "launch")[-1]["kernel"], "take_long")
        self.assertGreater(len(records), 500)

    def test_a_kill(self):
        for _ in range(20):
            self.interrupt(signal.SIGKILL)
            *lines, last = self.file.read_bytes().split(b"\n")
            records = [json.loads(line) for line in lines]
            self.assertEqual(kinds(records, "launch")[-1]["kernel"], "take_long")
            self.assertGreater(len(records), 500)
            self.assertEqual(kinds(records[:-1], "end"), [])
            if records[-1]["record"] == "end":
                self.assertEqual(last, b"")

    def signal_within_write(self, write, size, number):
        """Sends the signal when the first `size` bytes of a write are in the file. Gives the exit code."""
        self.file.unlink(missing_ok=True)
        ran = subprocess.run([CASES], capture_output=True, text=True, timeout=60, env={
            **os.environ, "LD_PRELOAD": CUT_WRITE, "CUT_WRITE": f"{write}:{size}:{int(number)}",
            "CUDA_EMULATOR": f"trace={self.file},{FULL}"})
        self.assertIn(ran.returncode, (-number, 0), ran.stderr)
        return ran.returncode

    def test_a_signal_that_can_wait_cuts_off_no_write(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            for write in range(4):
                self.assertEqual(self.signal_within_write(write, 100, number), -number)
                self.assert_whole()

    def test_a_kill_within_each_write(self):
        self.run_program(f"trace={self.file},{FULL}")
        *body, end = self.file.read_bytes().splitlines(keepends=True)
        self.assertTrue(end.startswith(END))
        found, ended = [], False
        for write, size in itertools.product(range(100), (0, 1, len(END), 60, 4096, 1 << 30)):
            ended = self.signal_within_write(write, size, signal.SIGKILL) == 0
            if ended:
                break
            found.append(self.assert_beginning(body))
        self.assertTrue(ended)
        self.assertEqual((min(found), max(found)), (0, len(body)))  # from before the first write to after the last

    def test_a_pipe(self):
        ran = self.run_program(f"trace=/dev/stdout,{FULL}")
        self.file.write_text(ran.stdout.replace("main\n", "", 1))
        self.assert_whole()

    def test_a_disk_that_is_full(self):
        """No more than a message: the program itself is right. The file is as it was before the write that failed."""
        ran = subprocess.run(["bash", "-c", f"ulimit -f 8; trap '' XFSZ; exec {shlex.quote(CASES)}"], capture_output=True, text=True,
                             env={**os.environ, "CUDA_EMULATOR": f"trace={self.file},{FULL}"}, timeout=60)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertRegex(ran.stderr, r"\ACUDA emulator: the trace .*cannot be written: .*\n")
        self.assertEqual(ran.stderr.count("cannot be written"), 1)
        self.assertGreater(len(self.assert_whole()), 2)


if __name__ == "__main__":
    unittest.main()
