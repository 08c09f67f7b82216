"""SIGKILL at random moments: the others go on, nothing is counted twice, and who was killed is soon back.

`IDLEWILD_DEATHS=20` in the environment makes twenty rounds instead of one; each kills a contributor, a trainer, the
host, and, while that is away, whoever conducts in its place.
"""

import os
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import START_S, Crew, Engine, check_agreement, until, write_manifest

from core.data.ranges import RangeSet
from core.ipc.messages import LogEntry
from core.paths import Home
from core.storage.database import Database
from core.storage.log_store import LogStore
from core.storage.runs import Runs

ROUNDS = int(os.environ.get("IDLEWILD_DEATHS", "1"))
SEED = int(os.environ.get("IDLEWILD_SEED", "5"))
VOLUNTEERS = 3
BACK_S = 15.0
"""Within which who was killed contributes again, on a machine with nothing else to do."""
MOMENT_S = 0.8
"""Deaths happen anywhere in the next so many seconds: several steps."""
GO_ON_S = 60.0


class Watch:
    """Kills members of a crew, and takes the times until all is well again."""

    def __init__(self, crew: Crew, volunteers: list[Engine], chance: random.Random) -> None:
        self._crew = crew
        self._volunteers = volunteers
        self._chance = chance
        self.times_s: dict[str, list[float]] = {}

    def contributor_dies(self) -> None:
        victim = self._chance.choice(self._volunteers)
        self._strike(victim.kill)
        self._others_go_on(victim)
        self._comes_back("contributor back", victim, victim.start)

    def trainer_dies(self) -> None:
        victim = self._chance.choice(self._volunteers)
        trainer = victim.trainer()
        self._comes_back("trainer back", victim, lambda: self._strike(trainer.kill))
        assert victim.is_running
        assert not trainer.is_running()

    def host_and_its_heir_die(self) -> None:
        """The host, and then the volunteer that conducts in its place."""
        host = self._crew.host
        self._strike(host.kill)
        self._timed("others go on without the host", lambda: self._others_go_on(host))
        heir = self._conducting()
        self._strike(heir.kill)
        self._timed("others go on without its heir", lambda: self._others_go_on(host, heir))
        self._comes_back("heir back", heir, heir.start)
        self._host_comes_back()

    def _host_comes_back(self) -> None:
        host, begun_s = self._crew.host.start(), time.monotonic()
        step = max(volunteer.step() for volunteer in self._volunteers)
        host.until_step(step + 1)
        self.times_s.setdefault("host back", []).append(time.monotonic() - begun_s)
        until(lambda: self._all_attend(host), "the host conducts again", GO_ON_S)
        self._others_go_on(host)

    def _all_attend(self, engine: Engine) -> bool:
        return all(coordinators(volunteer) == [engine.peer[:7]] for volunteer in self._volunteers)

    def _strike(self, kill: Callable[[], object]) -> None:
        time.sleep(self._chance.uniform(0.0, MOMENT_S))
        kill()

    def _others_go_on(self, *victims: Engine) -> None:
        survivors = [volunteer for volunteer in self._volunteers if volunteer not in victims]
        step = max(survivor.step() for survivor in survivors)
        for survivor in survivors:
            survivor.until_step(step + 3, GO_ON_S)

    def _conducting(self) -> Engine:
        """The volunteer that all others attend."""

        def look() -> Engine | None:
            return next((volunteer for volunteer in self._volunteers if self._all_attend(volunteer)), None)

        return until(look, "one of the volunteers conducts", GO_ON_S)

    def _comes_back(self, what: str, victim: Engine, begin: Callable[[], object]) -> None:
        """Takes the time from the return of `begin` until a commit names the victim again."""
        observer = next(volunteer for volunteer in self._volunteers if volunteer is not victim)
        begin()
        before = observer.step() + 1

        def look() -> bool:
            assert victim.is_running, f"{victim.name} ended"
            return any(victim.peer in entry.contributors for entry in observer.entries_after(before)[-200:])

        self._timed(what, lambda: until(look, f"{victim.name} contributes again", START_S))

    def _timed(self, what: str, work: Callable[[], object]) -> None:
        begun_s = time.monotonic()
        work()
        self.times_s.setdefault(what, []).append(time.monotonic() - begun_s)


def coordinators(engine: Engine) -> list[str]:
    status = engine.status() if engine.is_running else None
    peers = status.collaboration.peers if status and status.collaboration else []
    return [peer.peer for peer in peers if peer.role == "coordinator"]


@pytest.mark.timeout(150 + 240 * ROUNDS)
def test_a_crew_outlives_sudden_deaths(tmp_path: Path) -> None:
    was_quiet = os.getloadavg()[0] < 0.5
    with Crew(tmp_path) as crew:
        host = crew.organise(write_manifest(tmp_path / "manifest", target_batch=256))
        volunteers = [crew.volunteer(f"peer{number}") for number in range(VOLUNTEERS)]
        for volunteer in volunteers:
            volunteer.until(lambda s: s.collaboration and s.collaboration.my_samples, "contributes")
        watch = Watch(crew, volunteers, random.Random(SEED))
        for _ in range(ROUNDS):
            watch.contributor_dies()
            watch.trainer_dies()
            watch.host_and_its_heir_die()
            goal = max(engine.step() for engine in crew.engines) + 1
            for engine in crew.engines:
                engine.until_step(goal)
            print({what: f"{times[-1]:.1f} s" for what, times in watch.times_s.items()}, f"step {goal}")
        entries = check_agreement(crew.engines, least_steps=goal)
    for what, times in watch.times_s.items():
        print(f"{what}: median {statistics.median(times):.1f} s, worst {max(times):.1f} s of {len(times)}")
    if was_quiet:
        assert all(max(times) <= BACK_S for what, times in watch.times_s.items() if what.endswith("back"))
    check_agreement(crew.engines, least_steps=len(entries))
    for engine in (host, *volunteers):
        check_each_sample_once(engine, entries)


def check_each_sample_once(engine: Engine, entries: list[LogEntry]) -> None:
    """In the log of `engine`, by the numbers of the samples."""
    with Database.open(Home(engine.home).database, read_only=True) as database:
        active = Runs(database).active()
        assert active is not None
        commits = LogStore(database, active.run).commits(0, 1_000_000)
    assert len(commits) >= len(entries)
    used = RangeSet()
    for commit in commits:
        for contribution in commit.contributions:
            for piece in contribution.ranges:
                assert not used.overlaps(piece), f"{piece} is used twice, in step {commit.header.step} again"
                used.add(piece)
    assert used.samples == commits[-1].header.total_samples
