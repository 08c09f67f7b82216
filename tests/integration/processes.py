"""Engines as people run them: processes with homes of their own, asked over their control sockets.

`Crew` is the one way to start them. At its end every process ends in order, and it is an error if one does not, if a
child of theirs is left over, if shared memory is left over, or if a log has an error that the test did not expect.
"""

import contextlib
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec
import psutil

from core.errors import LocalFault
from core.identity.keystore import peer_id_of
from core.ipc.address import control_address
from core.ipc.client import ControlClient
from core.ipc.messages import ExportResult, LogEntry, Method, Status
from core.ipc.records import HistoryRow
from core.paths import Home
from core.storage.database import Database
from core.storage.settings import PAUSED_BY_USER, Settings

ROOT = Path(__file__).resolve().parents[2]
POLL_S = 0.05
START_S = 90.0
"""From the command to the first sign of work, with both cores busy with other things."""
END_S = 20.0
ORPHAN_S = 5.0
"""Within which children of a process that was killed are gone."""
_COMPLAINT = re.compile(r" (ERROR|CRITICAL) |Traceback \(most recent call last\)")
_ORPHANED_AT_BIRTH = re.compile(
    r"^Traceback \(most recent call last\):\n(?: .*\n)*?.*in spawn_main\n(?: .*\n)*EOFError: Ran out of input$",
    re.MULTILINE,
)
"""What Python says in a child whose parent was killed before it had told it what to do."""
_SHARED_MEMORY = re.compile(r"/dev/shm/(\S+)")

T = TypeVar("T")

INSTALLED = os.environ.get("IDLEWILD_PROGRAM", "")
"""An installed program's file, to be tested in the place of the sources."""
ENVIRONMENT = {
    "IDLEWILD_KEY_FILE": "1",
    "OMP_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "QT_QPA_PLATFORM": "offscreen",
    "PYTHONPATH": str(ROOT),
    "PYTHONUNBUFFERED": "1",
}

MANIFEST = """
name = "Nonsense"
language = "en"
licence = "CC0-1.0"
target_batch = {target_batch}
codec = "{codec}"
averaging = "{averaging}"
clip_norm = 1.0
seed = 3
[task]
kind = "{kind}"
sequence_tokens = 512
[task.model]
embedding_size = 16
hidden_size = {hidden}
num_hidden_layers = 1
num_attention_heads = 2
intermediate_size = {hidden}
[tokenizer]
train = {{ vocabulary = 500 }}
[data]
files = ["nonsense.txt"]
[optimizer]
kind = "{optimizer}"
learning_rate = {learning_rate}
[schedule]
kind = "constant"
warmup_steps = 4
total_steps = 100000
"""


def until(answer: Callable[[], T], what: str, timeout_s: float) -> T:
    """What `answer` returns as soon as that is true; fails the test after `timeout_s`."""
    deadline_s = time.monotonic() + timeout_s
    while not (result := answer()):
        assert time.monotonic() < deadline_s, f"not within {timeout_s:g} s: {what}"
        time.sleep(POLL_S)
    return result


def write_manifest(folder: Path, **changes: object) -> Path:
    """An organiser's file for a model that takes milliseconds, with text in which there is something to learn.

    Samples may be long and are short: micro-batches are sized for the longest, here to 8 samples, so that a step of few
    samples has work for several peers.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "nonsense.txt").write_text(nonsense(seed=7), "utf-8")
    values: dict[str, object] = {"target_batch": 32, "codec": "float32", "kind": "mlm_sop", "hidden": 32}
    values |= {"averaging": "synchronous", "optimizer": "adamw", "learning_rate": 0.003}
    path = folder / "manifest.toml"
    path.write_text(MANIFEST.format(**values | changes), "utf-8")
    return path


def nonsense(seed: int, documents: int = 800) -> str:
    """Short documents of sentences in which each word mostly decides the next."""
    chance = random.Random(seed)
    syllables = [a + b for a in "bdfgklmnprst" for b in "aeiou"]
    words = ["".join(chance.choices(syllables, k=chance.randint(1, 3))) for _ in range(160)]
    follows = {word: chance.sample(words, 3) for word in words}

    def sentence() -> str:
        said = [chance.choice(words)]
        while len(said) < 6:
            said.append(chance.choice(follows[said[-1]]))
        return " ".join(said).capitalize() + "."

    return "\n\n\n".join(" ".join(sentence() for _ in range(4)) for _ in range(documents))


def free_address() -> str:
    """A UDP address on loopback that nobody has at this moment."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


