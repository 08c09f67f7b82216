"""What the engine is doing, in the words of the control socket."""

from dataclasses import dataclass, field

from core.ipc.messages import Phase, Reason
from core.saying import Saying, say

STARTING = say("Starting.")
STAGES = (
    say("Asking for the collaboration's manifest."),
    say("Collecting text that is on this computer."),
    say("Fetching the collaboration's model."),
    say("Making the initial weights."),
    say("Making the tokenizer."),
    say("Storing the data."),
    say("The collaboration is ready."),
)
"""What is reported of long work, named here so that it is translated; other reports are shown as they are."""


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

    def report(self, what: str, part: float) -> None:
        """Progress of long work before training."""
        self.say(Phase.STARTING, Reason.PREPARING, _stage(what), part)

    def report_fetching(self, what: str, part: float) -> None:
        self.say(Phase.STARTING, Reason.FETCHING, _stage(what), part)


def _stage(what: str) -> Saying:
    known = Saying(f"{what}.")
    return known if known in STAGES else Saying("{what}.", {"what": what})
