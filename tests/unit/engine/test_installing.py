"""What computes comes in the background, when the owner lets it, and whoever needs it waits and says why."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from core.engine.board import Board
from core.engine.bulk import BulkGate
from core.engine.installing import Installing, InstallingPorts
from core.errors import LocalFault
from core.identity.keys import Identity
from core.ipc.installed import EngineRuntime, RuntimeState
from core.ipc.messages import Phase, Reason
from core.release.documents import Needs, Runtime, this_platform, this_python
from core.release.installing import InstallPorts
from core.release.origin import Origin
from core.release.runtimes import Installed, write_mark
from core.release.seal import seal
from core.release.self_test import DoesNotWork
from core.release.web import NotFetched
from core.saying import NOTHING, quote, say
from core.throttle.policy import Act, Decision, Memory
from tests.sim.clock import run
from tests.wheels import runtime_of, written_wheel

KEY = Identity.from_seed(b"k" * 32)


class Owner:
    """What the governor says."""

    def __init__(self) -> None:
        self.has_consent = self.has_settled = True
        self.bulk = BulkGate()
        self.decision = decided(Reason.NONE)

    def charge(self, reason: Reason = Reason.METERED) -> None:
        self.decision = decided(reason)
        self.bulk.change(reason is Reason.NONE)


def decided(reason: Reason) -> Decision:
    saying = quote(f"because of {reason}") if reason is not Reason.NONE else NOTHING
    return Decision(act=Act.RUN, reason=reason, saying=saying, memory=Memory(at_s=0.0))


class Desk:
    """An engine's part under test, and all that is around it."""

    def __init__(self, folder: Path, *, nvidia: str = "") -> None:
        (folder / "wheels").mkdir()
        self.runtimes = {
            device: runtime_of([written_wheel(folder / "wheels", device, {f"{device}.py": b"1"})], "http://x/", device)
            for device in ("cuda", "cpu")
        }
        needs = Needs(platform=this_platform(), python=this_python(), runtimes=tuple(self.runtimes.values()))
        self.origin = Origin((KEY.public_key,), (), seal(KEY, needs), folder / "bundle")
        self.folder = folder / "home"
        self.owner, self.board = Owner(), Board()
        self.installed: list[str] = []
        self.outcomes: list[Exception | float] = []
        """Of one installation after the other: a fault, or how long it takes; at once when there are no more."""
        self.activated: list[tuple[str, str | None]] = []
        self.computer = SimpleNamespace(
            nvidia_driver=lambda: nvidia,
            has_amd_card=lambda: False,
            has_intel_card=lambda: False,
            has_metal=lambda: False,
        )

    def part(self, origin: Origin | None = None) -> Installing:
        return Installing(
            InstallingPorts(
                origin=origin or self.origin,
                folder=self.folder,
                device="auto",
                owner=self.owner,
                board=self.board,
                web=lambda: pytest.fail("the web is not asked here"),
                computer=self.computer,
                install=self._install,
                activate=lambda one, old: self.activated.append((one.device, old and old.device)),
            )
        )

    async def _install(self, runtime: Runtime, ports: InstallPorts) -> Installed:
        found = ports.runtimes.find(runtime.id)
        self.installed.append(runtime.device)
        outcome = self.outcomes.pop(0) if self.outcomes else 0.0
        if isinstance(outcome, Exception):
            raise outcome
        ports.on_progress(RuntimeState.FETCHING, runtime.size_bytes // 2)
        await asyncio.sleep(outcome)
        ports.on_progress(RuntimeState.TESTING, 0)
        if found is None:
            found = self.put(runtime.device)
        ports.runtimes.choose(found)
        return found

    def put(self, device: str, root: Path | None = None) -> Installed:
        runtime = self.runtimes[device]
        folder = (root or self.folder) / runtime.id
        folder.mkdir(parents=True)
        write_mark(folder, runtime)
        return Installed(runtime.id, device, folder)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture
def with_card(tmp_path: Path) -> Desk:
    return Desk(tmp_path, nvidia="600.1")


def during(part: Installing, scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Plays `scene` while `part` works; in virtual time."""

    async def main() -> None:
        working = asyncio.create_task(part.run())
        try:
            await scene()
            assert not working.done(), working
        finally:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)

    run(main())


async def seen(what: Callable[[], bool], seconds: float = 60.0) -> None:
    async with asyncio.timeout(seconds):
        while not what():
            await asyncio.sleep(0.1)


def waiting(part: Installing) -> "asyncio.Task[None]":
    return asyncio.create_task(part.ready())


async def ended(*tasks: Awaitable[None]) -> None:
    for task in tasks:
        task.cancel()  # type: ignore[attr-defined]
    await asyncio.gather(*tasks, return_exceptions=True)


def test_from_its_sources_all_is_there(desk: Desk) -> None:
    part = Installing(
        InstallingPorts(
            origin=None, folder=desk.folder, device="auto", owner=desk.owner, board=desk.board, web=lambda: None
        )  # type: ignore[arg-type, return-value]
    )

    async def main() -> None:
        await part.run()
        await part.ready()
        assert not await part.give_up(say("it failed"))

    run(main())
    assert part.runtime == EngineRuntime()


def test_it_comes_in_the_background_and_nobody_needs_to_ask(desk: Desk) -> None:
    part = desk.part()
    desk.outcomes = [5.0]
    size_bytes = desk.runtimes["cpu"].size_bytes

    async def scene() -> None:
        await seen(lambda: part.runtime.state is RuntimeState.FETCHING)
        assert (part.runtime.device, part.runtime.size_bytes) == ("cpu", size_bytes)
        assert desk.board.phase is Phase.STARTING, "and nobody has touched the board"
        assert desk.board.reason is Reason.PREPARING
        needing = waiting(part)
        await asyncio.sleep(1.0)
        assert (desk.board.phase, desk.board.reason) == (Phase.STARTING, Reason.INSTALLING)
        assert desk.board.progress == pytest.approx(0.5, abs=0.01)
        assert str(desk.board.saying).startswith("Fetching the parts of Idlewild that compute: ")
        await needing
        assert part.runtime.state is RuntimeState.READY

    during(part, scene)
    assert desk.installed == ["cpu"]
    assert desk.activated == [("cpu", None)]
    again = desk.part()
    during(again, again.ready)
    assert desk.installed == ["cpu"], "it is here"
    assert desk.activated == [("cpu", None)] * 2


def test_nothing_is_done_before_the_owner_agrees(desk: Desk) -> None:
    part = desk.part()
    desk.owner.has_consent = False
    desk.outcomes = [100.0, 0.0]

    async def scene() -> None:
        await asyncio.sleep(10)
        assert desk.installed == []
        assert part.runtime.state is RuntimeState.MISSING
        desk.owner.has_consent = True
        await seen(lambda: part.runtime.state is RuntimeState.FETCHING)
        desk.owner.has_consent = False
        await asyncio.sleep(200)
        assert not part.is_ready, "it is broken off"
        desk.owner.has_consent = True
        await part.ready()

    during(part, scene)
    assert desk.installed == ["cpu", "cpu"]


def test_a_network_that_charges_is_left_alone_without_leave(desk: Desk) -> None:
    part = desk.part()
    desk.owner.has_settled = False

    async def scene() -> None:
        needing = waiting(part)
        await asyncio.sleep(2)
        assert desk.board.reason is Reason.INSTALLING
        desk.owner.charge()
        desk.owner.has_settled = True
        await asyncio.sleep(2)
        assert desk.installed == []
        assert part.runtime.state is RuntimeState.WAITS
        assert (desk.board.phase, desk.board.reason) == (Phase.STARTING, Reason.METERED_INSTALL)
        assert "they wait for leave" in str(desk.board.saying)
        part.ask()
        await asyncio.sleep(2)
        assert desk.installed == []
        part.ask(metered=True)
        await needing

    during(part, scene)


def test_it_goes_on_where_the_network_charges_no_more(desk: Desk) -> None:
    part = desk.part()
    desk.outcomes = [5.0, 5.0]

    async def scene() -> None:
        await seen(lambda: part.runtime.state is RuntimeState.FETCHING)
        desk.owner.charge()
        await seen(lambda: part.runtime.state is RuntimeState.WAITS)
        await asyncio.sleep(20)
        assert not part.is_ready
        desk.owner.charge(Reason.NONE)
        await part.ready()

    during(part, scene)
    assert desk.installed == ["cpu", "cpu"]


def test_a_pause_that_is_quiet_is_told_as_such(desk: Desk) -> None:
    part = desk.part()
    desk.owner.charge(Reason.PAUSED_BY_USER)

    async def scene() -> None:
        needing = waiting(part)
        await asyncio.sleep(3)
        assert (desk.board.phase, desk.board.reason) == (Phase.PAUSED, Reason.PAUSED_BY_USER)
        assert part.runtime.state is RuntimeState.MISSING
        await ended(needing)

    during(part, scene)


def test_what_the_web_does_not_give_is_asked_for_again(desk: Desk) -> None:
    part = desk.part()
    desk.outcomes = [NotFetched(say("Nobody gives it.")), NotFetched(say("Nobody gives it.")), 0.0]

    async def scene() -> None:
        needing = waiting(part)
        await asyncio.sleep(5)
        assert len(desk.installed) == 1
        assert part.runtime.state is RuntimeState.FAILED
        assert (desk.board.phase, desk.board.reason) == (Phase.FAILED, Reason.FAULT)
        assert str(desk.board.saying) == str(part.runtime.saying) == "Nobody gives it."
        await asyncio.sleep(10)
        assert len(desk.installed) == 2
        part.ask()
        await needing

    during(part, scene)


def test_the_next_best_is_taken_where_the_best_does_not_work(with_card: Desk) -> None:
    desk, part = with_card, with_card.part()
    desk.outcomes = [DoesNotWork("cuda", say("no kernel image"))]
    during(part, part.ready)
    assert desk.installed == ["cuda", "cpu"]
    assert part.runtime.device == "cpu"
    assert ["no kernel image" in str(notice) for notice in desk.board.notices] == [True]
    again = desk.part()
    during(again, again.ready)
    assert desk.installed == ["cuda", "cpu"], "what is bad is not tried at each start"


def test_where_none_works_it_is_said_and_tried_again_when_asked(with_card: Desk) -> None:
    desk, part = with_card, with_card.part()
    fault = DoesNotWork("cpu", say("illegal instruction"))
    desk.outcomes = [fault, fault]

    async def scene() -> None:
        said = r"^The parts of Idlewild that compute \(cpu\) do not work on this computer: illegal instruction\. Update"
        with pytest.raises(LocalFault, match=said):
            await part.ready()
        await asyncio.sleep(1000)
        assert desk.installed == ["cuda", "cpu"]
        with pytest.raises(LocalFault, match=said):
            await part.ready()
        again = desk.part()
        working = asyncio.create_task(again.run())
        with pytest.raises(LocalFault, match=said.replace("cpu", "cuda")):
            await again.ready()
        await ended(working)
        part.ask()
        await part.ready()

    during(part, scene)
    assert desk.installed == ["cuda", "cpu", "cuda"]


def test_what_came_with_the_program_serves_where_the_web_does_not(with_card: Desk) -> None:
    desk, part = with_card, with_card.part()
    desk.put("cpu", desk.origin.folder / "runtime")
    desk.outcomes = [NotFetched(say("Nobody gives it."))]
    during(part, part.ready)
    assert desk.installed == ["cuda", "cpu"]


def test_what_came_with_the_program_needs_no_network(with_card: Desk) -> None:
    desk, part = with_card, with_card.part()
    desk.put("cpu", desk.origin.folder / "runtime")
    desk.owner.charge()
    during(part, part.ready)
    assert desk.installed == ["cpu"]


def test_a_runtime_that_breaks_makes_place_for_another(with_card: Desk) -> None:
    desk, part = with_card, with_card.part()

    async def scene() -> None:
        await part.ready()
        desk.board.notices.clear()
        assert await part.give_up(say("it failed with ImportError"))
        assert not part.is_ready
        await part.ready()

    during(part, scene)
    assert desk.installed == ["cuda", "cpu"]
    assert desk.activated == [("cuda", None), ("cpu", "cuda")]
    [notice] = desk.board.notices
    assert str(notice).startswith("The parts that compute (cuda) do not work any more (it failed with ImportError)")


def test_the_one_before_goes_when_the_new_one_has_trained(with_card: Desk) -> None:
    desk = with_card
    old = desk.put("cpu")
    half = desk.folder / f".part-{desk.runtimes['cpu'].id}"
    half.mkdir()
    part = desk.part()

    async def scene() -> None:
        await part.ready()
        assert old.folder.exists()
        part.note_trained()
        await seen(lambda: not old.folder.exists() and not half.exists())

    during(part, scene)
    assert desk.activated == [("cuda", None)]


def test_a_damaged_installation_is_said(desk: Desk) -> None:
    part = desk.part(Origin(desk.origin.keys, (), desk.origin.needs + b" ", desk.origin.folder))

    async def scene() -> None:
        with pytest.raises(LocalFault, match="is not signed by those who make Idlewild"):
            await part.ready()

    during(part, scene)
