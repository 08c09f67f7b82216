"""Longer answers of the control socket: history, joined collaborations, sensors, previews, the model's answers."""

import msgspec

from core.ipc.messages import Reason
from core.saying import NOTHING, Saying


class HistoryRow(msgspec.Struct, kw_only=True):
    """This peer's part in one collaboration in one hour, day or month of local time."""

    start: str
    """`YYYY-MM-DDTHH` of an hour, `YYYY-MM-DD` of a day, `YYYY-MM` of a month."""
    run: str
    name: str
    samples: int
    """Accepted, by the log."""
    steps: int
    training_s: float
    energy_wh: float = 0.0
    """Estimated, above what the idle computer takes."""
    sent_bytes: int = 0
    received_bytes: int = 0


class Membership(msgspec.Struct, kw_only=True):
    """A collaboration that this computer has joined."""

    run: str
    name: str
    description: str
    language: str
    licence: str
    share: int
    """Weight of its part of this computer's time; 0: set aside, and nothing is computed for it."""
    is_active: bool
    """Whether it is the one under way."""
    is_host: bool
    joined_s: int
    """Unix time."""
    my_samples: int
    total_samples: int
    step: int


class Nearby(msgspec.Struct, kw_only=True):
    """A collaboration that another computer of this home network takes part in, and that anybody may join."""

    run: str
    name: str
    link: str
    """Its invitation."""
    peer: str
    """Short id of who told of it."""


class SensorReading(msgspec.Struct, kw_only=True):
    """What one sensor says now."""

    fact: str
    """Its name in `core.throttle.readings.Readings`."""
    value: str | float | bool | None
    """null: it cannot tell."""
    source: str
    """Who says so, such as `XScreenSaver` or `UPower`; empty where nobody does."""
    saying: Saying = NOTHING
    """For people, such as: no input for 2 min."""


class Preview(msgspec.Struct, kw_only=True):
    """What would happen right now by other preferences."""

    runs: bool
    duty_percent: int
    """Of the time that the device would compute; 0 in a pause."""
    cores: int
    """Of the processor, where that is what computes; else 0."""
    reason: Reason
    sentence: str
    """"Right now this would …", in English."""
    saying: Saying
    warnings: list[Saying] = []
    """Where preferences contradict each other, such as hours that never come."""


class Candidate(msgspec.Struct, kw_only=True):
    """One of the words that the model would put in the gap, or one continuation."""

    text: str
    probability: float


class TryAnswer(msgspec.Struct, kw_only=True):
    """What the current model makes of a text."""

    kind: str
    """`fill_mask` (candidates for the first gap, best first), `complete` (one continuation), or `none` where this
    collaboration's models are not about text."""
    step: int
    """Of the model that answered."""
    candidates: list[Candidate] = []


class Bundle(msgspec.Struct, kw_only=True):
    """A file for whoever is asked for help: settings, facts and the log, without keys, tokens, names and addresses."""

    file: str
    bytes: int
    removed: int
    """Places in which a secret stood."""
