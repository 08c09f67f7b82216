"""The household's line: what all links of one endpoint share, whichever peers they lead to."""

import math
import weakref
from collections.abc import Callable, Sequence

from core.transport.budget import Budget
from core.transport.company import Looker
from core.transport.congestion import SMALLEST_WINDOW, Considerate
from core.transport.crowd import Crowd
from core.transport.rates import Rates, Throughput
from core.transport.shaping import Shaper

_LONGEST_LOOK_S = 0.4
_LOOK_EVERY_S = 0.01
_SMALLEST_BYTES = SMALLEST_WINDOW * 1400
"""Window of a link on a usual path."""
_CHATTER_BYTES_PER_S = 50_000.0
"""Less than that was carried because no more was asked for: it is no pace. Links that began at the pace of a chat of
1 kB/s would need a minute to find out what their line carries, and be taken for dead before."""


class Line:
    """Caps, measured rates, and the moment at which all links look whose the queue is.

    If each link looked alone, each would find a queue, the others', and take all of them for strangers.
    """

    def __init__(self, budget: Budget, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.budget = budget
        self.sent = Throughput()
        self.delivered = Throughput()
        """The same, as it is acknowledged: what was sent may still wait in the line's queue."""
        self.received = Throughput()
        self.shaper = Shaper()
        self._looked_s, self._s_per_byte = -math.inf, 0.0
        """Of all links that send, each a byte."""
        self._is_probed = False
        self._crowd = Crowd()
        self._members: weakref.WeakSet[Considerate] = weakref.WeakSet()

    def welcome(self, member: Considerate) -> None:
        self._members.add(member)
        member.company = self

    def mean_rate(self) -> float:
        rates = [member.rate_bytes_per_s for member in self._sending()]
        return sum(rates) / len(rates) if rates else 0.0

    def is_shared(self) -> bool:
        return len(self._sending()) > 1

    def floor_s(self, window_bytes: int) -> float:
        now = self._clock()
        if not 0 <= now - self._looked_s < _LOOK_EVERY_S:
            most = self.delivered.most.read(now)
            self._looked_s, self._s_per_byte = now, len(self._sending()) / most if most else 0.0
        return self._s_per_byte * window_bytes

    def _sending(self) -> list[Considerate]:
        """Those that have something under way."""
        return [member for member in self._members if member.bytes_in_flight]

    def least_queue_s(self) -> float:
        return self.shaper.least_queue_s if self.is_shared() else 0.0

    def crowd_s(self, now: float, link: int) -> float:
        """Something to acknowledge came over `link`: how long this line takes for the smallest windows of all that send
        to this computer; 0.0 where that is one alone, or the line is not known."""
        links = self._crowd.hear(now, link)
        most = self.received.most.read(now) if links > 1 else 0.0
        return links * _SMALLEST_BYTES / most if most else 0.0

    def on_begin(self, now: float) -> None:
        """Links that begin together take turns from the first packet on."""
        if self.shaper.pace.bytes_per_s is None and self._are_ours(self._sending(), others=1):
            self.shaper.begin(self._carried(now))

    def on_delivered(self, now: float, count_bytes: int, queue_s: float) -> None:
        self.delivered.count(now, count_bytes)
        if self.shaper.note_queue(now, queue_s):
            is_ours = self._are_ours(self._sending())
            self.shaper.end_round(now, self._carried(now) if is_ours else 0.0)

    def _carried(self, now: float) -> float:
        """What the line was seen to carry, where that says something of it."""
        most = self.delivered.most.read(now)
        return most if self._is_probed or most >= _CHATTER_BYTES_PER_S else 0.0

    @staticmethod
    def _are_ours(sending: Sequence[Considerate], others: int = 0) -> bool:
        """Whether several of this endpoint's links send, and few of them beside somebody else."""
        return len(sending) + others > 1 and 2 * sum(member.is_sharing for member in sending) <= len(sending)

    def look(self, now: float, asking: Looker) -> None:
        """All that have something under way look, each for as long as the farthest of them needs."""
        members = self._sending()
        longest_s = max((member.round_trip_s for member in members), default=0.0)
        lookers: Sequence[Looker] = members or [asking]
        for looker in lookers:
            looker.look(now, min(_LONGEST_LOOK_S, longest_s))

    def note(self, rates: Rates) -> None:
        """What a probe found."""
        now = self._clock()
        self._is_probed = True
        self.sent.most.raise_to(now, rates.upload_bytes_per_s)
        self.delivered.most.raise_to(now, rates.upload_bytes_per_s)
        self.shaper.begin(self.delivered.most.read(now))
        self.received.most.raise_to(now, rates.download_bytes_per_s)

    def probed_rates(self) -> Rates:
        """The same as `rates` once a probe has been made; before, what was seen may be what little was asked for."""
        return self.rates() if self._is_probed else Rates()

    def rates(self) -> Rates:
        """What this computer can send and receive: the most that was seen, and no more than the caps."""
        now = self._clock()
        links = [member.capacity.read(now) for member in self._members]
        return Rates(
            upload_bytes_per_s=_capped(max([self.sent.most.read(now), *links]), self.budget.upload.bytes_per_s),
            download_bytes_per_s=_capped(self.received.most.read(now), self.budget.download.bytes_per_s),
        )


def _capped(rate: float, cap: float | None) -> float:
    return rate if cap is None else min(rate, cap)