def command_of(module: str) -> list[str]:
    """What runs `module`; the installed program is command line and app alike."""
    return [INSTALLED] if INSTALLED and module in ("core.cli", "app") else [sys.executable, "-m", module]


def is_worker(command: Sequence[str]) -> bool:
    """Whether multiprocessing has started it to compute, from sources or as an installed program."""
    return "--multiprocessing-fork" in command or "spawn_main" in " ".join(command)


def idlewild(*words: object, timeout_s: float = 120.0, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs one command to its end."""
    command = [*command_of("core.cli"), *map(str, words)]
    variables = os.environ | ENVIRONMENT | environment
    return subprocess.run(command, env=variables, capture_output=True, text=True, timeout=timeout_s, check=False)


MARK = "IDLEWILD_TEST_PROGRAM"
"""In the environment of a program of a test, which its children inherit, into sessions of their own too."""


def marked(mark: str) -> list[psutil.Process]:
    """Living processes that were started with `mark`, and all that they started."""
    members = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.environ().get(MARK) == mark and process.status() != psutil.STATUS_ZOMBIE:
                members.append(process)
    return members


def trainers_of(engine: psutil.Process) -> list[psutil.Process]:
    """Living children that multiprocessing spawned to work; the one that tidies up after them is another."""
    found = []
    for child in engine.children():
        with contextlib.suppress(psutil.Error):
            if is_worker(child.cmdline()) and child.status() != psutil.STATUS_ZOMBIE:
                found.append(child)
    return found


def shared_memory_of(processes: Iterable[psutil.Process]) -> set[str]:
    """Names under /dev/shm that `processes` have mapped."""
    names: set[str] = set()
    for process in processes:
        with contextlib.suppress(OSError):
            names |= set(_SHARED_MEMORY.findall(Path(f"/proc/{process.pid}/maps").read_text()))
    return names


class Program:
    """One process of ours in a session of its own, started as often as wanted, and what it says."""

    def __init__(
        self, name: str, home: Path, words: Sequence[object], *, module: str = "core.cli", namespace: str = ""
    ) -> None:
        """`namespace`: of the network that it is in; empty for this computer's own."""
        self.name = name
        self.home = home
        self.words = [*map(str, words)]
        self._module = module
        self._before = ["ip", "netns", "exec", namespace] if namespace else []
        self.allowed_complaints: set[str] = set()
        self._mark = f"{name} {home}"
        self._segments: set[str] = set()
        self.process: subprocess.Popen[bytes] | None = None
        home.mkdir(parents=True, exist_ok=True)

    # --- its life

    def start(self, *more: object) -> Self:
        """`more`: words for this start alone."""
        assert not self.is_running, f"{self.name} runs already"
        command = [*self._before, *command_of(self._module), *self.words, *map(str, more)]
        with self._stream("out").open("ab") as out, self._stream("err").open("ab") as err:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env=os.environ | ENVIRONMENT | {MARK: self._mark},
                start_new_session=True,
            )
        return self

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def pid(self) -> int:
        assert self.process is not None, f"{self.name} was not started"
        return self.process.pid

    def members(self) -> list[psutil.Process]:
        """Every living process of all its starts. Remembers the shared memory they use."""
        found = marked(self._mark)
        self._segments |= shared_memory_of(found)
        return found

    def left_over(self) -> list[str]:
        """What is there of it and of its children, in words."""
        segments = [name for name in self._segments if Path("/dev/shm", name).exists()]
        return [f"{self.name}: {describe(process)}" for process in self.members()] + segments

    def kill(self) -> None:
        """SIGKILL to this one process; returns when all its children are gone too."""
        self.members()
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        self.check_nothing_left()

    def terminate(self) -> None:
        """Asks for an orderly end without waiting for it."""
        self.members()
        if self.process is not None and self.is_running:
            self.process.send_signal(signal.SIGTERM)

    def wait(self, timeout_s: float = END_S) -> int:
        """The exit status."""
        assert self.process is not None
        try:
            return self.process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"{self.name} does not end within {timeout_s:g} s") from None

    def check_nothing_left(self) -> None:
        until(lambda: not self.left_over(), f"the children of {self.name} are gone", ORPHAN_S)

    def destroy(self) -> None:
        """What no test should need: everything of it is taken away, whoever held it."""
        for process in self.members():
            with contextlib.suppress(psutil.Error):
                process.kill()
        if self.process is not None:
            self.process.wait()
        for name in self._segments:
            Path("/dev/shm", name).unlink(missing_ok=True)

    # --- its words

    def _stream(self, kind: str) -> Path:
        return self.home.parent / f"{self.name}.{kind}"

    @property
    def stdout(self) -> str:
        return self._stream("out").read_text("utf-8")

    @property
    def stderr(self) -> str:
        return self._stream("err").read_text("utf-8")

    @property
    def log_text(self) -> str:
        path = Home(self.home).log_file
        return path.read_text("utf-8") if path.exists() else ""

    def complaints(self) -> list[str]:
        lines = [*self.log_text.splitlines(), *_ORPHANED_AT_BIRTH.sub("", self.stderr).splitlines()]
        bad = [line for line in lines if _COMPLAINT.search(line)]
        return [line for line in bad if not any(allowed in line for allowed in self.allowed_complaints)]

    def tail(self, lines: int = 40) -> str:
        state = "running" if self.is_running else f"ended with {self.process.returncode if self.process else 'nothing'}"
        parts = [f"=== {self.name} ({state}): {' '.join(self.words)}"]
        for title, text in (("log", self.log_text), ("stderr", self.stderr)):
            parts += [f"--- {title}", *text.splitlines()[-lines:]]
        return "\n".join(parts)


