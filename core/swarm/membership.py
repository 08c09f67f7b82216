"""What a member of a run offers, and what it and its participation are plugged into."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from core.averaging.assignment import Layout
from core.averaging.exchange import Exchange
from core.averaging.part_book import PartBook
from core.data.ranges import SampleRange
from core.dht.directory import Directory
from core.dht.records import PeerRecord
from core.identity.ids import PeerId
from core.swarm import messages as say
from core.swarm.accusing import Accuser
from core.swarm.catch_up import CatchUp
from core.swarm.download import DownloadProgress
from core.swarm.state_files import StateFiles
from core.transport.rates import Rates

NewBook = Callable[[int, Layout], PartBook]
"""An empty book for a step, over the trainer's average."""


RATE_CHANGE = 0.1
"""Rates that differ by less from what the coordinator was told are not worth a message."""


@dataclass(frozen=True, slots=True)
class MemberTraits:
    """What this peer offers."""

    contributes: bool
    may_reduce: bool
    rates: Callable[[], Rates] = Rates
    """Of its line; zeros while unknown."""

    def news_of_rates(self, told: Rates) -> Rates | None:
        """The rates, where they are no longer what the coordinator was told."""
        rates = self.rates()
        pairs = (
            (rates.upload_bytes_per_s, told.upload_bytes_per_s),
            (rates.download_bytes_per_s, told.download_bytes_per_s),
        )
        return rates if any(abs(rate - before) > RATE_CHANGE * before for rate, before in pairs) else None


@dataclass(frozen=True, slots=True)
class MemberPorts:
    """What a member is plugged into."""

    directory: Directory
    exchange: Exchange
    catch_up: CatchUp
    accuser: Accuser
    new_book: NewBook
    on_standing: Callable[[say.Standing], None]
    has_data: Callable[[SampleRange], bool]


@dataclass(frozen=True, slots=True)
class ParticipationEvents:
    """What the engine is told, on the event loop."""

    on_standing: Callable[[say.Standing], None]
    on_coordinator: Callable[[PeerId | None], None]
    """Whom this peer attends now; None while it is looking."""
    on_download: Callable[[DownloadProgress | None], None] = lambda _: None
    """How far the state has come that is being downloaded; None when that is over."""


@dataclass(frozen=True, slots=True)
class Ports:
    """What `Participation` is plugged into."""

    directory: Directory
    my_record: Callable[[], PeerRecord]
    new_book: Callable[[int, Layout], PartBook]
    """An empty book for a step, over the trainer's average. Raises `ProtocolViolation` if the cuts do not fit it."""
    reload_state: Callable[[], Awaitable[None]]
    """Puts the best state that this machine keeps (checkpoint, initial weights) into the replica."""
    unix_time: Callable[[], float]
    accuser: Accuser
    files: StateFiles | None = None
    """Where states are kept; without them they are given to others from memory."""
    has_data: Callable[[SampleRange], bool] = lambda _: True
    """Whether these samples can be trained on here now. Whoever says no sees to it that they can be."""
