"""When this program speaks unasked: for what needs its user, by default at most once a day, never into a call.

Pure: the clock is a parameter. `app/notifier.py` sends what is decided here.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from app import words
from app.link_words import translate
from app.situation import Link, Situation
from core.ipc.installed import Update, UpdateState
from core.ipc.messages import Phase, Reason

PATIENCE_S = 60.0
"""What mends itself within this time needed nobody."""
OVER_S = 600.0
"""A trouble that stayed away for so long and comes back is a new one."""
DAY_S = 86_400.0
LEAST_GAP_S = 600.0
"""Between any two, also for those who want each."""
FIRST_MILESTONE = 1_000
_NEEDS_USER = {Reason.REFUSED, Reason.DISK_FULL}
_QUIET = {Reason.FULL_SCREEN, Reason.IN_CALL}


class Often(StrEnum):
    NEVER = "never"
    DAILY = "daily"
    EACH = "each"


@dataclass(frozen=True, slots=True)
class Wishes:
    often: Often = Often.DAILY
    milestones: bool = False


@dataclass(frozen=True, slots=True)
class Memory:
    """What has to be known after a restart."""

    told_s: float | None = None
    """Unix time of the last one."""
    open_trouble: str = ""
    """The trouble that was told and is not over."""
    milestones: dict[str, int] = field(default_factory=dict)
    """Run to the last milestone passed."""
    update: str = ""
    """What was told last of a newer version."""


@dataclass(frozen=True, slots=True)
class Notice:
    key: str
    title: str
    text: str
    run: str = ""
    """Of a milestone; empty for a trouble."""
    milestone: int = 0
    is_update: bool = False


class Deciding:
    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._trouble = ""
        self._since_s = 0.0
        self._gone_s: float | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether time alone may bring something to tell or to forget."""
        return bool(self._trouble or self.memory.open_trouble)

    def look(self, situation: Situation, wishes: Wishes, now_s: float) -> Notice | None:
        """What is to be told now. It comes again with each look until `told` says that it was."""
        self._follow(trouble_in(situation), now_s)
        notice = self._lasting(situation, now_s) or self._update(situation) or self._milestone(situation, wishes)
        if notice is None or is_quiet(situation) or not may_tell(self.memory.told_s, wishes.often, now_s):
            return None
        return notice

    def told(self, notice: Notice, now_s: float) -> None:
        if notice.is_update:
            self.memory = replace(self.memory, update=notice.key)
        elif notice.run:
            self._pass(notice.run, notice.milestone)
        else:
            self.memory = replace(self.memory, open_trouble=notice.key)
        self.memory = replace(self.memory, told_s=now_s)

    def _follow(self, trouble: str, now_s: float) -> None:
        if trouble != self._trouble:
            self._trouble, self._since_s = trouble, now_s
        if trouble or not self.memory.open_trouble:
            self._gone_s = None
            return
        if self._gone_s is None or now_s < self._gone_s:
            self._gone_s = now_s
        if now_s - self._gone_s >= OVER_S:
            self.memory = replace(self.memory, open_trouble="")

    def _lasting(self, situation: Situation, now_s: float) -> Notice | None:
        if not self._trouble or self._trouble == self.memory.open_trouble:
            return None
        self._since_s = min(self._since_s, now_s)  # the clock may have been set back
        if now_s - self._since_s < PATIENCE_S:
            return None
        sentences = [words.sentence(situation), words.action(situation)]
        return Notice(self._trouble, words.headline(situation), "\n".join(filter(None, sentences)))

    def _update(self, situation: Situation) -> Notice | None:
        """Each once, also after a restart."""
        live = situation.live
        notice = update_notice(live.update) if live is not None else None
        return notice if notice is not None and notice.key != self.memory.update else None

    def _milestone(self, situation: Situation, wishes: Wishes) -> Notice | None:
        """One that nobody wants to hear of, and what there was before this program looked, is passed in silence."""
        live = situation.live
        if live is None or live.collaboration is None:
            return None
        run, reached = live.collaboration.run, milestone(live.collaboration.my_samples)
        known = self.memory.milestones.get(run)
        if known is None or (reached > known and not wishes.milestones):
            self._pass(run, reached)
            return None
        if reached <= known:
            return None
        title = translate("notifications", "{number} samples").format(number=words.count(reached))
        text = translate("notifications", "This computer has given so many to “{name}”. Thank you.")
        name = words.plain(live.collaboration.name, 80).replace("\n", " ")
        return Notice(f"milestone {run} {reached}", title, text.format(name=name), run, reached)

    def _pass(self, run: str, reached: int) -> None:
        self.memory = replace(self.memory, milestones={**self.memory.milestones, run: reached})


def update_notice(update: Update) -> Notice | None:
    """That this version is too old to take part, or that a newer one was taken back."""
    said = words.said(update.saying)
    version = words.plain(update.newer, 20)
    if update.is_needed:
        title = translate("notifications", "Idlewild has to be updated")
        text = translate("notifications", "The others use a newer version, and this one cannot take part with them.")
        return Notice(f"needed {version}", title, said or text, is_update=True)
    if update.state is UpdateState.FAILED and version and said:
        title = translate("notifications", "The update to {version} did not work").format(version=version)
        return Notice(f"failed {version}", title, said, is_update=True)
    return None


def trouble_in(situation: Situation) -> str:
    """A stable name of what needs the user; empty where nothing does."""
    if situation.link is Link.FAILED:
        return "engine"
    live = situation.live
    if live is not None and (live.phase is Phase.FAILED or live.reason in _NEEDS_USER):
        return live.reason.value
    return ""


def is_quiet(situation: Situation) -> bool:
    """Somebody is in a call, or has something on the whole screen."""
    return situation.live is not None and situation.live.reason in _QUIET


def may_tell(told_s: float | None, often: Often, now_s: float) -> bool:
    """A last time that lies in the future is of a clock that was wrong, and does not count unless it is near."""
    if often is Often.NEVER:
        return False
    if told_s is None:
        return True
    gap_s = DAY_S if often is Often.DAILY else LEAST_GAP_S
    return abs(now_s - told_s) >= gap_s


def milestone(samples: int) -> int:
    """The last of 1,000, 10,000, 100,000 … that was reached; 0 for none."""
    reached, next_one = 0, FIRST_MILESTONE
    while samples >= next_one:
        reached, next_one = next_one, next_one * 10
    return reached
