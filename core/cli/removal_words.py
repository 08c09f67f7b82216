"""The words of removing Idlewild."""

from typing import Any


def add_remove(verb: Any) -> None:
    """`verb` as in `core.cli.parser`."""
    remove = verb(
        "remove",
        "remove all that Idlewild has stored for this user",
        "Ends window and engine, and removes the start at login, the opening of links, this peer's key and everything\n"
        "that Idlewild has made in its home. What others have put there stays. The program itself is removed as it \n"
        "was installed; the last line says how.",
    )
    remove.add_argument("--keep-history", action="store_true", help="keep the database with the own contributions")
    remove.add_argument("--yes", action="store_true", help="do not ask whether that is meant")
