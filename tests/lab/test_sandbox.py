"""The sandbox alone: what a program could do that got past every other check.

Each test tries one thing, gently: should the sandbox let it pass, no harm is done (300 processes that end by themselves, 512 MiB,
a file of 40 MB, a signal to a process of the test's own). So test_defences.py can run them without the sandbox's parts.
"""
import os
import platform
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from errno import ENOSYS, EPERM
from pathlib import Path

from support import ROOT

from tool.grading import seccomp
from tool.grading.sandbox import MIB, Limits, Sandbox, View


class SandboxTest(unittest.TestCase):
    def run_inside(self, script, filtered=False, view=None, **limits):
        limits = {"seconds": 5, "wall": 8, **limits}
        return Sandbox().run(["/usr/bin/python3", "-c", script], view or View(), Limits(**limits), filtered=filtered)

    def folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return Path(folder.name)

    # --- files

    def test_shows_no_files_but_the_systems(self):
        hidden = [str(ROOT), "/home", "/root", "/etc/passwd", "/var", str(Path(__file__))]
        ran = self.run_inside(f"import os\nprint([p for p in {hidden!r} if os.path.exists(p) and os.listdir(p)])")
        self.assertEqual(ran.out, "[]\n", ran.err)

    def test_the_system_and_the_root_cannot_be_written(self):
        ran = self.run_inside("""
for path in ('/usr/cuda_ladders_test', '/etc/cuda_ladders_test'):
    try:
        open(path, 'w')
        print(path)
    except OSError:
        pass
""")
        for path in ("/usr/cuda_ladders_test", "/etc/cuda_ladders_test"):
            Path(path).unlink(missing_ok=True)
        self.assertEqual(ran.text, "")

    def test_the_root_takes_no_memory(self):
        ran = self.run_inside("open('/new', 'w').write('x')")
        self.assertIn("Read-only file system", ran.err)

    def test_what_is_shown_cannot_be_written(self):
        folder = self.folder()
        (folder / "file").write_text("as it was")
        view = View(read_only=[folder], at={Path("/shown"): folder})
        self.run_inside(f"""
for path in ('{folder}/file', '/shown/file', '{folder}/new'):
    try:
        open(path, 'w').write('changed')
    except OSError:
        pass
""", view=view)
        self.assertEqual({f.name: f.read_text() for f in folder.iterdir()}, {"file": "as it was"})

    def test_tmp_is_private(self):
        with tempfile.NamedTemporaryFile(dir="/tmp") as outside:
            ran = self.run_inside(f"import os\nprint(os.path.exists('{outside.name}'))\n"
                                  "open('/tmp/cuda_ladders_test', 'w').write('x')")
        written = Path("/tmp/cuda_ladders_test")
        was_there = written.exists()
        written.unlink(missing_ok=True)
        self.assertEqual((ran.text, was_there), ("False\n", False))

    def test_knows_nothing_of_the_environment(self):
        os.environ["LAB_SECRET_OF_THE_TEST"] = "x"
        self.addCleanup(os.environ.pop, "LAB_SECRET_OF_THE_TEST")
        self.assertNotIn("LAB", self.run_inside("import os\nprint(sorted(os.environ))").out)
        self.assertFalse("LAB" in self.read_all("/proc/[0-9]*/environ"))  # assertNotIn would print it

    def test_knows_nothing_of_the_graders_command_line(self):
        folder = self.folder()
        self.assertNotIn(str(folder), self.read_all("/proc/[0-9]*/cmdline", View(at={Path("/shown"): folder})))

    def read_all(self, pattern, view=None):
        """What files hold of which it reads as many as it can."""
        ran = self.run_inside(f"""
import glob
for path in glob.glob('{pattern}'):
    print(path, open(path).read())
""", view=view)
        self.assertRegex(ran.out, "/proc/[0-9]+/", ran.err)
        return ran.out

    # --- processes and the network

    def test_has_no_network(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
            ran = self.run_inside(f"""
import socket
try:
    socket.create_connection(('127.0.0.1', {port}), 1)
    print('connected')
except OSError:
    print('alone')
""")
        self.assertEqual(ran.text, "alone\n")

    def test_cannot_reach_processes_outside(self):
        victim = subprocess.Popen(["sleep", "20"])
        self.addCleanup(victim.wait)
        self.addCleanup(victim.kill)
        ran = self.run_inside(f"""
import os
print(os.path.exists('/proc/{victim.pid}'))
try:
    os.kill({victim.pid}, 15)
except OSError:
    pass
""")
        time.sleep(0.2)
        self.assertIsNone(victim.poll(), "it was killed from within")
        self.assertEqual(ran.out, "False\n", ran.err)

    def test_has_no_rights(self):
        ran = self.run_inside("print(*[line.split()[1] for line in open('/proc/self/status') if line.startswith('Cap')])")
        self.assertEqual(set(ran.out.split()[:4]), {"0" * 16}, ran.err)

    def test_the_filter_refuses_processes(self):
        ran = self.run_inside("""
import os, time
started = []
try:
    for i in range(300):
        pid = os.fork()
        if pid == 0:
            time.sleep(2)
            os._exit(0)
        started.append(pid)
except OSError as error:
    print(error.errno)
print(len(started))
for pid in started:
    os.waitpid(pid, 0)
""", filtered=True)
        self.assertEqual(ran.out, "1\n0\n", ran.err)

    def test_the_filter_refuses_sockets_tracing_and_signals(self):
        ran = self.run_inside("""
import ctypes, os, socket
libc = ctypes.CDLL(None, use_errno=True)
def errno(call, *words):
    ctypes.set_errno(0)
    call(*words)
    return ctypes.get_errno()
print(errno(libc.socket, 2, 1, 0), errno(libc.socketpair, 1, 1, 0, (ctypes.c_int * 2)()), errno(libc.ptrace, 16, 1, 0, 0),
      errno(libc.kill, os.getpid(), 0), errno(libc.memfd_create, b'x', 0), errno(libc.unshare, 0x10000000),
      errno(libc.symlink, b'x', b'/tmp/x'))
""", filtered=True)
        self.assertEqual(ran.out, "1 1 1 1 1 1 1\n", ran.err)

    def test_the_filter_refuses_families_of_calls(self):
        # What fails here fails with EPERM: without the filter none of these does.
        calls = {"mknod": (b"/tmp/a", 0o10600, 0), "mknodat": (-100, b"/tmp/b", 0o10600, 0), "linkat": (-100, b"/tmp/no", -100, b"/tmp/c", 0),
                 "symlinkat": (b"x", -100, b"/tmp/d"), "flock": (0, 8), "shmget": (0, 4096, 0o600), "semget": (0, 1, 0o600),
                 "msgget": (0, 0o600), "mq_open": (b"x", 0, 0, None), "memfd_secret": (0,), "pidfd_open": (os.getpid(), 0),
                 "io_uring_setup": (1, None)}
        column = list(seccomp.MACHINES).index(platform.machine())
        table = {name: numbers[column] for family in seccomp.REFUSED.values() for name, numbers in family.items()}
        numbered = {name: (table[name], *words) for name, words in calls.items() if table[name] is not None}
        numbered |= {"tgkill": (seccomp.MACHINES[platform.machine()][3], 2, 2, 0), "newer": (seccomp.UNKNOWN,)}
        ran = self.run_inside(f"""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
for name, words in {numbered!r}.items():
    ctypes.set_errno(0)
    libc.syscall(*words)
    print(name, ctypes.get_errno())
""", filtered=True)
        self.assertEqual(dict(line.split() for line in ran.out.splitlines()),
                         {name: str(ENOSYS if name == "newer" else EPERM) for name in numbered}, ran.err)

    def test_the_filter_has_the_kernels_numbers(self):
        for column, header in enumerate(("x86_64-linux-gnu/asm/unistd_64.h", "asm-generic/unistd.h")):
            if (file := Path("/usr/include") / header).is_file():
                text = file.read_text().replace("\\\n", " ")
                kernels = {name: int(number) for name, number in re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", text)}
                for family in seccomp.REFUSED.values():
                    for name, numbers in family.items():
                        self.assertIn(kernels.get(name), (None, numbers[column]), name)

    def test_the_filter_lets_abort_end_a_program(self):
        self.assertEqual(self.run_inside("import os\nos.abort()", filtered=True).code, -signal.SIGABRT)

    def test_the_filter_allows_threads(self):
        ran = self.run_inside("import threading\nthread = threading.Thread(target=print, args=('a thread',))\nthread.start()\n"
                              "thread.join()", filtered=True)
        self.assertEqual(ran.out, "a thread\n", ran.err)

    def test_the_number_of_processes_is_limited(self):
        # As root nothing but the filter limits it, so here only that the limit is set.
        ran = self.run_inside("import resource\nprint(resource.getrlimit(resource.RLIMIT_NPROC)[0])", processes=77)
        self.assertEqual(ran.out, "77\n", ran.err)

    # --- budgets

    def test_output_is_limited(self):
        ran = self.run_inside("for i in range(40_000): print('x' * 1000)", output=MIB)
        self.assertNotEqual(ran.code, 0)

    def test_the_size_of_files_is_limited(self):
        folder = self.folder()
        self.run_inside("with open('/bound/file', 'wb') as file:\n    for i in range(40): file.write(b'x' * 1000000)",
                        view=View(bound={Path("/bound"): folder}), output=MIB)
        self.assertLessEqual((folder / "file").stat().st_size, MIB)

    def test_tmp_is_limited(self):
        ran = self.run_inside("for i in range(40): open(f'/tmp/{i}', 'wb').write(b'x' * 1000000)", disk=8 * MIB)
        self.assertIn("No space left", ran.err)

    def test_memory_that_is_asked_for_is_limited(self):
        self.assertEqual(self.run_inside("x = bytearray(1 << 28)").code, 0)
        self.assertIn("MemoryError", self.run_inside("x = bytearray(1 << 28)", reserved=1 << 27).err)

    def test_memory_that_is_filled_is_limited(self):
        ran = self.run_inside("import time\nx = b'x' * (1 << 29)\ntime.sleep(1)", memory=128 * MIB)
        self.assertIsNone(ran.code)

    def test_processor_time_is_limited(self):
        ran = self.run_inside("import time\nwhile time.process_time() < 3: pass", seconds=1)
        self.assertIn(ran.code, (-signal.SIGKILL, -signal.SIGXCPU))

    def test_time_is_limited(self):
        ran = self.run_inside("import time\ntime.sleep(3)", wall=0.5)
        self.assertIsNone(ran.code)
        self.assertLess(ran.seconds, 2)

    # --- nothing survives

    def survivors(self, mark):
        """Their numbers; they are ended."""
        listed = subprocess.run(["ps", "axww", "-o", "pid=,args="], capture_output=True, text=True).stdout.splitlines()
        found = [int(line.split()[0]) for line in listed if mark in line]
        for pid in found:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        return found

    def test_what_it_started_is_dead_afterwards(self):
        mark = f"{os.getpid()}.25"
        self.run_inside(f"import subprocess\nsubprocess.Popen(['sleep', '{mark}'], start_new_session=True)")
        time.sleep(0.2)
        self.assertEqual(self.survivors(mark), [])

    def start_grader(self, mark):
        """The number of a process that runs a sleep in the sandbox, as soon as it does."""
        grader = os.fork()
        if grader == 0:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            try:
                Sandbox().run(["sleep", mark], View(), Limits())
            finally:
                os._exit(0)
        end = time.monotonic() + 20
        while time.monotonic() < end:
            if f"sleep {mark}" in subprocess.run(["ps", "axww", "-o", "args="], capture_output=True, text=True).stdout.splitlines():
                return grader
            time.sleep(0.05)
        self.fail("it does not start")

    def test_nothing_survives_the_grader(self):
        for ending in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM):
            with self.subTest(ending.name):
                mark = f"{os.getpid()}.{30 + ending}"
                grader = self.start_grader(mark)
                os.kill(grader, ending)
                os.waitpid(grader, 0)
                time.sleep(0.3)
                self.assertEqual(self.survivors(mark), [])

    def test_end_all_ends_what_runs(self):
        sandbox, ended = Sandbox(), []
        thread = threading.Thread(target=lambda: ended.append(sandbox.run(["sleep", "10"], View(), Limits()).seconds))
        thread.start()
        time.sleep(0.5)
        sandbox.end_all()
        thread.join(timeout=5)
        self.assertTrue(ended and ended[0] < 5)


if __name__ == "__main__":
    if not shutil.which("bwrap"):
        sys.exit(77)
    unittest.main()
