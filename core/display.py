"""Where an engine in the foreground shows its progress; `core.cli.display` has the terminals."""

from typing import Protocol

from core.ipc.messages import Status


class Display(Protocol):
    """What the engine shows its progress on. No method raises: losing the terminal must not end the engine."""

    def show(self, status: Status) -> None:
        """May be called as often as the status changes; draws only as often as eyes can follow."""
        ...

    def invitation(self, link: str) -> None:
        """One line of standard output."""
        ...

    def done(self) -> None:
        """Nothing more comes: the terminal is left as it was found. May be called twice."""
        ...
