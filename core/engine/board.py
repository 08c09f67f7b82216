"""What the engine is doing, in the words of the control socket."""

from dataclasses import dataclass, field

from core.ipc.messages import Phase, Reason
from core.saying import Saying, say

STARTING = say("Starting.")


@dataclass(slots=True)
class Board:
    """Written by whoever works, read for each status."""

    phase: Phase = Phase.STARTING
    reason: Reason = Reason.PREPARING
    saying: Saying = STARTING
    progress: float | None = None
    notices: list[Saying] = field(default_factory=list)

    def say(self, phase: Phase, reason: Reason, saying: Saying, progress: float | None = None) -> None:
        self.phase, self.reason, self.saying, self.progress = phase, reason, saying, progress

    def report(self, what: Saying, part: float) -> None:
        """Progress of long work before training."""
        self.say(Phase.STARTING, Reason.PREPARING, what, part)

    def report_fetching(self, what: Saying, part: float) -> None:
        self.say(Phase.STARTING, Reason.FETCHING, what, part)
