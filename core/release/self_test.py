"""A new runtime proves itself in a process of its own, before anything relies on it."""

import asyncio
import contextlib
import logging
import os
import subprocess
import sys
from pathlib import Path

import msgspec

from core.errors import LocalFault
from core.program import command_line, is_installed
from core.release.runtimes import Installed
from core.release.seal import ReleaseFault
from core.saying import Saying, quote, say

log = logging.getLogger(__name__)

VERB = "self-test"
"""Of the command line, with the runtime's folder: what the installed program starts itself with."""
PATIENCE_S = 300.0
"""A slow disk with a virus scanner needs minutes for the first import of torch."""
_LONGEST_BYTES = 64 << 10


class Told(msgspec.Struct, frozen=True):
    """The one line that the process prints."""

    passed: bool
    what: str
    """What it computed on and with, or why it cannot."""
    seconds: float = 0.0


class DoesNotWork(ReleaseFault):
    """A runtime that is whole and yet of no use on this computer."""

    def __init__(self, device: str, why: Saying) -> None:
        """`why`: half a sentence."""
        self.why = why
        super().__init__(
            say(
                "The parts of Idlewild that compute ({device}) do not work on this computer: {why}. Update the drivers "
                "of the graphics card, or choose another device; then try again.",
                device=device,
                why=why,
            )
        )


def command_of(folder: Path) -> list[str]:
    """What tests the runtime in `folder`."""
    if is_installed():
        return [*command_line(), VERB, str(folder)]
    return [sys.executable, "-m", __name__, str(folder)]


async def self_test(installed: Installed, patience_s: float = PATIENCE_S) -> Told:
    """Raises `DoesNotWork`."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    try:
        process = await asyncio.create_subprocess_exec(
            *command_of(installed.folder),
            env=environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            creationflags=_without_window(),
        )
    except OSError as error:
        raise DoesNotWork(installed.device, quote(str(error))) from error
    try:
        async with asyncio.timeout(patience_s):
            out, errors = await process.communicate()
    except TimeoutError:
        raise DoesNotWork(installed.device, say("nothing came within {patience_s}", patience_s=patience_s)) from None
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    return _judged(installed, out, errors, process.returncode)


def _without_window() -> int:
    if sys.platform == "win32":
        return subprocess.CREATE_NO_WINDOW
    return 0


def _judged(installed: Installed, out: bytes, errors: bytes, status: int | None) -> Told:
    tail = errors[-_LONGEST_BYTES:].decode(errors="replace").strip()
    try:
        told = msgspec.json.decode(out.strip().rpartition(b"\n")[2], type=Told)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        log.warning("%s told nothing and ended with %s: %s", installed.id, status, tail)
        raise DoesNotWork(
            installed.device, say("its test ended with exit status {status}", status=str(status))
        ) from None
    if not told.passed or status != 0:
        log.warning("%s failed: %s\n%s", installed.id, told.what, tail)
        raise DoesNotWork(installed.device, quote(told.what.rstrip(".")))
    log.info("%s works: %s, in %.1f s", installed.id, told.what, told.seconds)
    return told


def main(folder: Path) -> int:
    """Body of the process; the exit status. What it imports is compiled and kept on the way, so that the first trainer
    starts as fast as all later ones."""
    sys.path.append(str(folder))
    sys.dont_write_bytecode = False
    told = _tested(folder)
    sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
    sys.stdout.flush()
    return 0 if told.passed else 1


def _tested(folder: Path) -> Told:
    from core.release.runtimes import MARK, Mark
    from core.training.self_test import check_training

    try:
        mark = msgspec.json.decode((folder / MARK).read_bytes(), type=Mark)
        passed = check_training(mark.device)
    except LocalFault as fault:
        return Told(False, str(fault))
    except Exception as error:  # noqa: BLE001  # whatever the runtime does wrong, that is what is to be told
        return Told(False, f"{type(error).__name__}: {error}"[:1_000])
    return Told(True, f"PyTorch {passed.torch} on {passed.device}", passed.seconds)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
