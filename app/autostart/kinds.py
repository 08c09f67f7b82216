"""Starting with the user's session."""

from typing import Protocol


class Autostart(Protocol):
    """All of them may be called at any time and any number of times. Each raises `SystemFault`."""

    def is_on(self) -> bool:
        """Also false where the system's own settings have turned it off."""
        ...

    def turn_on(self) -> None:
        """Also corrects an entry of this program that names an older place of it."""
        ...

    def turn_off(self) -> None: ...

    def forget(self) -> None:
        """`turn_off`, but leaves what starts another home."""
        ...
