"""What the engine lends a session."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from core.data.objects import ObjectStore
from core.data.web import WebPorts
from core.engine.board import Board
from core.engine.governing import Governor
from core.identity.keys import Identity
from core.options import RunOptions
from core.paths import Home
from core.storage.log_store import LogStore
from core.storage.petitions import PetitionStore
from core.storage.runs import RunRecord, Runs
from core.storage.scores import ScoreBook
from core.storage.settings import Settings
from core.swarm.records import Commit


@dataclass(frozen=True, slots=True)
class SessionParts:
    """Of the engine, which keeps it when the session has ended."""

    options: RunOptions
    identity: Identity
    home: Home
    objects: ObjectStore
    runs: Runs
    settings: Settings
    board: Board
    governor: Governor
    remember: Callable[[RunRecord], RunRecord]
    open_log: Callable[[RunRecord], LogStore]
    open_petitions: Callable[[RunRecord], PetitionStore]
    open_scores: Callable[[RunRecord], ScoreBook]
    on_commit: Callable[[Commit], None]
    look_at_spending: Callable[[], None]
    installed: Callable[[], Awaitable[None]]
    """Returns when what computes is there; says on the board meanwhile what it waits for. Raises `LocalFault`."""
    web: WebPorts
