"""What the page Now says beside the engine's sentence, and which one button leads on."""

from enum import Enum, auto

from app import fact_words, installed_words, words
from app.link_words import link_action
from app.qt import QLocale
from app.situation import Link, Situation
from app.words import translate
from core.ipc.installed import RuntimeState, UpdateState
from core.ipc.messages import Collaboration, Phase, Reason, Status


class Way(Enum):
    """Where the one button leads. Resuming has a button of its own."""

    TRY_AGAIN = auto()
    INSTALL_AGAIN = auto()
    INSTALL_HERE = auto()
    """Over a network that charges by volume."""
    UPDATE = auto()
    START_AGAIN = auto()
    CHOOSE = auto()
    CONNECTION = auto()
    RULE = auto()


def way(situation: Situation) -> Way | None:
    """None where there is nothing to do, or nothing that this program can do."""
    if situation.link is Link.STOPPED:
        return Way.START_AGAIN
    if installing := _way_to_install(situation):
        return installing
    if situation.link is Link.FAILED or situation.may_try_again:
        return Way.TRY_AGAIN
    return _way_of(situation, situation.live) if situation.live else None


def _way_to_install(situation: Situation) -> Way | None:
    live = situation.live
    if live is None or not live.has_consent:
        return None
    if live.update.is_needed and live.update.state is UpdateState.READY:
        return Way.UPDATE
    if live.runtime.state is RuntimeState.FAILED and live.phase is Phase.FAILED:
        return Way.INSTALL_AGAIN
    return Way.INSTALL_HERE if live.reason is Reason.METERED_INSTALL else None


def _way_of(situation: Situation, live: Status) -> Way | None:
    if situation.has_nothing:
        return Way.CHOOSE
    if live.reason is Reason.NOBODY_REACHABLE:
        return Way.CONNECTION
    return Way.RULE if rule(situation) else None


def way_text(way: Way, status: Status | None = None) -> str:
    if way in {Way.INSTALL_AGAIN, Way.INSTALL_HERE} and status is not None:
        return installed_words.install_text(status.runtime)
    return {
        Way.TRY_AGAIN: translate("now", "Tr&y again"),
        Way.UPDATE: translate("now", "Restart to &update"),
        Way.START_AGAIN: translate("now", "&Start again"),
        Way.CHOOSE: translate("now", "&Choose what to train…"),
        Way.CONNECTION: translate("now", "&Look at the connection"),
        Way.RULE: translate("now", "Open thi&s setting"),
    }[way]


def rule(situation: Situation) -> str:
    """Key of the preference behind the reason; empty where there is none."""
    return fact_words.RULES.get(situation.live.reason, "") if situation.live else ""


def action(situation: Situation) -> str:
    """The one thing to do about it, or that there is nothing to do."""
    live = situation.live
    return words.said(live.todo, live.action) if live else link_action(situation)


def pause_left(status: Status | None, now_s: float) -> str:
    """'12 min left'; the sentence says until when."""
    if status is None or status.paused_until_s is None or status.reason is not Reason.PAUSED_BY_USER:
        return ""
    left_s = status.paused_until_s - now_s
    if left_s < 1:
        return words.pause_end(status)
    return translate("now", "{left} left").format(left=words.duration(left_s))


def step_left(collaboration: Collaboration, phase: Phase) -> str:
    """When the step will be full, at everyone's present speed."""
    missing = collaboration.target_batch - collaboration.step_samples
    if phase is Phase.AVERAGING or missing <= 0:
        return translate("now", "Everyone's results are being put together.")
    if collaboration.samples_per_s <= 0 and phase in {Phase.STARTING, Phase.CONNECTING}:
        return ""  # who computes is not known yet
    if collaboration.samples_per_s <= 0:
        return translate("now", "Nobody computes at the moment.")
    return translate("now", "Done in about {time} at this speed.").format(
        time=words.duration(max(1.0, missing / collaboration.samples_per_s))
    )


def duty(status: Status) -> str:
    return words.percent(status.duty_percent) if status.duty_percent > 0 else "–"


def cores(status: Status) -> str:
    return words.count(status.cores) if status.cores > 0 else "–"


def power(status: Status) -> str:
    if not status.power_w > 0:
        return "–"
    text = translate("now", "{number} W").format(number=QLocale().toString(status.power_w, "f", 0))
    return words.unbroken(text)


def rates(bytes_per_s: tuple[float, float] | None) -> tuple[str, str]:
    """Sent and received."""
    up, down = bytes_per_s or (0.0, 0.0)
    return words.rate(up), words.rate(down)


def month(status: Status) -> str:
    return words.volume(status.sent_bytes + status.received_bytes)


def month_in_full(status: Status) -> str:
    return translate("now", "{up} sent, {down} received").format(
        up=words.volume(status.sent_bytes), down=words.volume(status.received_bytes)
    )
