"""The loss of every committed step, kept compactly: 16 bytes a step."""

from array import array
from collections.abc import Iterable

from app import words
from app.words import translate
from core.ipc.messages import LogEntry


class Losses:
    """Steps in order; steps that the log leaves out are not filled in."""

    def __init__(self) -> None:
        self.steps = array("d")
        self.raw = array("d")

    @property
    def last_step(self) -> int:
        return int(self.steps[-1]) if self.steps else 0

    def add(self, entries: Iterable[LogEntry]) -> bool:
        """Entries of steps that are not here yet; whether there were any."""
        before = len(self.steps)
        for entry in entries:
            if self.steps and entry.step <= self.steps[-1]:
                continue
            self.steps.append(entry.step)
            self.raw.append(entry.loss)
        return len(self.steps) > before

    def in_words(self) -> str:
        if not self.steps:
            return translate("words", "No step is finished yet")
        text = translate("words", "From {first} at step {start} to {last} at step {end}")
        return text.format(
            first=words.loss(self.raw[0]),
            start=words.count(int(self.steps[0])),
            last=words.loss(self.raw[-1]),
            end=words.count(self.last_step),
        )
