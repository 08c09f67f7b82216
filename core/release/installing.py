"""An engine runtime is brought here: fetched, unpacked while more comes, tested, and chosen.

It may be ended at any moment, by a cancellation as by a power cut: the next call goes on with what is there, and until
the last moment the runtime before is the one that counts. The engine's lock of the home sees to it that only one
process does this at a time.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from core.data.web import Web
from core.errors import LocalFault
from core.ipc.installed import RuntimeState
from core.release.disk import ask_room, free_bytes
from core.release.documents import Runtime, Wheel
from core.release.runtimes import Draft, Installed, Runtimes
from core.release.seal import ReleaseFault
from core.release.self_test import DoesNotWork, self_test
from core.release.unpacking import BadWheel, unpack
from core.release.web import WebFile, fetch
from core.tasks import in_thread, leading

T = TypeVar("T")

AT_ONCE = 3
"""Wheels that are fetched."""
UNPACKED_AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class InstallPorts:
    """What an installation is plugged into."""

    runtimes: Runtimes
    web: Callable[[], AbstractAsyncContextManager[Web]]
    """Opened for one installation."""
    mirrors: Sequence[str] = ()
    """Web folders that have all wheels."""
    on_progress: Callable[[RuntimeState, int], None] = lambda state, done_bytes: None
    """As `EngineRuntime` has them."""
    test: Callable[[Installed], Awaitable[Any]] = self_test
    """Raises `DoesNotWork`."""
    free: Callable[[Path], int] = free_bytes


async def install(runtime: Runtime, ports: InstallPorts) -> Installed:
    """Returns when `runtime` is the one that counts. Raises `DoesNotWork` if it is whole and of no use here, another
    `ReleaseFault` where it cannot be brought; what has come already stays then."""
    store = ports.runtimes
    found = await in_thread(lambda: store.find(runtime.id))
    if found is None:
        found = await _bring(runtime, ports)
        ports.on_progress(RuntimeState.TESTING, 0)
        await ports.test(found)
    else:
        found = await _tested_or_anew(found, runtime, ports)
    await _write(lambda: store.choose(found))
    await in_thread(lambda: store.forget_draft(runtime))
    return found


async def _tested_or_anew(found: Installed, runtime: Runtime, ports: InstallPorts) -> Installed:
    """It was whole, but nobody knows since when: what has been damaged is brought again."""
    ports.on_progress(RuntimeState.TESTING, 0)
    try:
        await ports.test(found)
    except DoesNotWork:
        if not await in_thread(lambda: ports.runtimes.discard_if_damaged(found)):
            raise
        found = await _bring(runtime, ports)
        ports.on_progress(RuntimeState.TESTING, 0)
        await ports.test(found)
    return found


async def _bring(runtime: Runtime, ports: InstallPorts) -> Installed:
    draft = ports.runtimes.draft(runtime)
    await in_thread(draft.begin)
    missing = await in_thread(lambda: [wheel for wheel in runtime.wheels if not draft.has(wheel)])
    await in_thread(lambda: ask_room(ports.runtimes.folder, _needed_bytes(missing, ports.runtimes), ports.free))
    work = _Work(runtime, draft, ports, missing)
    try:
        async with ports.web() as web:
            await work.run(web)
    except BaseExceptionGroup as group:
        raise leading(group, LocalFault, ReleaseFault) from None
    return await _write(draft.finish)


def _needed_bytes(wheels: Sequence[Wheel], store: Runtimes) -> int:
    """At the most: before the first wheel is unpacked, all of them may have come."""
    here = 0
    for wheel in wheels:
        path = store.download(wheel)
        for one in (path, path.with_name(path.name + ".part")):
            here += one.stat().st_size if one.is_file() else 0
    return sum(wheel.size_bytes + wheel.unpacked_bytes for wheel in wheels) - here


async def _write(work: Callable[[], T]) -> T:
    """Raises `ReleaseFault` where the disk fails."""
    try:
        return await in_thread(work)
    except LocalFault as fault:
        raise ReleaseFault(fault.saying) from fault


class _Stopped(Exception):
    pass


class _Work:
    """Fetching and unpacking of one runtime."""

    def __init__(self, runtime: Runtime, draft: Draft, ports: InstallPorts, missing: Sequence[Wheel]) -> None:
        self._draft = draft
        self._ports = ports
        # The largest first: while that is unpacked, the others come.
        self._missing = sorted(missing, key=lambda wheel: wheel.size_bytes, reverse=True)
        self._runtime = runtime
        self._here = {wheel.file: 0 if wheel in missing else wheel.size_bytes for wheel in runtime.wheels}
        """Bytes, as in the next. All wheels are in them from the start: threads change nothing but values."""
        self._written = {wheel.file: 0 if wheel in missing else wheel.unpacked_bytes for wheel in runtime.wheels}
        self._fetching = asyncio.Semaphore(AT_ONCE)
        self._unpacking = asyncio.Semaphore(UNPACKED_AT_ONCE)

    async def run(self, web: Web) -> None:
        self._tell()
        async with asyncio.TaskGroup() as tasks:
            for wheel in self._missing:
                tasks.create_task(self._bring(web, wheel))

    async def _bring(self, web: Web, wheel: Wheel) -> None:
        path = self._ports.runtimes.download(wheel)
        async with self._fetching:
            folders = (wheel.folder, *self._ports.mirrors)
            file = WebFile(wheel.file, folders, wheel.size_bytes, wheel.digest)
            await fetch(web, file, path, lambda here: self._note_here(wheel, here))
        async with self._unpacking:
            try:
                record = await self._unpack(wheel, path)
            except BadWheel:
                await in_thread(lambda: self._ports.runtimes.forget_download(wheel))
                raise
        await _write(lambda: self._draft.note(wheel, record))
        await in_thread(lambda: self._ports.runtimes.forget_download(wheel))

    async def _unpack(self, wheel: Wheel, path: Path) -> str:
        stopped = threading.Event()

        def go_on(count: int) -> None:
            if stopped.is_set():
                raise _Stopped
            self._written[wheel.file] = min(self._written[wheel.file] + count, wheel.unpacked_bytes)
            self._tell()

        return await in_thread(
            lambda: unpack(
                path, self._draft.files, self._draft.scratch(wheel), left_bytes=wheel.unpacked_bytes, go_on=go_on
            ),
            stopped.set,
        )

    def _note_here(self, wheel: Wheel, here_bytes: int) -> None:
        self._here[wheel.file] = here_bytes
        self._tell()

    def _tell(self) -> None:
        """Called in other threads too."""
        here = sum(self._here.values())
        if here < self._runtime.size_bytes:
            self._ports.on_progress(RuntimeState.FETCHING, here)
        else:
            self._ports.on_progress(RuntimeState.UNPACKING, sum(self._written.values()))
