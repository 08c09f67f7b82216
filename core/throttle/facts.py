"""What the governor decides from, and by which rules."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Facts:
    """The situation at one moment. None: this machine cannot tell."""

    on_battery: bool | None = None
    others_cpu_percent: float | None = None
    """Use of the whole processor (0 to 100) by everything but this program."""
    paused_by_user: bool = False
    """Until resumed."""
    paused_until_s: float | None = None
    """Unix time when a timed pause ends."""
    finish_step: int | None = None
    """The user wants a pause once this step is committed."""
    committed_step: int = 0


@dataclass(frozen=True, slots=True)
class Rules:
    """What the user allows. Times are chosen so that a burst of a few seconds does not stop training, and training
    does not come back into a pause between two bursts."""

    pause_on_battery: bool = True
    pause_when_busy: bool = True
    cpu_busy_limit_percent: float = 25.0
    """Others' use above which training pauses."""
    busy_s: float = 3.0
    """How long their use has to be above the limit."""
    calm_s: float = 10.0
    """How long their use has to be below `cpu_calm_limit_percent`, or mains power on, before training resumes."""

    @property
    def cpu_calm_limit_percent(self) -> float:
        """15 points below the busy limit, and never below a third of it."""
        return max(self.cpu_busy_limit_percent - 15.0, self.cpu_busy_limit_percent / 3)


UNTHROTTLED = Rules(pause_on_battery=False, pause_when_busy=False)
"""`--no-throttle`: the user's own pause is still obeyed."""