class Engine(Program):
    """One peer of a collaboration."""

    @property
    def peer(self) -> str:
        """Whole peer id, as in the log."""
        found = peer_id_of(Home(self.home))
        assert found is not None, f"{self.name} has no key yet"
        return found.text

    def ask(self, kind: type[T], method: Method, **params: Any) -> T:
        """Raises `LocalFault` where the engine does not answer, or as it does."""
        with ControlClient.connect(control_address(self.home)) as client:
            return client.call_as(kind, method, **params)

    def status(self) -> Status | None:
        """None while it does not listen."""
        try:
            return self.ask(Status, Method.STATUS)
        except LocalFault:
            return None

    def until(self, condition: Callable[[Status], object], what: str, timeout_s: float = START_S) -> Status:
        """The first status that fulfils `condition`; fails if the process ends before."""

        def look() -> Status | None:
            status = self.status()
            if status is not None and condition(status):
                return status
            assert self.is_running, f"{self.name} ended while it was awaited: {what}"
            return None

        return until(look, f"{self.name}: {what}", timeout_s)

    def until_step(self, step: int, timeout_s: float = START_S) -> Status:
        return self.until(lambda s: s.collaboration and s.collaboration.step >= step, f"step {step}", timeout_s)

    def trainer(self) -> psutil.Process:
        """The training process: the one child of ours that has torch loaded. The status says that there is one."""
        self.until(lambda s: s.collaboration and s.device and s.reason != "trainer_restarting", "a trainer")
        return trainers_of(psutil.Process(self.pid))[0]

    def step(self) -> int:
        return head.step if (head := self.head()) else 0

    def head(self) -> LogEntry | None:
        """Newest commit, over the control socket."""
        status = self.status()
        step = status.collaboration.step if status and status.collaboration else 0
        entries = self.ask(list[LogEntry], Method.LOG, after_step=max(0, step - 1)) if step else []
        return entries[-1] if entries else None

    def entries_after(self, step: int) -> list[LogEntry]:
        """Up to a page of commits, over the control socket."""
        return self.ask(list[LogEntry], Method.LOG, after_step=step)

    def pause(self) -> None:
        self.ask(Status, Method.PAUSE)

    def resume(self) -> None:
        self.ask(Status, Method.RESUME)

    def quit(self) -> None:
        self.members()
        self.ask(type(None), Method.QUIT)
        assert self.wait() == 0, f"{self.name} ended with {self.process.returncode if self.process else None}"
        self.check_nothing_left()

    # --- the command line, in its home

    def _recorded(self, verb: str, kind: Any) -> Any:
        done = idlewild(verb, "--json", "--home", self.home)
        assert done.returncode == 0, done.stderr
        return msgspec.json.decode(done.stdout, type=kind)

    def log(self) -> list[LogEntry]:
        """`log --json`, whether it runs or not."""
        entries: list[LogEntry] = self._recorded("log", list[LogEntry])
        assert [entry.step for entry in entries] == list(range(1, len(entries) + 1)), "steps count from 1 without gaps"
        return entries

    def history(self) -> list[HistoryRow]:
        days: list[HistoryRow] = self._recorded("history", list[HistoryRow])
        return days

    def export(self, folder: Path) -> ExportResult:
        done = idlewild("export", folder, "--home", self.home)
        assert done.returncode == 0, done.stderr
        match = re.search(r"step (\d+) is in (.*) \(state (\w+)\)", done.stdout)
        assert match, done.stdout
        return ExportResult(folder=match[2], step=int(match[1]), state_digest=match[3])


