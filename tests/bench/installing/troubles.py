"""What an installed program says when what it fetches was tampered with, is not signed by those who built it, is older
than what is here, or does not fit on the disk; and that it goes on when that is mended.

    python -m tests.bench.installing.troubles dist/idlewild_0.1.0_amd64.deb --wheels build/wheels --feed FEED

Options and needs as those of `tests.bench.installing.power_cuts`.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from core.identity.keys import Identity
from core.identity.wire import from_json
from core.release.documents import Release, this_platform
from core.release.seal import seal
from core.saying import Saying
from tests.bench.installing.__main__ import MIRROR_PORT, served, until
from tests.bench.installing.power_cuts import ENGINE, FEED_PORT, Computer, arguments
from tests.bench.installing.roots import DATA, Root, make_base

LITTLE, ENOUGH = "300m", "4g"


class Troubles:
    def __init__(self, computer: Computer, wheels: Path, feed: Path) -> None:
        self._computer = computer
        self._wheels, self._feed = wheels, feed / this_platform()

    def all(self) -> None:
        with self._small_disk() as grow:
            self._computer.start(*ENGINE)
            self._until_runtime("failed")
            grow()
            torch = next(self._wheels.glob("torch-*"))
            whole = torch.read_bytes()
            torch.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
            self._ask("install_runtime", metered=False)
            self._until_runtime("failed")
            torch.write_bytes(whole)
            self._ask("install_runtime", metered=False)
            self._until_runtime("ready")
            self._feeds()

    def _feeds(self) -> None:
        signed = self._feed.read_bytes()
        line, _, content = signed.partition(b"\n")
        release = from_json(Release, content)
        for what, offered in {
            "tampered": line + b"\n" + content.replace(b'"0.2.0"', b'"0.3.0"', 1),
            "another's signature": seal(Identity.generate(), release),
            "no document": b"<html>",
        }.items():
            self._feed.write_bytes(offered)
            update = self._update()
            self._say(f"{what}: {said(update)}")
            assert update["state"] == "failed", update
        self._feed.write_bytes(signed)
        update = self._update()
        assert update["state"] == "available", update
        self._say(f"mended: {update['newer']} is offered; {self._computer.version()} runs")

    def _update(self) -> dict[str, Any]:
        return dict(self._ask("check_update")["update"])

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        return self._computer.program.ask(method, **params)

    def _until_runtime(self, state: str) -> None:
        status = until(lambda: self._with_runtime(state), f"a runtime that is {state}")
        self._say(f"runtime {state}: {said(status['runtime'])}")

    def _with_runtime(self, state: str) -> dict[str, Any]:
        status = self._computer.program.status()
        return status if (status.get("runtime") or {}).get("state") == state else {}

    def _say(self, what: str) -> None:
        print(what, flush=True)

    @contextmanager
    def _small_disk(self) -> Iterator[Callable[[], None]]:
        """For the home. Yields what makes it large."""
        home = self._computer.program.home
        self._computer.root.as_user("mkdir", "-p", DATA)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={LITTLE},uid={home.stat().st_uid},mode=700", "tmpfs", str(home)]
        subprocess.run(mount, check=True)
        try:
            yield lambda: subprocess.run(["mount", "-o", f"remount,size={ENOUGH}", str(home)], check=True) and None
        finally:
            self._computer.cut_power()
            subprocess.run(["umount", "-l", str(home)], check=True)


def said(part: dict[str, Any]) -> str:
    """Of a status, in English."""
    return str(msgspec.convert(part["saying"], Saying))


def main() -> None:
    asked = arguments(__doc__)
    base = make_base(asked.bases, asked.package)
    with tempfile.TemporaryDirectory() as scratch:
        wheels, feed = Path(scratch) / "wheels", Path(scratch) / "feed"
        shutil.copytree(asked.wheels, wheels)
        shutil.copytree(asked.feed, feed)
        system = Root(base, Path(scratch) / "system")
        with served(wheels, MIRROR_PORT), served(feed, FEED_PORT), system as root:
            Troubles(Computer(root, asked.package), wheels, feed).all()


if __name__ == "__main__":
    main()
