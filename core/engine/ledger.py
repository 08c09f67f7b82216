"""What this computer spends, noted while it is spent: time, energy, bytes; written to the history each minute."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from core.engine.power import Load, Meters, quietest, training_power_w
from core.engine.power_meters import PowerMeters, ProcessorTime
from core.errors import LocalFault
from core.identity.ids import RunId
from core.storage.history import NOTHING_SPENT, History, Spent
from core.storage.hours import left_of_hour_s, local_hour
from core.transport.meter import Meter

log = logging.getLogger(__name__)

LOOK_EVERY_S = 5.0
WRITE_EVERY_S = 60.0
SHOWN_S = 30.0
"""Over so long `power_w` is a mean: slow computers say only every few seconds that they have computed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What is under way."""

    run: RunId
    training_s: float = 0.0
    """Spent computing since the session began."""
    pid: int | None = None
    """Of the trainer."""
    device: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerPorts:
    """What it looks at."""

    work: Callable[[], Work | None]
    meter: Meter
    watts: Callable[[], float] = lambda: 0.0
    """`Preferences.watts`."""
    meters: PowerMeters = field(default_factory=PowerMeters)
    processor: ProcessorTime = field(default_factory=ProcessorTime)
    unix_time: Callable[[], float] = time.time
    clock: Callable[[], float] = time.monotonic


class Ledger:
    """One of an engine. `run` beside it, `settle` when a session ends."""

    def __init__(self, history: History, ports: LedgerPorts) -> None:
        self._history = history
        self._ports = ports
        self._looked_s = self._written_s = ports.clock()
        self._training_seen_s = 0.0
        self._idle = Meters()
        self._shown: deque[tuple[float, float]] = deque()
        """Seconds and joules of the last looks."""
        self._training_s = 0.0
        """Not written yet, as the next ones."""
        self._energy_wh = 0.0
        self._sent_seen_bytes, self._received_seen_bytes = ports.meter.sent_bytes, ports.meter.received_bytes
        self._month = ""
        self._of_month = (0, 0)
        """Bytes that are written, sent and received."""

    @property
    def power_w(self) -> float:
        """What training takes, as far as can be told; 0.0 while nothing is computed."""
        seconds = sum(seconds for seconds, _ in self._shown)
        return sum(joules for _, joules in self._shown) / seconds if seconds else 0.0

    def traffic(self) -> tuple[int, int]:
        """Bytes sent and received in this calendar month, up to now."""
        month = local_hour(self._ports.unix_time())[:7]
        if month != self._month:
            self._month, self._of_month = month, self._history.traffic_in(month)
        sent_bytes, received_bytes = self._new_traffic()
        return self._of_month[0] + sent_bytes, self._of_month[1] + received_bytes

    def month_bytes(self) -> int:
        """Both directions together."""
        return sum(self.traffic())

    def is_over_budget(self, monthly_limit_bytes: int) -> bool:
        """0 is no limit."""
        return 0 < monthly_limit_bytes <= self.month_bytes()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            end_s = self._ports.clock() + min(WRITE_EVERY_S, left_of_hour_s(self._ports.unix_time()))
            while (left_s := end_s - self._ports.clock()) > 0:
                await asyncio.sleep(min(LOOK_EVERY_S, left_s))
                self.look()
            self.write_if_possible()

    def look(self) -> None:
        """Notes what was spent since the last look."""
        now_s = self._ports.clock()
        took_s, self._looked_s = now_s - self._looked_s, now_s
        work = self._ports.work()
        trained_s = max(0.0, work.training_s - self._training_seen_s) if work is not None else 0.0
        self._training_seen_s = work.training_s if work is not None else 0.0
        own_s, all_s = self._ports.processor.advance(work.pid if work is not None else None)
        meters = self._ports.meters.read()
        self._training_s += trained_s
        if took_s <= 0:
            return
        load = Load(
            device=work.device if work is not None else "",
            cores=own_s / took_s,
            cpu_share=min(1.0, own_s / all_s) if all_s > 0 else 1.0,
            busy=min(1.0, trained_s / took_s),
        )
        if load.is_idle:
            self._idle = quietest(self._idle, meters)
            self._shown.clear()
            return
        joules = training_power_w(load, meters, self._idle, self._ports.watts()) * took_s
        self._energy_wh += joules / 3_600
        self._shown.append((took_s, joules))
        while sum(seconds for seconds, _ in self._shown) > SHOWN_S and len(self._shown) > 1:
            self._shown.popleft()

    def settle(self) -> None:
        """The session ends: what was spent for it is written, and the next begins from 0."""
        self.look()
        self.write_if_possible()
        self._training_seen_s = 0.0

    def write_if_possible(self) -> None:
        """What cannot be written now is tried again later."""
        try:
            self.write()
        except LocalFault as fault:
            log.warning("what this computer has spent is not written: %s", fault)

    def write(self) -> None:
        """Adds what was spent to the history. What came before it is known for what, such as the bytes of asking for a
        manifest, waits. Raises `LocalFault`."""
        work = self._ports.work()
        if work is None:
            return
        sent_bytes, received_bytes = self._new_traffic()
        spent = Spent(
            training_s=self._training_s,
            energy_wh=self._energy_wh,
            sent_bytes=sent_bytes,
            received_bytes=received_bytes,
        )
        if spent == NOTHING_SPENT:
            return
        self._history.spend(work.run, spent, self._middle_s())
        self._written_s = self._ports.clock()
        self._month = ""  # which may not be the month that this was added to
        self._training_s = self._energy_wh = 0.0
        self._sent_seen_bytes += sent_bytes
        self._received_seen_bytes += received_bytes

    def _middle_s(self) -> float:
        """Unix time half-way since the last writing, however late the new hour's first moment was noticed."""
        return self._ports.unix_time() - min(WRITE_EVERY_S, self._ports.clock() - self._written_s) / 2

    def _new_traffic(self) -> tuple[int, int]:
        """Not written yet."""
        meter = self._ports.meter
        return meter.sent_bytes - self._sent_seen_bytes, meter.received_bytes - self._received_seen_bytes