class Crew:
    """All processes of one test."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.members: list[Program] = []
        self._host: Engine | None = None
        self._link = ""

    def add(self, program: Program) -> None:
        self.members.append(program)

    @property
    def engines(self) -> list[Engine]:
        return [program for program in self.members if isinstance(program, Engine)]

    @property
    def host(self) -> Engine:
        assert self._host is not None
        return self._host

    @property
    def link(self) -> str:
        """The invitation: the first line that the organiser printed."""
        if not self._link:
            host = self.host

            def first_line() -> str:
                assert host.is_running, "the organiser ended"
                return host.stdout.partition("\n")[0] if "\n" in host.stdout else ""

            self._link = until(first_line, "the invitation is printed", START_S)
            assert self._link.startswith("idlewild://join/"), self._link
        return self._link

    def organise(self, manifest: Path, *words: object) -> Engine:
        """`idlewild host`; it does not train unless asked, and then minds no other programs' work."""
        home = self.root / "host"
        home.mkdir(exist_ok=True)
        with Database.open(Home(home).database) as database:
            Settings(database).change({"pause_when_busy": False})
        self._host = Engine("host", home, ["host", manifest, "--home", home, "--listen", free_address(), *words])
        self.add(self._host)
        return self._host.start()

    def volunteer(self, name: str, *words: object, is_paused: bool = False) -> Engine:
        """`idlewild run --join` of this crew's invitation, as on a machine with nothing else to do; with `is_paused`
        its user paused it the last time."""
        home = self.root / name
        home.mkdir()
        if is_paused:
            with Database.open(Home(home).database) as database:
                Settings(database).set(PAUSED_BY_USER, True)
        common = ["run", "--headless", "--no-throttle", "--home", home, "--listen", free_address()]
        engine = Engine(name, home, [*common, "--join", self.link, *words])
        self.add(engine)
        return engine.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            if fault is None:
                self._end_in_order()
        except BaseException as late:
            self._explain(late)
            raise
        finally:
            if fault is not None:
                self._explain(fault)
            for program in self.members:
                program.destroy()

    def _end_in_order(self) -> None:
        running = [program for program in self.members if program.is_running]
        for program in running:
            program.terminate()
        for program in running:
            assert program.wait() == 0, f"{program.name} ended with {program.wait()}"
        for program in self.members:
            program.check_nothing_left()
        complaints = {program.name: found for program in self.members if (found := program.complaints())}
        assert not complaints, f"errors in the logs: {complaints}"

    def _explain(self, fault: BaseException) -> None:
        fault.add_note("\n".join(program.tail() for program in self.members))
        left = [line for program in self.members for line in program.left_over()]
        fault.add_note("\n".join(["=== still there", *left]))


def describe(process: psutil.Process) -> str:
    try:
        return f"{process.pid} {process.status()} {' '.join(process.cmdline())[:120]}"
    except psutil.Error:
        return f"{process.pid} gone"


def check_agreement(engines: Sequence[Engine], *, least_steps: int) -> list[LogEntry]:
    """That all logs are the same as far as they go, in digests, heads, sums and contributors; the longest of them."""
    logs = {engine: engine.log() for engine in engines}
    longest = max(logs.values(), key=len)
    for engine, entries in logs.items():
        assert len(entries) >= least_steps, f"{engine.name} has {len(entries)} steps"
        for mine, other in zip(entries, longest, strict=False):
            assert msgspec.structs.replace(mine, my_samples=0) == msgspec.structs.replace(other, my_samples=0), engine
    check_sums(longest)
    for engine, entries in logs.items():
        check_credit(engine, entries)
    return longest


def check_sums(entries: Sequence[LogEntry]) -> None:
    """That every sample of a step has a contributor, and the totals are the sums so far."""
    total = 0
    for entry in entries:
        total += entry.samples
        assert sum(entry.contributors.values()) == entry.samples, f"step {entry.step}"
        assert entry.total_samples == total, f"step {entry.step}"


def check_credit(engine: Engine, entries: Sequence[LogEntry]) -> None:
    """That the peer's own history says what the log says of it. Its log may have grown between the two looks."""
    mine = sum(entry.contributors.get(engine.peer, 0) for entry in entries)
    assert mine == sum(entry.my_samples for entry in entries)
    if not engine.is_running:
        assert sum(day.samples for day in engine.history()) == mine, engine.name
