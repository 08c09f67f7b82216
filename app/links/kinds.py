"""Who opens `idlewild://` links."""

from typing import Protocol

SCHEME = "idlewild"


class LinkOpener(Protocol):
    """May be called any number of times. Each raises `SystemFault`."""

    def is_registered(self) -> bool: ...

    def register(self) -> None:
        """For this user alone. A program that opens such links already keeps them."""
        ...

    def unregister(self) -> None:
        """Leaves nothing behind of what `register` wrote, and alone what opens them in another home."""
        ...
