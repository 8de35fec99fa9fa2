"""A bench for strangers' files: what Bench does, in the sandbox, and with the judge's verdict in place of the program's own."""
from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from ..exercise import Exercise
from ..program import Bench, Built, Ran, ToolError, with_gpus
from . import refuse, trial
from .compiler import MADE, SUBMITTED, SandboxCompiler
from .sandbox import Sandbox, View
from .trial import Outcome, Played


@dataclass
class Allowed:
    """What an exercise's own files use."""
    text: str
    symbols: refuse.Symbols
    trusted: refuse.Symbols


class SandboxBench(Bench):
    """secret: decides the inputs that submissions are judged by."""

    def __init__(self, root: Path, build: Path, backend: str, secret: str, safe: bool = True):
        super().__init__(root, build, backend)
        self.secret, self.sandbox = secret, Sandbox(safe)
        self.lock = threading.RLock()
        self.allowed: dict[str, Allowed] = {}
        self.models: dict[str, Played] = {}     # how the solutions stood their trials
        self.names: dict[str, list[str]] = {}   # of the awkward inputs
        self.played: dict[Path, tuple[threading.Lock, dict]] = {}
        self.exercise_of: dict[Path, Exercise] = {}
        self.variables: dict[Path, int] = {}    # bytes of a program's variables that are the submission's
        self.made_of: dict[Path, list[Path]] = {}  # the folders that a source's programs lie in
        # Built and run once for all students: solutions, and the programs that predictions are about.
        self.given: dict[Path, Built] = {}
        self.given_ran: dict[tuple, Ran] = {}
        self.compiled: dict[Path, tuple[Path, Ran]] = {}  # the exercises' own files, as far as learn() has come

    def __enter__(self) -> SandboxBench:
        super().__enter__()
        self.compiler = SandboxCompiler(self.root, self.build_folder, self.scratch, self.sandbox, self.commands_of)
        return self

    # --- before the first submission

    def prepare(self, exercises: list[Exercise]) -> None:
        """Builds what is needed, and puts each exercise's solution on trial."""
        super().prepare(exercises)
        for exercise in exercises:
            self.compiler.stage_for(exercise)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            try:
                for _ in pool.map(self.learn, exercises):
                    pass
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                self.sandbox.end_all()
                raise

    def learn(self, exercise: Exercise) -> None:
        """What may stand in a submission, and what the solution does."""
        own = [exercise.folder / "start.cu"] + ([] if exercise.predicts else [exercise.solution])
        for file in own:
            if not file.exists():
                raise ToolError(f"{exercise.name}: {file.name} is not there: this is a handout, which cannot grade")
        symbols, trusted = refuse.Symbols(), refuse.Symbols()
        if exercise.ladder:
            objects = self.build_folder.glob(f"**/{exercise.ladder}_v*_object.dir/*.o")
            symbols.undefined |= refuse.symbols_of(sorted(objects)).undefined
            _, object_file, _, link = self.commands_of(exercise.program)
            trusted = refuse.symbols_of([self.build_folder / w for w in link if w.endswith((".o", ".a")) and w != object_file])
        allowed = Allowed("\n".join(file.read_text() for file in own), symbols, trusted)
        for file in own:
            folder, made = self.compiled[file] = self.compiler.compile(exercise, file.read_bytes(), file.name)
            if made.code != 0:
                raise ToolError(f"{exercise.name}: {file.name} does not compile in the sandbox: {made.text[-500:]}")
            found = refuse.parse_symbols(made.out)
            symbols.undefined |= found.undefined
            symbols.weak |= found.weak
            symbols.variables = max(symbols.variables, found.variables)
        self.allowed[exercise.name] = allowed
        if exercise.ladder and not exercise.predicts:
            self.try_solution(exercise)

    def try_solution(self, exercise: Exercise) -> None:
        built = self.build(exercise, exercise.solution)
        if not built.program:
            raise ToolError(f"{exercise.name}: the solution is refused: {built.messages.strip()}")
        played = self.trial_of(built.program)
        trial.require_right(exercise, played, self.rounds(exercise))
        self.models[exercise.name] = played

    # --- building

    def build(self, exercise: Exercise, source: Path) -> Built:
        if source not in (exercise.solution, exercise.kernel):
            return self.build_submission(exercise, source)
        with self.lock:
            if source not in self.given:
                self.given[source] = self.build_submission(exercise, source)
            return self.given[source]

    def forget(self, source: Path) -> None:
        """Removes what was made of a submission, which will not be run again."""
        with self.lock:
            folders = self.made_of.pop(source, [])
            for program in [p for p in self.exercise_of if p.parent.parent in folders]:
                self.played.pop(program, None)
                self.exercise_of.pop(program, None)
                self.variables.pop(program, None)
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)

    def build_submission(self, exercise: Exercise, source: Path) -> Built:
        given = source.read_bytes()
        if len(given) > refuse.MOST_BYTES:
            return Built(None, f"the file has {len(given)} bytes; {refuse.MOST_BYTES} are the most\n")
        allowed = self.allowed[exercise.name]
        plain = not exercise.ladder
        if faults := refuse.refused_text(given.decode(errors="replace"), allowed.text, plain):
            return refusal(faults)
        folder, made = self.compiled.pop(source, None) or self.compiler.compile(exercise, given, source.name)
        with self.lock:
            self.made_of.setdefault(source, []).append(folder.parent)
        if made.code != 0:
            return Built(None, (made.err or how_it_failed(made))[-20000:])
        symbols = refuse.parse_symbols(made.out)
        faults = refuse.refused_symbols(symbols, allowed.symbols, allowed.trusted, plain,
                                        given.decode(errors="replace"))
        listed = next(iter(folder.glob("*.d")), None)
        if listed and not listed.is_symlink():
            seen = [Path("/usr"), self.root, self.build_folder, *self.compiler.outside]
            faults += refuse.refused_files(listed.read_text(errors="replace"), seen, SUBMITTED / source.name)
        if faults:
            return refusal(faults)
        program, linked = self.compiler.link(exercise, folder)
        if not program:
            return Built(None, made.err + "the program cannot be linked:\n" + linked.text[-2000:])
        self.exercise_of[program], self.variables[program] = exercise, symbols.variables
        return Built(program, made.err)

    # --- running

    def run(self, program: Path, arguments: list[str], env: dict[str, str] | None = None, stdin: str = "") -> Ran:
        exercise = self.exercise_of.get(program)
        if exercise and exercise.ladder and arguments == ["--selftest"]:
            return self.self_test(exercise, program)
        key = program, tuple(arguments), stdin
        if env is None and key in self.given_ran:
            return self.given_ran[key]
        ran = self.sandbox.run([str(program), *arguments], View(read_only=[program]), trial.RUNNING,
                               env=with_gpus(exercise.gpus if exercise else 1, env), stdin=stdin.encode())
        if env is None and any(program == built.program for built in list(self.given.values())):
            self.given_ran[key] = ran
        return ran

    def measure(self, exercise: Exercise, program: Path, arguments: list[str]) -> Ran:
        if exercise.ladder:
            return self.counted(exercise, program, arguments)
        with tempfile.TemporaryDirectory(dir=self.scratch) as folder:
            wanted = Path(folder) / "counters.json"
            view = View(read_only=[program], bound={MADE: Path(folder)})
            place = MADE / wanted.name if self.sandbox.safe else wanted
            ran = self.sandbox.run([str(program), *arguments], view, trial.RUNNING,
                                   env=with_gpus(exercise.gpus, {"CUDA_EMULATOR": f"counters={place}"}))
            ran.data = read_counters(wanted)
        return ran

    def rounds(self, exercise: Exercise) -> list[dict]:
        return trial.plan(exercise, 0 if exercise.predicts else len(self.inputs(exercise)), self.secret)

    def inputs(self, exercise: Exercise) -> list[str]:
        """The names of the ladder's awkward inputs."""
        with self.lock:
            if exercise.program not in self.names:
                told = subprocess.run([str(self.checker(exercise)), "--judge-inputs"], capture_output=True, text=True,
                                      env=with_gpus(exercise.gpus, dict(os.environ)))
                if told.returncode != 0:
                    raise ToolError(f"{exercise.program}: {told.stderr.strip()}")
                self.names[exercise.program] = told.stdout.splitlines()
            return self.names[exercise.program]

    def checker(self, exercise: Exercise) -> Path:
        return self.build_folder / "bin" / exercise.program

    def trial_of(self, program: Path, rounds: list[dict] | None = None) -> Played:
        """Plays the exercise's rounds, or others; each once."""
        exercise = self.exercise_of[program]
        chosen = self.rounds(exercise) if rounds is None else rounds
        key = str(chosen)
        with self.lock:
            own_lock, results = self.played.setdefault(program, (threading.Lock(), {}))
        with own_lock:
            if key not in results:
                seed = trial.secret_number(self.secret, exercise.name, "decoys")
                results[key] = trial.play(self.sandbox, program, self.checker(exercise), chosen, seed,
                                         self.models.get(exercise.name), self.variables[program], exercise.gpus)
            return results[key]

    def self_test(self, exercise: Exercise, program: Path) -> Ran:
        """As the program's own --selftest would say it."""
        rounds, played = self.rounds(exercise), self.trial_of(program)
        lines, names = [], self.inputs(exercise)
        for i, given in enumerate(rounds):
            name = names[given["selftest"]] if "selftest" in given else "an input that was drawn" if "draw" in given else \
                " ".join(given["options"][1:]) or "its own input"
            if i >= len(played.outcomes):
                lines.append(f"v{exercise.version}: {name}: the program ended: {how_it_failed(played.ran)}")
                break
            if why := trial.fault(played.outcomes[i], self.model_of(exercise, i)):
                lines.append(f"v{exercise.version}: {name}: {why}")
        return Ran(1 if lines else 0, "\n".join(lines[:5]) + "\n", "", played.ran.seconds)

    def model_of(self, exercise: Exercise, i: int) -> Outcome | None:
        model = self.models.get(exercise.name)
        return model.outcomes[i] if model else None

    def counted(self, exercise: Exercise, program: Path, arguments: list[str]) -> Ran:
        wanted = trial.counted_round(arguments)
        rounds = self.rounds(exercise)
        i = rounds.index(wanted) if wanted in rounds else -1
        played = self.trial_of(program) if i >= 0 else self.trial_of(program, [wanted])
        if len(played.outcomes) <= max(i, 0):
            return Ran(played.ran.code or 1, "", f"the program ended: {how_it_failed(played.ran)}\n", played.ran.seconds)
        outcome = played.outcomes[max(i, 0)]
        why = trial.fault(outcome, self.model_of(exercise, i) if i >= 0 else None)
        try:
            data = outcome.said["run"]["versions"][0]
        except (LookupError, TypeError):
            data = None
        if isinstance(data, dict):
            data["detail"] = why
        return Ran(1 if why else 0, "", "", played.ran.seconds, data if isinstance(data, dict) else None)


def refusal(faults: list[str]) -> Built:
    return Built(None, refuse.told(faults))


def how_it_failed(ran: Ran) -> str:
    if ran.code is None:
        return "it took too long, or filled too much memory"
    said = ran.err.strip().splitlines()[-1:] or ["it printed nothing"]
    if ran.code in (-signal.SIGXCPU, -signal.SIGXFSZ):
        return "it took too long" if ran.code == -signal.SIGXCPU else "it printed too much"
    return (f"signal {-ran.code}" if ran.code < 0 else f"exit code {ran.code}") + f": {said[0][:300]}"


def read_counters(file: Path) -> dict | None:
    try:
        if file.is_symlink() or file.stat().st_size > trial.MOST_RESULTS:
            return None
        return {"counters": json.loads(file.read_text())}
    except (OSError, ValueError, RecursionError):
        return None
