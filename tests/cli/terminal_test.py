"""What the programs print on a terminal, through a pseudo-terminal: colours, a table as wide as there is room, progress that
leaves nothing behind; and none of it in a pipe.

    terminal_test.py FOLDER_OF_PROGRAMS FOLDER_OF_PLANTED_PROGRAMS emulator|cuda
"""
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import unittest
from pathlib import Path

BIN, PLANTED, BACKEND = sys.argv[1:4]
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def environment(**more):
    return {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"} | more


def on_terminal(columns, command, **more):
    """All that the command writes to a terminal of so many columns, and its exit code."""
    controller, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    child = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment(**more))
    os.close(terminal)
    written = b""
    while True:
        try:
            piece = os.read(controller, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        written += piece
    os.close(controller)
    return written.decode(), child.wait()


def piped(command):
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)
    return done.stdout, done.stderr


def screen(written):
    """The lines that stand on the terminal in the end: carriage returns and 'erase to the end of the line' are obeyed."""
    lines, column = [""], 0
    for piece in re.findall(r"\x1b\[K|\r|\n|[^\x1b\r\n]+", COLOUR.sub("", written)):
        if piece == "\x1b[K":
            lines[-1] = lines[-1][:column]
        elif piece == "\r":
            column = 0
        elif piece == "\n":
            lines.append("")
            column = 0
        else:
            lines[-1] = lines[-1][:column] + piece + lines[-1][column + len(piece):]
            column += len(piece)
    return lines


class Table(unittest.TestCase):
    command = [f"{BIN}/hist", "-n", "5000"]

    def rows(self, lines):
        return [line for line in lines if re.match(r"(v\d+|lib) ", line)]

    def test_fits_80_columns_in_a_pipe_and_has_no_colours(self):
        out, err = piped(self.command)
        self.assertGreaterEqual(len(self.rows(out.splitlines())), 8, out)
        for line in self.rows(out.splitlines()):
            self.assertLessEqual(len(line), 80, line)
        self.assertNotIn("\x1b", out + err)
        self.assertIn("WRONG as meant", out)

    def test_fits_a_terminal_of_80_columns(self):
        written, code = on_terminal(80, self.command)
        self.assertEqual(code, 0)
        lines = screen(written)
        self.assertGreaterEqual(len(self.rows(lines)), 8, written)
        for line in self.rows(lines):
            self.assertLessEqual(len(line), 80, line)
        self.assertIn("--wide", written)

    def test_has_all_columns_where_there_is_room_or_on_request(self):
        column = "barriers" if BACKEND == "emulator" else "mem ops"
        self.assertNotIn(column, piped(self.command)[0])
        self.assertIn(column, on_terminal(160, self.command)[0])
        self.assertIn(column, piped(self.command + ["--wide"])[0])


class Colours(unittest.TestCase):
    def test_right_is_green_and_wrong_is_red(self):
        self.assertIn("Check: \x1b[32mok\x1b[0m", on_terminal(80, [f"{BIN}/reduce_v3", "-n", "100"])[0])
        self.assertIn("Check: \x1b[1;31mWRONG: ", on_terminal(80, [f"{PLANTED}/planted_v5"])[0])
        ladder = on_terminal(80, [f"{PLANTED}/planted"])[0]
        self.assertRegex(ladder, r"v1 .*\x1b\[32mok\x1b\[0m\r\n")
        self.assertRegex(ladder, r"\x1b\[1;31mv2 .* WRONG\x1b\[0m\r\n")  # the row to look at, all of it

    def test_no_color_is_obeyed(self):
        self.assertNotIn("\x1b[3", on_terminal(80, [f"{BIN}/reduce_v3", "-n", "100"], NO_COLOR="1")[0])
        self.assertNotIn("\x1b[3", on_terminal(80, [f"{BIN}/reduce_v3", "-n", "100"], TERM="dumb")[0])


class Progress(unittest.TestCase):
    command = [f"{PLANTED}/planted_v21", "--selftest"]

    def test_is_shown_after_two_seconds_and_leaves_nothing_behind(self):
        written, code = on_terminal(80, self.command)
        self.assertEqual(code, 0, written)
        self.assertRegex(written, r"\rplanted_v21: self-test \d+ of 15: -n \d+ --seed \d+: [a-z ]+\x1b\[K")
        self.assertEqual([line for line in screen(written) if line], ["planted_v21: 15 inputs right"])

    def test_is_not_there_in_a_pipe(self):
        self.assertEqual(piped(self.command), ("planted_v21: 15 inputs right\n", ""))


class Building(unittest.TestCase):
    """scripts/run says how far a build is."""
    SETUP = Path(__file__).resolve().parents[2] / "scripts/setup.sh"
    command = ["bash", "-c", f"source {SETUP}; printf '[1/2] one\\nerror: of one\\n[2/2] two\\n' | tell_progress >/dev/null"]

    def test_tells_a_terminal_the_steps_and_leaves_nothing_behind(self):
        written, code = on_terminal(80, self.command)
        self.assertEqual(code, 0, written)
        self.assertRegex(written, r"^\r1 of 2 steps, \d s\x1b\[K\r2 of 2 steps, \d s\x1b\[K\r\x1b\[K$")
        self.assertEqual(screen(written), [""])

    def test_is_silent_in_a_pipe_and_loses_no_message(self):
        self.assertEqual(piped(self.command), ("", ""))
        self.assertEqual(piped([*self.command[:2], self.command[2].replace(" >/dev/null", "")])[0], "[1/2] one\nerror: of one\n[2/2] two\n")


unittest.main(argv=sys.argv[:1])
