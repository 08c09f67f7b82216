"""How much of a link may be under way: as fast as the line allows, with a queue in it that nobody notices.

Idlewild is a guest on its owner's line. Its only congestion control therefore has two aims, in this order: the line's
queue stays so short that a call or a game beside it does not suffer, and what is left of the line is used whole,
although some packets get lost for other reasons than a full queue.

- The path is described by two measured numbers, as in BBR (draft-ietf-ccwg-bbr): the largest delivery rate of the last
  rounds (measured as in draft-cheng-iccrg-delivery-rate-estimation) and the smallest round trip. Loss by itself is no
  signal (RFC 9002, section 7, allows other controllers), up to `LOSS_LIMIT` of a round.
- The window follows the delay, as in LEDBAT (RFC 6817): the smallest delay of each round, on the way there alone, is
  compared with the smallest of all; what is more is queue. (On the way back there are queues of the peer's own.) The
  window grows or shrinks by what is missing to a queue of `TARGET_S`. Everybody's growth is added and everybody's
  decrease is a share, so that links that share a line become equal.
- A queue that stays although this link steps back is somebody else's, who fills it until packets are lost. Whoever
  goes on yielding to such a one gets nothing at all. So when the delay stays high the link looks: it falls to half of
  its share for a moment. If the queue goes, it was its own. If not, it behaves like a modest TCP (additive increase,
  multiplicative decrease on loss at a full queue, RFC 5681), and looks again every few seconds. The thought is that of
  Copa's two modes (Arun and Balakrishnan, NSDI 2018); looking is BBR's PROBE_RTT. Links of one endpoint look together,
  and send at one pace (`shaping.py`).
"""

from collections.abc import Iterable
from enum import Enum, auto

from aioquic.quic.congestion.base import K_INITIAL_WINDOW, QuicCongestionControl, register_congestion_control
from aioquic.quic.packet_builder import QuicSentPacket

from core.transport.company import Alone, Company
from core.transport.delays import Delays
from core.transport.rates import Capacity, DeliveryRate, Mark, WindowedMax
from core.transport.startup import Startup

NAME = "considerate"
"""In aioquic's registry."""

TARGET_S = 0.01
"""Queue that a link keeps where it is alone (RFC 6817 allows at most 0.1): enough to ride out a stutter of either
computer, too little to be noticed."""
ROUND_S = 0.01
"""Shortest round: below, a computer's own stutter is larger than what is measured."""
RATE_ROUNDS = 10
LOOK_AFTER_S, LOOK_BESIDE_OTHERS_S = 10.0, 4.0
"""The queue is let run empty so long after it was last seen to be (BBR: 10 s), beside somebody else sooner at first."""
LOOK_SHARE = 0.5
HIGH_ROUNDS, HIGH_S = 4, 1.5
"""After so many rounds in a row with too long a queue a link looks whose it is, if it has not just done so."""
HIGH, STUBBORN, SHRUNK, EMPTY = 2.0, 1.25, 0.6, 0.75
"""Too long is a queue of `HIGH` targets; of `STUBBORN` if the window has shrunk to such a share without effect. Below
`EMPTY` targets it is nobody else's."""
CROWDED = 0.5
"""Where many links share a slow line, they keep what it takes for so many datagrams of each."""

STARTUP_GAIN, STARTUP_PACING = 2.77, 2.0
CRUISE_GAIN, REFILL_GAIN = 1.1, 1.25
"""Pacing over delivery rate: little, so that what a stutter has heaped up does not go round and round in the path, and
more where the path is to be filled."""
ROOM, ROOM_TARGETS = 1.15, 3
"""Window over the path's content at most (BBR: cwnd_gain): so many times, and so many targets."""
CLUMPS = 2
"""Targets by which the mean delay may exceed the smallest of a round, until packets in heaps count as a queue."""
NEARLY_FULL = 0.8
SMALLEST_WINDOW = 4
"""Datagrams."""

STEP = 0.25
"""Part of what is missing to the target that one round makes good; the effect is seen a round later. With twice as much
the queue of a receiver that several send to swings from none to three targets."""
FASTEST = 8.0
FAIRNESS_DATAGRAMS, FAIRNESS_SHARE = 4, 0.1
"""Growth per round, the same for all and together a share of the target at most: what makes links equal."""
ROUNDS_TO_REFILL = 3
LONGEST_STEP, DEEPEST_STEP = 0.25, 0.8

LOSS_MODERATE = 0.02
"""Beyond this share the window does not outgrow the path's content: the queue may be shorter than the target."""
LOSS_LIMIT, LOSS_BACKOFF, LOSS_STARTUP = 0.2, 0.7, 0.15

