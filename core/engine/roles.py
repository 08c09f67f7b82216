"""What this computer does for the run (DeDLOC, section 3): contribute, reduce, or both; by choice, else by what its
place in the network and its speed allow. Part-time contributing is the planner's choice, step by step."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

from core.nat.facts import Behaviour, NetworkFacts
from core.options import RunOptions
from core.saying import NOTHING, Saying, say
from core.training.api import Progress
from core.transport.api import PathKind

log = logging.getLogger(__name__)

LOOK_S = 5.0
TOO_SLOW = 1.25
"""Micro-batches longer than this times a step make an auxiliary of a contributor."""
FAST_ENOUGH = 0.8
"""Shorter than this makes it a contributor again. Between the two it stays what it is."""
SPEED_MEMORY = 0.7
STEPS_SEEN = 5
"""Steps after which their usual length is believed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What the choice depends on."""

    asked: str = "auto"
    """The owner's wish: `contributor`, `client`, `auxiliary` or `auto`."""
    trains: bool = True
    """False for a host that was not asked to train."""
    network: NetworkFacts | None = None
    is_accelerated: bool = False
    micro_batch_s: float | None = None
    """Which this computer needs for one; None while unknown, as below."""
    step_s: float | None = None
    """Usual time between two commits."""
    was_contributing: bool = True


@dataclass(frozen=True, slots=True)
class Choice:
    role: str
    """`contributor`, `client` (contributes, never reduces) or `auxiliary` (the other way round)."""
    contributes: bool
    may_reduce: bool
    saying: Saying
    """Why, for the owner."""


def choose(situation: Situation) -> Choice:
    """Pure. What the owner wishes comes first."""
    match situation.asked:
        case "contributor":
            as_asked = say("This computer contributes and averages for others, as was asked.")
            return Choice("contributor", True, True, as_asked)
        case "client":
            as_asked = say("This computer contributes and averages for nobody, as was asked.")
            return Choice("client", True, False, as_asked)
    fault = _fault_of_place(situation.network)
    idle = _why_not_contributing(situation)
    if idle:
        return Choice("auxiliary", False, not fault, _serves(idle, fault))
    if fault:
        only = say("This computer contributes but averages for nobody, because {fault}.", fault=fault)
        return Choice("client", True, False, only)
    return Choice("contributor", True, True, say("This computer contributes and averages for others."))


def _serves(idle: Saying, fault: Saying) -> Saying:
    if fault:
        return say("{idle}; it does not average either, because {fault}.", idle=idle, fault=fault)
    return say("{idle}; it averages for others.", idle=idle)


def _why_not_contributing(situation: Situation) -> Saying:
    if situation.asked == "auxiliary":
        return say("This computer computes nothing, as was asked")
    if not situation.trains:
        return say("This computer serves and was not asked to train")
    if _is_too_slow(situation):
        return say(
            "This computer leaves computing to others, since a micro-batch takes {here_s} here and a whole step only "
            "{step_s}",
            here_s=situation.micro_batch_s or 0.0,
            step_s=situation.step_s or 0.0,
        )
    return NOTHING


def _is_too_slow(situation: Situation) -> bool:
    if situation.is_accelerated or situation.micro_batch_s is None or situation.step_s is None:
        return False
    limit = TOO_SLOW if situation.was_contributing else FAST_ENOUGH
    return situation.micro_batch_s > limit * situation.step_s


def _fault_of_place(facts: NetworkFacts | None) -> Saying:
    """Why others would not get through to this peer straight; nothing if they do, or if nobody has found out yet."""
    if facts is None:
        return NOTHING
    through_relays = {PathKind.RELAYED, PathKind.TUNNELLED}
    fault = NOTHING
    if not facts.accepts_links:
        fault = say("it accepts no connections")
    elif facts.udp_works is False:
        fault = say("UDP is blocked here and all traffic goes through a relay")
    elif facts.is_reachable is not False:
        fault = NOTHING
    elif facts.mapping in (Behaviour.ADDRESS_DEPENDENT, Behaviour.ADDRESS_AND_PORT_DEPENDENT):
        fault = say("its router lets nobody in and takes another port for each peer")
    elif facts.links and all(link.path.kind in through_relays for link in facts.links):
        fault = say("others reach it through a relay only")
    return fault


class Roles:
    """Watches what the choice depends on, and tells when it changes."""

    def __init__(
        self,
        options: RunOptions,
        facts: Callable[[], NetworkFacts | None],
        device: Callable[[], str],
        on_choice: Callable[[Choice], None],
    ) -> None:
        self._options = options
        self._facts = facts
        self._device = device
        self._on_choice = on_choice
        self._sample_s: float | None = None
        self._micro_batch = 0
        self._step_s: float | None = None
        self._steps = 0
        self._committed_s: float | None = None
        self.choice = choose(Situation(asked=self._asked, trains=options.train))

    @property
    def _asked(self) -> str:
        if self._options.client_mode:
            return "client"
        return "auxiliary" if self._options.auxiliary else self._options.role

    @property
    def trains(self) -> bool:
        """Whether this computer may ever compute: what a slow one does not do now it may do later."""
        return self._options.train and self._asked != "auxiliary"

    def note_progress(self, progress: Progress) -> None:
        """A micro-batch is done."""
        count = max(1, len(progress.samples))
        self._micro_batch = max(count, self._micro_batch)  # the last of a lease may be shorter
        self._sample_s = _smoothed(self._sample_s, progress.seconds / count)

    def note_commit(self) -> None:
        """A step is in the log."""
        now_s = asyncio.get_running_loop().time()
        if self._committed_s is not None:
            self._steps += 1
            self._step_s = _smoothed(self._step_s, now_s - self._committed_s)
        self._committed_s = now_s

    def look(self) -> None:
        """Chooses anew by what is known now."""
        choice = choose(
            Situation(
                asked=self._asked,
                trains=self._options.train,
                network=self._facts(),
                is_accelerated=not self._device().startswith("cpu"),
                micro_batch_s=self._sample_s * self._micro_batch if self._sample_s is not None else None,
                step_s=self._usual_step_s(),
                was_contributing=self.choice.contributes,
            )
        )
        is_other = (choice.contributes, choice.may_reduce) != (self.choice.contributes, self.choice.may_reduce)
        self.choice = choice
        if is_other:
            log.info("%s", choice.saying)
            self._on_choice(choice)

    def _usual_step_s(self) -> float | None:
        """At least the time since the last commit: where nobody is fast enough, somebody must begin."""
        if self._step_s is None or self._committed_s is None or self._steps < STEPS_SEEN:
            return None
        return max(self._step_s, asyncio.get_running_loop().time() - self._committed_s)

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            self.look()
            await asyncio.sleep(LOOK_S)


def _smoothed(old: float | None, new: float) -> float:
    return new if old is None else SPEED_MEMORY * old + (1 - SPEED_MEMORY) * new
