"""Which screen of the first run is due. Pure."""

from enum import IntEnum

from app.situation import Link, Situation


class Step(IntEnum):
    CONSENT = 0
    ALLOW = 1
    JOIN = 2
    DECLINED = 3


def is_due(situation: Situation, *, was_due: bool, is_done: bool) -> bool:
    """Whether the first run is shown, and nothing else. Without an engine that says what is agreed to, an app that was
    never set up shows its first screen, and any other stays as it is."""
    live = situation.live
    if live is None:
        is_broken = situation.link in {Link.FAILED, Link.STOPPED}
        return not is_broken and was_due
    return not live.has_consent or (not is_done and live.collaboration is None)


def step_due(situation: Situation, step: Step) -> Step:
    """`step`, or the one that has to come first, or the next where consent is given already."""
    live = situation.live
    if live is None:
        return step
    if not live.has_consent:
        return step if step in {Step.CONSENT, Step.DECLINED} else Step.CONSENT
    return Step.ALLOW if step in {Step.CONSENT, Step.DECLINED} else step
