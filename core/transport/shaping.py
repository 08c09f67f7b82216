"""One pace for all links of an endpoint, so that what waits for the line waits here and not in the line's own queue.

Each link keeps its queue short, but none can keep fewer than a few packets under way; of thirty links that is a second
of a slow line. In that queue the acknowledgements of all that arrives wait too, and the peers' windows, made for an
empty way back, do not fill their lines any more. Where several links send, they therefore take turns at a pace that the
line just carries. What waits then waits in this program, and acknowledgements, which no pace holds back, pass it.
(Household routers that manage their queue shape a little below the line's rate for the same reason: CAKE.)

The pace is the largest rate at which anything was delivered, and a little less or more, as much as leaves the queue
short: found by small steps, since a pace that swings makes at one time a queue and at another a gap. Where nothing is
ever in a queue the line may carry more than was ever asked of it, and the steps become long. The pace stays when links
rest, for those that will begin together. Beside somebody else, and for one link alone, there is none: then each keeps
to its own.
"""

import math

ROUND_S, ROUND_BYTES = 0.1, 36_000
"""How long a round is: the time of so many bytes where that is longer, so that most links are heard in it."""
CLEAR = 0.125
"""Of what is heard in a round, that must have met no queue: the line's own meets all; a receiver's, only some."""
TARGET_S, TARGET_BYTES = 0.004, 4000
"""Queue that is wanted; on a slow line what a few datagrams take."""
EASE, CREEP = 0.01, 0.005
"""Of the rate, by which the pace goes down in a round with a queue, and up in one without."""
LEAST = -0.04
"""Of the rate, by which it goes down at most. Not far, since the queue may be the receivers': a receiver that many send
to has one too. Where a line lets several packets pass at once after a rest, the most that was delivered is some
hundredths more than it carries all the time."""
RECEIVERS_S, DEEPEST_STEP = 0.05, 0.3
"""A queue of more than so long is not theirs: while it lasts, so much less again for each second."""
GROWTH, FASTEST = 0.02, 0.4
"""Of the rate: a pace so much above it that still meets no queue is doubled from round to round, up to the second."""
TURN_BYTES, TURN_S = 2400, 0.002
"""What one link may send in its turn: the greater of these."""
STALE_S = 0.05
"""A turn that was not taken for so long is over."""
BURST_S = 0.005
"""Of turns that this program was too late for."""


class Pace:
    """Turns, in the order in which links ask for them."""

    def __init__(self) -> None:
        self.bytes_per_s: float | None = None
        """None: nobody waits."""
        self._free_s = 0.0

    def reserve(self, now: float) -> tuple[float, int]:
        """When the next turn is, and how many bytes may leave in it."""
        assert self.bytes_per_s is not None
        size = max(TURN_BYTES, int(self.bytes_per_s * TURN_S))
        begins_s = max(self._free_s, now - BURST_S)
        self._free_s = begins_s + size / self.bytes_per_s
        return begins_s, size

    def charge(self, count_bytes: int) -> None:
        """So much has left out of turn, or so much less than a turn allows if negative."""
        if self.bytes_per_s is not None:
            self._free_s += count_bytes / self.bytes_per_s


class Shaper:
    """Pure: time comes with the acknowledgements."""

    def __init__(self) -> None:
        self.pace = Pace()
        self._start_s = -math.inf
        self._round_s = ROUND_S
        self._queues_s: list[float] = []
        self._gain = GROWTH
        """Of the pace over the rate."""
        self.least_queue_s = 0.0
        """In the last round."""

    def begin(self, most_bytes_per_s: float) -> None:
        """It has just been measured what the line carries: links that begin together keep to it from the start."""
        self.pace.bytes_per_s = most_bytes_per_s * (1 + min(self._gain, 0.0)) or None

    def note_queue(self, now: float, queue_s: float) -> bool:
        """What a packet of one link met on its way; whether a round has ended."""
        self._queues_s.append(queue_s)
        return now - self._start_s >= self._round_s

    def end_round(self, now: float, most_bytes_per_s: float) -> None:
        """`most_bytes_per_s`: what the line was seen to carry; 0 where that is of no use now."""
        length_s, queues_s = now - self._start_s, sorted(self._queues_s)
        was_whole = 0 < length_s <= 2 * self._round_s and queues_s
        self._start_s, self._queues_s = now, []
        self.least_queue_s = queues_s[0] if queues_s else 0.0
        if not most_bytes_per_s:
            self.pace.bytes_per_s = None
            return
        self._round_s = max(ROUND_S, ROUND_BYTES / most_bytes_per_s)
        if not was_whole:  # nothing was heard, or there was a pause
            return
        target_s = max(TARGET_S, TARGET_BYTES / most_bytes_per_s)
        # One link alone may never have seen the path without a queue.
        if queues_s[int(CLEAR * len(queues_s))] < target_s:
            self._gain = self._gain + CREEP if self._gain < GROWTH else min(2 * self._gain, FASTEST)
        else:
            self._gain = min(self._gain, 0.0)
            if self.least_queue_s > target_s:
                self._gain = max(self._gain - EASE, LEAST)
        step = min(DEEPEST_STEP, max(0.0, self.least_queue_s - RECEIVERS_S - target_s))
        self.pace.bytes_per_s = most_bytes_per_s * (1 + self._gain - step)
