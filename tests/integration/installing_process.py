"""Installs a runtime as the engine does, in a process that can be killed.

python -m tests.integration.installing_process FOLDER RUNTIME.json [MIRROR …]
"""

import asyncio
import subprocess
import sys
from pathlib import Path

from core.identity.wire import from_json
from core.release.documents import Runtime
from core.release.installing import InstallPorts, install
from core.release.runtimes import Installed, Runtimes
from core.release.seal import ReleaseFault
from core.release.self_test import DoesNotWork
from core.release.web import release_web
from core.saying import quote
from core.transport.budget import TokenBucket

BEGUN = "begun"


def works(folder: Path) -> str:
    """What the runtime says of itself in a process of its own; its exit status tells whether it works."""
    script = f"import sys; sys.path.insert(0, {str(folder)!r}); import common.version, many; print(common.version.NAME)"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=False)
    if done.returncode:
        raise DoesNotWork("cpu", quote(done.stderr.strip().rpartition("\n")[2]))
    return done.stdout.strip()


async def prove(installed: Installed) -> None:
    await asyncio.to_thread(works, installed.folder)


async def main(folder: Path, runtime: Runtime, mirrors: list[str]) -> None:
    store = Runtimes(folder)
    store.tidy([runtime])
    sys.stdout.write(BEGUN + "\n")
    sys.stdout.flush()
    ports = InstallPorts(store, lambda: release_web(TokenBucket()), mirrors=mirrors, test=prove)
    await install(runtime, ports)


if __name__ == "__main__":
    try:
        asyncio.run(main(Path(sys.argv[1]), from_json(Runtime, Path(sys.argv[2]).read_bytes()), sys.argv[3:]))
    except ReleaseFault as fault:
        sys.exit(str(fault))