SHARING_INCREASE = 3.0
"""Datagrams per round trip; with `SHARING_DECREASE` somewhat less than CUBIC (RFC 9438) claims beside it."""
SHARING_DECREASE = 0.85
FULL_QUEUE = 0.6
"""Losses at a queue of so many of its greatest lengths mean that it is full."""


class _State(Enum):
    STARTUP = auto()
    ALONE = auto()
    SHARING = auto()


class _Look(Enum):
    EMPTYING = auto()
    LOOKING = auto()


class Considerate(QuicCongestionControl):
    """One connection's window and pacing rate, as a pure object: time comes with the packets."""

    def __init__(self, *, max_datagram_size: int) -> None:
        super().__init__(max_datagram_size=max_datagram_size)
        self.capacity = Capacity()
        """What the path could carry, from samples that it limited."""
        self.company: Company = Alone(self)
        self.delays = Delays()
        self._look_s = ROUND_S
        self._max_datagram_size = max_datagram_size
        self._rate = WindowedMax(RATE_ROUNDS)
        self._delivery = DeliveryRate()
        self._newest: QuicSentPacket | None = None
        self._window_before = 0
        self._path_since_s = 0.0
        self._round = 0
        self._start()

    def _start(self) -> None:
        """Nothing is known of the path."""
        self.congestion_window = K_INITIAL_WINDOW * self._max_datagram_size
        self._state = _State.STARTUP
        self._rate.clear()
        self.delays.clear()
        self._delivery.limited_until = 0
        self._loss_share = 0.0
        self._queue_peak_s = 0.0
        self._startup = Startup()
        self._momentum = 1.0
        self._high_rounds = 0
        self._widest = 0
        self._rounds_to_wait = 0
        self._look: _Look | None = None
        self._is_joint = False
        self._look_ends_s = 0.0
        self._patience_s = LOOK_BESIDE_OTHERS_S
        self._begin_round(0.0)

    def _begin_round(self, now: float) -> None:
        self._round += 1
        self._round_ends = self._delivery.delivered_bytes
        self._round_start_s = now
        self._target_s = max(TARGET_S, CROWDED * self.company.floor_s(self._max_datagram_size))
        self.delays.begin_round()
        self._acked_bytes = self._lost_bytes = 0
        self._most_bytes = self.bytes_in_flight
        self._is_round_full = False

    # What is read of it

    @property
    def rate_bytes_per_s(self) -> float:
        """The largest delivery rate of the last rounds; 0.0 while unknown."""
        return self._rate.best

    @property
    def is_sharing(self) -> bool:
        """Somebody else fills the queue."""
        return self._state is _State.SHARING

    @property
    def round_trip_s(self) -> float:
        return self.delays.round_trip_s

    @property
    def crowd_s(self) -> float:
        """What the line takes for the smallest windows of all that send, and the peer's for all that send to it."""
        return self.company.floor_s(SMALLEST_WINDOW * self._max_datagram_size) + self.delays.crowd_s

    @property
    def pacing_bytes_per_s(self) -> float:
        """How fast packets may leave; 0.0 before the first round trip is known."""
        if self._state is not _State.STARTUP:
            is_refilling = self._rounds_to_wait or self._momentum > 1
            return (REFILL_GAIN if is_refilling else CRUISE_GAIN) * self._rate.best / (1 - self._loss_share)
        if not self.delays.round_trip_s:
            return 0.0
        by_window = self.congestion_window / self.delays.round_trip_s
        return max(STARTUP_GAIN * self._rate.best, STARTUP_PACING * by_window)

    # What aioquic tells

    def on_packet_sent(self, *, packet: QuicSentPacket) -> None:
        sent_s = packet.sent_time or 0.0
        if self._look is not None and sent_s > self._look_ends_s:
            self._give_up_look()
        if not self.bytes_in_flight:
            self.company.on_begin(sent_s)
        packet.mark = self._delivery.mark(sent_s, is_first=not self.bytes_in_flight)  # type: ignore[attr-defined]
        self.bytes_in_flight += packet.sent_bytes
        self._most_bytes = max(self._most_bytes, self.bytes_in_flight)
        if self.bytes_in_flight >= NEARLY_FULL * self.congestion_window:
            self._is_round_full = True

    def on_application_limited(self) -> None:
        """There was nothing to send although there was room: what is under way now says little of the path."""
        self._delivery.limit(self.bytes_in_flight)

    def on_packet_acked(self, *, now: float, packet: QuicSentPacket) -> None:
        size = packet.sent_bytes
        self.bytes_in_flight -= size
        self._delivery.delivered_bytes += size
        self._acked_bytes += size
        self._newest = packet
        if self._state is _State.STARTUP and self._is_round_full:
            self.congestion_window += size

    def on_packets_lost(self, *, now: float, packets: Iterable[QuicSentPacket]) -> None:
        for packet in packets:
            self.bytes_in_flight -= packet.sent_bytes
            self._lost_bytes += packet.sent_bytes

    def on_packets_expired(self, *, packets: Iterable[QuicSentPacket]) -> None:
        self.bytes_in_flight -= sum(packet.sent_bytes for packet in packets)

    def on_persistent_congestion(self) -> None:
        """Nothing came through for long: the path may have become another one."""
        self._start()
        self.congestion_window = SMALLEST_WINDOW * self._max_datagram_size

    def on_path_changed(self, now: float) -> None:
        """Datagrams take another way from now on, of which nothing is known."""
        self._start()
        self._path_since_s = now

    def on_rtt_measurement(self, *, now: float, rtt: float) -> None:
        """Comes once for each acknowledgement with new packets, after `on_packet_acked` for each of them."""
        packet, self._newest = self._newest, None
        sent_s = now if packet is None or packet.sent_time is None else packet.sent_time
        if sent_s < self._path_since_s:
            return
        queue_s = self.delays.add(now, sent_s, rtt)
        self.company.on_delivered(now, self._delivery.news(), queue_s)
        mark: Mark | None = getattr(packet, "mark", None)
        if mark is None:
            return
        rate, is_limited = self._delivery.measure(now, sent_s, mark, max(ROUND_S, 0.99 * self.delays.base_s))
        if not is_limited or rate > self._rate.best:
            self._rate.add(self._round, rate)
        is_late = queue_s > self._target_s
        if self._state is _State.STARTUP and self._startup.has_met_queue(is_late=is_late) and self._is_round_full:
            self._end_startup(now)
        if self._look is _Look.EMPTYING:
            if self.bytes_in_flight <= self.congestion_window:
                self._look = _Look.LOOKING
                self._begin_round(now)
        elif mark[0] >= self._round_ends and now - self._round_start_s >= (self._look_s if self._look else ROUND_S):
            self._end_round(now)

    # Once per round

    def _end_round(self, now: float) -> None:
        queue_s = self.delays.queue_s
        total = self._acked_bytes + self._lost_bytes
        lost = self._lost_bytes / total if total else 0.0
        rate = self._acked_bytes / (now - self._round_start_s)
        if rate > self._rate.best or self._is_round_full:
            self._rate.add(self._round, rate)
        self._loss_share = min(LOSS_LIMIT, self._loss_share + (lost - self._loss_share) / 8)
        if self._look is _Look.LOOKING:
            self._judge(now, queue_s)
        elif self._state is _State.STARTUP:
            self._startup_round(now, lost)
        elif self._is_round_full:
            self.capacity.add(now, self._rate.best)
            if self._state is _State.ALONE:
                self._alone_round(now, queue_s, lost)
            else:
                self._sharing_round(now, queue_s)
        if not (self._is_round_full or self._look or self.is_sharing) and queue_s > self._target_s:
            # A window that is not used was not tried, which is not to be done beside a queue (RFC 7661).
            self._set_window(min(self.congestion_window, self._most_bytes + self._max_datagram_size))
        self._begin_round(now)

    def _startup_round(self, now: float, lost: float) -> None:
        if not self._is_round_full:
            return
        is_lossy = lost > LOSS_STARTUP and self._lost_bytes > 2 * SMALLEST_WINDOW * self._max_datagram_size
        if self._startup.has_met_limit(self._rate.best) or is_lossy:
            self._end_startup(now)

    def _alone_round(self, now: float, queue_s: float, lost: float) -> None:
        window = self.congestion_window
        self._watch_queue(queue_s)
        queue_s = max(queue_s, self.delays.mean_queue_s - CLUMPS * self._target_s)
        rate = min(self._rate.best, window / self.delays.round_trip_s)
        step = STEP * rate * (self._target_s - queue_s)
        share = FAIRNESS_SHARE * self.company.mean_rate() * self._target_s
        extra = min(FAIRNESS_DATAGRAMS * self._max_datagram_size, share)
        momentum, self._momentum = self._momentum, 1.0
        if lost > LOSS_LIMIT and self._lost_bytes > SMALLEST_WINDOW * self._max_datagram_size:
            self._set_window(LOSS_BACKOFF * window)
        elif step < 0:
            self._set_window(max(window + step + extra, DEEPEST_STEP * window))
        elif self._rounds_to_wait:
            self._rounds_to_wait -= 1
        else:
            # A faster line is found the sooner the longer its queue stays away; in company their pace finds it.
            if queue_s < self._target_s / 2 and not self.company.is_shared():
                self._momentum = min(2 * momentum, FASTEST)
            step = min(self._momentum * step, LONGEST_STEP * window) + extra
            self._set_window(max(window, min(window + step, self._most(lost))))
        since_s = now - self.delays.low_at_s
        if since_s > LOOK_AFTER_S or (self._high_rounds >= HIGH_ROUNDS and since_s > HIGH_S):
            self.company.look(now, self)

    def _most(self, lost: float) -> float:
        """Bytes under way beyond which growth is of no use."""
        content = self._rate.best * self.delays.empty_s / (1 - self._loss_share)
        if max(lost, self._loss_share) > LOSS_MODERATE:
            return content + self._rate.best * min(self._target_s / 2, self.delays.base_s / 4)
        return ROOM * content + ROOM_TARGETS * self._rate.best * self._target_s

    def _watch_queue(self, queue_s: float) -> None:
        self._widest = max(self._widest, self.congestion_window)
        has_shrunk = self.congestion_window < SHRUNK * self._widest
        limit_s = (STUBBORN if has_shrunk else HIGH) * self._target_s + self.delays.crowd_s
        self._high_rounds = self._high_rounds + 1 if queue_s > limit_s else 0

    def _sharing_round(self, now: float, queue_s: float) -> None:
        self._queue_peak_s = max(queue_s, 0.98 * self._queue_peak_s)
        if queue_s < EMPTY / 2 * self._target_s:
            self._be_alone()
        elif self._rounds_to_wait:
            self._rounds_to_wait -= 1  # what is lost now was sent before the window shrank
        elif self._lost_bytes and queue_s > FULL_QUEUE * self._queue_peak_s:
            self._set_window(SHARING_DECREASE * self.congestion_window)
            self._rounds_to_wait = 1
        else:
            self._set_window(self.congestion_window + SHARING_INCREASE * self._max_datagram_size)
        if now - self.delays.low_at_s > self._patience_s:
            self.company.look(now, self)

    # Looking whose queue it is

    def _end_startup(self, now: float) -> None:
        self._look_s = ROUND_S
        self._start_look(now, is_joint=False)
        self._state = _State.ALONE
        self._window_before = 0

    def look(self, now: float, length_s: float) -> None:
        """Lets the queue run empty, as far as it is this link's, for so long."""
        if self._state is _State.STARTUP and self._rate.best:
            self._state = _State.ALONE
        if self._look is None and self._state is not _State.STARTUP:
            self._look_s = max(ROUND_S, length_s)
            self._start_look(now, is_joint=True)

    def _start_look(self, now: float, *, is_joint: bool) -> None:
        self._is_joint = is_joint
        self._look_ends_s = now + 2 * (self.delays.round_trip_s + self._look_s)
        self._window_before = self.congestion_window
        content = min(self._rate.best, self.congestion_window / self.delays.round_trip_s) * self.delays.empty_s
        self._look = _Look.EMPTYING
        self._set_window(LOOK_SHARE * content)

    def _give_up_look(self) -> None:
        """There was too little to send to see anything, and what is to be sent now must not be the slower for it."""
        self._look = None
        self._set_window(self._window_before or self._fitting_window)

    def _judge(self, now: float, queue_s: float) -> None:
        self._look = None
        self.delays.note_low(now)
        is_others = self._is_others(queue_s)
        if not is_others and self._state is _State.SHARING:
            self._be_alone()
            return
        is_no_news = self._state is _State.SHARING
        self._patience_s = min(2 * self._patience_s, LOOK_AFTER_S) if is_no_news else LOOK_BESIDE_OTHERS_S
        is_strange = is_others and (self._is_joint or not self.company.is_shared())
        if is_strange and self._state is _State.ALONE:
            self._state = _State.SHARING
            self._queue_peak_s = queue_s
            self._window_before = max(self._window_before, int(SHRUNK * self._widest))
        self._high_rounds = self._widest = 0
        self._set_window(self._window_before or self._fitting_window)
        self._rounds_to_wait = ROUNDS_TO_REFILL if self._state is _State.ALONE else 0

    def _is_others(self, queue_s: float) -> bool:
        """Whether a queue that stays in a look is a stranger's. Peers that send to the same one do not look at the same
        moment: where the receiver speaks of a crowd, it must be a queue that all links from here meet."""
        if queue_s <= EMPTY * self._target_s + self.crowd_s:
            return False
        return not self.delays.crowd_s or self.company.least_queue_s() > EMPTY * self._target_s

    @property
    def _fitting_window(self) -> float:
        """What fills the path and a queue of the target."""
        return self._rate.best * (self.delays.empty_s + self._target_s) / (1 - self._loss_share)

    def _be_alone(self) -> None:
        self._state = _State.ALONE
        self._high_rounds = 0
        self._momentum = 1.0
        self._set_window(self._fitting_window)

    def _set_window(self, size_bytes: float) -> None:
        self.congestion_window = max(int(size_bytes), SMALLEST_WINDOW * self._max_datagram_size)


register_congestion_control(NAME, Considerate)
