"""Which version of the program runs: the first thing that the installed program does, before it imports anything else.

What was installed stays as it is and is the *launcher* of newer versions, which lie in `HOME/versions`. A version that
is new is on trial at its first start: it must say in a minute that it is up, else the one before is started.
"""

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

from core.ipc.locking import is_held, try_lock
from core.paths import Home, default_home
from core.program import is_installed
from core.release.pointer import (
    ENDED,
    NO_START,
    SILENT,
    TRIAL_LOCK,
    UNFINISHED,
    Pointer,
    TakenBack,
    change_pointer,
    read_pointer,
)
from core.version import VERSION, version_key

LAUNCHER, LAUNCHED, TRIAL = "IDLEWILD_LAUNCHER", "IDLEWILD_LAUNCHED", "IDLEWILD_TRIAL"
"""Environment of what was launched: the program that was installed, the executable that runs, and the file by which a
version on trial says that it is up."""
_LIMIT_S = 60.0
_REMOVING = "remove"
_TRYING = ("open", "--hidden", "run", "host")
"""Words with which app and engine are started, beside none and an invitation."""

Words = Sequence[str]


def launch(argv: Words) -> int | None:
    """Runs the newest good version. None: it is this process that goes on; else the exit status of another, which on
    POSIX takes the place of this one where it can. `argv`: without the program's name. What the environment had of
    this bundle's libraries must be gone from it, as they would mislead another version."""
    if not is_installed() or os.environ.get(LAUNCHED) in (sys.executable, "1"):
        return None
    if sys.platform == "win32" and _REMOVING in argv:
        return None  # Windows deletes no files that run, and versions in the home are to go
    return Launcher(home_of(argv), Path(sys.executable), VERSION, argv, os.environ).run()


def start_anew(argv: Words) -> int:
    """Puts the newest good version in the place of this process; returns its exit status where that is not possible.
    Raises `OSError`."""
    executable = os.environ.get(LAUNCHER) or sys.executable
    environment = {name: value for name, value in os.environ.items() if name not in (LAUNCHED, TRIAL)}
    return replace_process([executable, *argv], environment)


def home_of(argv: Words) -> Path:
    """The home that the words of a command line name, as the command line itself reads them."""
    named = None
    for position, word in enumerate(argv):
        if word == "--home" and position + 1 < len(argv):
            named = argv[position + 1]
        elif word.startswith("--home="):
            named = word.removeprefix("--home=")
    return Path(named).expanduser().absolute() if named else default_home()


def can_try(argv: Words) -> bool:
    """Whether what is to be started can prove a version good: the app, or an engine in the foreground."""
    words = iter(argv)
    for word in words:
        if word == "--home":
            next(words, None)
        elif not word.startswith("--home="):
            return word in _TRYING or word.lower().startswith("idlewild:")
    return True


def candidates(pointer: Pointer, own: str, is_there: Callable[[str], bool]) -> list[str]:
    """Good versions, the best first; empty is the installed one, which is at the end. `own`: its version."""
    newer = {version for version in (pointer.chosen, pointer.before) if version and version not in pointer.bad}
    ordered = sorted(newer, key=version_key, reverse=True)
    return [version for version in ordered if version_key(version) > version_key(own) and is_there(version)] + [""]


def on_trial(pointer: Pointer, best: str, is_there: Callable[[str], bool]) -> str:
    """The version to be tried, if it is better than the best: its version, that is."""
    trial = pointer.trial
    is_good = bool(trial) and trial not in pointer.bad and version_key(trial) > version_key(best) and is_there(trial)
    return trial if is_good else ""


