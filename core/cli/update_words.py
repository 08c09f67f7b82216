"""The words of newer versions."""

from typing import Any


def add_update(verb: Any) -> None:
    """`verb` as in `core.cli.parser`."""
    update = verb(
        "update",
        "bring the installed program up to date",
        "Looks for a newer version, fetches what is not on this computer already, and starts it as soon as the step\n"
        "under way has ended; where it is not up within a minute, the one before runs again. Asks the engine of this\n"
        "home, which must run. Exits with status 1 where something is in the way.",
    )
    update.add_argument("--check", action="store_true", help="only say whether there is a newer version")
    update.add_argument("--metered", action="store_true", help="also over a network that charges by volume")
    update.add_argument("--json", action="store_true", help="how it stands at the end, as one JSON document")
