"""What the window and the tray show, as one value: the link to the engine and the engine's last word."""

from dataclasses import dataclass
from enum import Enum, auto

from core.ipc.messages import Collaboration, Phase, Reason, Status


class Link(Enum):
    """How the app and the engine stand."""

    STARTING = auto()
    """The engine has not answered yet."""
    READY = auto()
    LOST = auto()
    """It answered before and does not now; trying again."""
    SILENT = auto()
    """It is connected, and has said nothing for longer than it ever should."""
    STOPPED = auto()
    """It ended as it was asked to."""
    FAILED = auto()
    """It cannot be started; `Situation.trouble` says why."""


class Mood(Enum):
    """Picture in the tray; the value names its file in resources/icons."""

    TRAINING = "training"
    PAUSED = "paused"
    """By the user."""
    WAITING = "waiting"
    """By a rule: goes on by itself."""
    CONNECTING = "connecting"
    FAILED = "failed"
    """Needs the user."""
    IDLE = "idle"


@dataclass(frozen=True, slots=True)
class Situation:
    link: Link = Link.STARTING
    trouble: str = ""
    """One sentence, where the link is in trouble."""
    status: Status | None = None
    """Last word of the engine; may be old where the link is not ready."""
    is_engine_ours: bool = False
    """This app has started it, and starts it again."""

    @property
    def live(self) -> Status | None:
        """Status that is true now."""
        return self.status if self.link is Link.READY else None

    @property
    def collaboration(self) -> Collaboration | None:
        return self.status.collaboration if self.status else None

    @property
    def mood(self) -> Mood:
        if self.link in _LINK_MOODS:
            return _LINK_MOODS[self.link]
        if self.status is None:
            return Mood.CONNECTING
        if self.status.phase is Phase.PAUSED and self.status.reason is not Reason.PAUSED_BY_USER:
            return Mood.WAITING
        return _PHASE_MOODS[self.status.phase]

    @property
    def paused_by_user(self) -> bool:
        live = self.live
        return live is not None and live.phase is Phase.PAUSED and live.reason is Reason.PAUSED_BY_USER

    @property
    def may_pause(self) -> bool:
        """Whether pausing means anything now: there is a collaboration and it is not paused by the user already."""
        live = self.live
        if live is None or live.collaboration is None or not live.has_consent:
            return False
        return not self.paused_by_user and live.phase is not Phase.FAILED

    @property
    def may_try_again(self) -> bool:
        """The engine is there and gave up on something that its user may have mended by now."""
        live = self.live
        return live is not None and live.phase is Phase.FAILED and live.collaboration is not None

    @property
    def lacks_consent(self) -> bool:
        """The owner of this computer has not agreed to anything yet, or does not any more."""
        live = self.live
        return live is not None and not live.has_consent

    @property
    def has_nothing(self) -> bool:
        """The engine is up and waits for a collaboration to be chosen."""
        live = self.live
        if live is None or not live.has_consent:
            return False
        return live.collaboration is None and live.phase in {Phase.IDLE, Phase.FAILED}


_LINK_MOODS = {
    Link.STARTING: Mood.CONNECTING,
    Link.LOST: Mood.CONNECTING,
    Link.SILENT: Mood.CONNECTING,
    Link.STOPPED: Mood.IDLE,
    Link.FAILED: Mood.FAILED,
}
_PHASE_MOODS = {
    Phase.IDLE: Mood.IDLE,
    Phase.STARTING: Mood.CONNECTING,
    Phase.CONNECTING: Mood.CONNECTING,
    Phase.TRAINING: Mood.TRAINING,
    Phase.AVERAGING: Mood.TRAINING,
    Phase.SERVING: Mood.TRAINING,
    Phase.PAUSED: Mood.PAUSED,
    Phase.FAILED: Mood.FAILED,
}