@dataclass(frozen=True)
class Launcher:
    home: Path
    executable: Path
    """Of the program that was installed, as is its `version`."""
    version: str
    argv: Words
    environment: MutableMapping[str, str]
    """Where this process goes on, it is told there what was launched."""
    limit_s: float = _LIMIT_S

    @property
    def folder(self) -> Path:
        return Home(self.home).versions

    def run(self) -> int | None:
        """See `launch`."""
        pointer = read_pointer(self.folder)
        if pointer.trial and can_try(self.argv):
            status = self._try()
            if status is not None:
                return status
            pointer = read_pointer(self.folder)
        return self._start(candidates(pointer, self.version, self._is_there))

    def _start(self, versions: Iterable[str]) -> int | None:
        """The first that can be started."""
        for version in versions:
            if not version:
                break
            try:
                return replace_process([str(self._executable(version)), *self.argv], self._environment(version))
            except OSError:
                self._take_back(version, TakenBack(NO_START))
        self.environment.update({LAUNCHED: str(self.executable), LAUNCHER: self._launcher()})
        self.environment.pop(TRIAL, None)
        return None

    # --- trials

    def _try(self) -> int | None:
        """The exit status of a version that was on trial and did well; None where a good one is to be started."""
        try:
            with self._alone() as is_alone:
                return self._try_alone() if is_alone else None
        except OSError:  # a home that cannot be written: whatever was good runs on
            return None

    def _try_alone(self) -> int | None:
        pointer = self._settled()
        version = on_trial(pointer, self._best(pointer), self._is_there)
        if not version or is_held(Home(self.home).lock):
            return None  # who runs already would be asked to step in, and the new one to step back
        return self._watch(version)

    def _watch(self, version: str) -> int | None:
        from core.release.trial import Trial, Verdict

        up_file = self._up_file(version)
        environment = {**self._environment(version), TRIAL: str(up_file)}
        command = [str(self._executable(version)), *self.argv]
        trial = Trial(command, environment, up_file, limit_s=self.limit_s)
        with trial.signals_passed_on():
            up_file.unlink(missing_ok=True)
            change_pointer(self.folder, lambda now: replace(now, has_begun=True))
            try:
                trial.start()
            except OSError:
                self._take_back(version, TakenBack(NO_START))
                return None
            verdict, status = trial.watch(lambda: self._note(lambda now: now.confirmed(version)))
        up_file.unlink(missing_ok=True)
        if verdict in (Verdict.SILENT, Verdict.ENDED):
            self._take_back(version, TakenBack(ENDED, status) if verdict is Verdict.ENDED else TakenBack(SILENT))
            return None
        if verdict is Verdict.LEFT:
            self._note(Pointer.left_early)
        return status

    def _settled(self) -> Pointer:
        """Once it is clear what became of a trial whose launcher was killed."""

        def settle(now: Pointer) -> Pointer:
            if not (now.trial and now.has_begun):
                return now
            if self._up_file(now.trial).exists():
                return now.confirmed(now.trial)
            return now.taken_back(now.trial, TakenBack(UNFINISHED))

        return change_pointer(self.folder, settle)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[bool]:
        """Whether nobody else tries a version now. Children do not inherit it."""
        descriptor = os.open(self.folder / TRIAL_LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            yield try_lock(descriptor)
        finally:
            os.close(descriptor)

    def _note(self, change: Callable[[Pointer], Pointer]) -> None:
        """The disk may be full: then the next start finds out again."""
        with contextlib.suppress(OSError):
            change_pointer(self.folder, change)

    def _take_back(self, version: str, why: TakenBack) -> None:
        self._note(lambda now: now.taken_back(version, why))

    def _best(self, pointer: Pointer) -> str:
        return candidates(pointer, self.version, self._is_there)[0] or self.version

    # --- where things are

    def _up_file(self, version: str) -> Path:
        return self.folder / f".up-{version}"

    def _executable(self, version: str) -> Path:
        """By the name by which this one was called: on Windows there is one with a console and one without."""
        same = self.folder / version / self.executable.name
        return same if same.exists() else same.with_name("idlewild" + same.suffix)

    def _is_there(self, version: str) -> bool:
        return self._executable(version).is_file()

    def _launcher(self) -> str:
        """What autostart and links are to name. An AppImage's parts lie elsewhere at each start."""
        image, inside = self.environment.get("APPIMAGE"), self.environment.get("APPDIR")
        return image if image and inside and self.executable.is_relative_to(inside) else str(self.executable)

    def _environment(self, version: str) -> dict[str, str]:
        """Of what is started, which is not on trial unless somebody says so."""
        environment = {**self.environment, LAUNCHER: self._launcher(), LAUNCHED: str(self._executable(version))}
        environment.pop(TRIAL, None)
        return environment


def replace_process(command: Sequence[str], environment: Mapping[str, str]) -> int:
    """Runs `command` in the place of this process, or where the system cannot do that (Windows) as a child, whose exit
    status is returned. Raises `OSError`."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # a windowed program has none
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
    if sys.platform != "win32":
        _become(command, environment)
    import signal
    import subprocess

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the child too, which decides what it means
    return subprocess.run(command, env=dict(environment), check=False).returncode  # noqa: S603 - our own program


def _become(command: Sequence[str], environment: Mapping[str, str]) -> NoReturn:
    os.execve(command[0], list(command), dict(environment))  # noqa: S606 - our own program
