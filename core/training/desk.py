"""What only a trainer that trains has: a queue of samples, something that computes, and what to say of each outcome."""

import functools
import logging

from core.data.ranges import SampleRange
from core.errors import LocalFault
from core.identity.amendment import Joined
from core.identity.wire import from_json
from core.saying import say
from core.training import messages as m
from core.training.computing import Computing
from core.training.feed import Feed
from core.training.inbox import Channel
from core.training.samples import Samples
from core.training.verdict import Fate, Verdict

logger = logging.getLogger(__name__)

_REJECTED_MAX = 8
"""Samples in a row without a finite loss after which this machine, or the state, is not to be trusted."""


class Desk:
    """Works off what is assigned, micro-batch by micro-batch."""

    def __init__(self, channel: Channel, computing: Computing, source: Samples) -> None:
        self._channel, self._computing, self._source = channel, computing, source
        self.device, self.micro_batch = computing.device, computing.micro_batch
        self.feed = Feed(functools.partial(computing.prepare, source), self.micro_batch)
        self._rejected_in_a_row = 0
        self._said_starved = False
        self._is_void = False
        """The engine may not know yet that what it assigned is forgotten."""

    @property
    def has_work(self) -> bool:
        return bool(self.feed.samples)

    def assign(self, samples: SampleRange) -> None:
        if not self._is_void:
            self.feed.add(samples)
            self._said_starved = False

    def join(self, joined: bytes) -> None:
        """JSON of all the data that has joined the run."""
        self.feed.prepare_anew()
        self._source.join(from_json(list[Joined], joined))

    def follow(self, step: int) -> None:
        """The parameters are those after `step`."""
        self._computing.follow(step)

    def hear(self) -> None:
        """The engine knows that the gradient was void."""
        self._is_void = False

    def close(self) -> None:
        """Nothing is computed any more."""
        self.feed.close()
        self._computing.close()

    def work(self) -> None:
        """One micro-batch. Raises `LocalFault` where going on is pointless."""
        samples, given = self.feed.take()
        self._say_if_starved()
        verdicts = self._computing.accumulate(samples, given)
        del given  # frees memory of the device
        self._settle(verdicts)
        self._follow_size()

    def _settle(self, verdicts: list[Verdict]) -> None:
        if any(verdict.fate is Fate.VOID for verdict in verdicts):
            self._give_up_gradient("memory ran out in the middle of a backward pass")
            return
        for verdict in verdicts:
            if verdict.fate is Fate.DONE:
                self._rejected_in_a_row = 0
                self._channel.report(m.Accumulated(verdict.samples, verdict.loss_sum, verdict.seconds))
        for verdict in reversed(verdicts):  # what is given back last is done first
            if verdict.fate is Fate.REJECTED:
                self._reject(verdict.samples)
            elif verdict.fate is not Fate.DONE:
                self.feed.give_back(verdict.samples)

    def _reject(self, samples: SampleRange) -> None:
        """The samples are tried by halves: one that is broken must not take the others with it."""
        first, second = samples.split(max(1, len(samples) // 2))
        if second is not None:
            self.feed.give_back(second)
            self.feed.give_back(first)
            return
        logger.warning("sample %s has no finite loss and is left to others", samples.start)
        self._channel.report(m.Rejected(samples))
        self._rejected_in_a_row += 1
        if self._rejected_in_a_row >= _REJECTED_MAX:
            raise LocalFault(say("its losses are not finite, which points to faulty hardware or a model gone astray"))

    def publish(self) -> tuple[SampleRange, ...]:
        """Ends accumulation: the gradient is complete. Returns what was not done.

        A gradient that is not finite is given up with all its samples. A micro-batch is to blame, which shows itself
        when they are done again, as each is looked at from then on.
        """
        undone = self.feed.drop()
        if self._computing.publish():
            return tuple(undone)
        self._computing.beware()
        self._give_up_gradient("it was not finite")
        return ()

    def _give_up_gradient(self, reason: str) -> None:
        self._computing.clear()
        self.feed.drop()
        self._is_void = True
        self._channel.report(m.Voided(reason))

    def _follow_size(self) -> None:
        if self._computing.micro_batch != self.micro_batch:
            self.micro_batch = self._computing.micro_batch
            self.feed.resize(self.micro_batch)
            self._channel.report(m.Resized(self.micro_batch))

    def _say_if_starved(self) -> None:
        if not self._said_starved and self.feed.samples <= self.micro_batch:
            self._said_starved = True
            self._channel.report(m.Starved())
