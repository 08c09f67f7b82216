"""`idlewild preferences`: what the owner allows, of a running engine or of a home at rest."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import msgspec

from core.cli.preference_words import TEXTS, value_in_words, value_of
from core.cli.words import printable
from core.errors import UsageError
from core.ipc.address import control_address
from core.ipc.bounds import bounds_of
from core.ipc.client import ControlClient, NoEngine
from core.ipc.lock import HomeLock
from core.ipc.messages import Method
from core.ipc.preferences import DEFAULTS, Preferences, kinds
from core.ipc.records import Preview
from core.paths import Home
from core.storage.database import Database
from core.storage.settings import Settings


class Keeper(Protocol):
    """Whoever has the preferences."""

    def preferences(self) -> Preferences: ...

    def change(self, changes: dict[str, Any]) -> Preferences:
        """Raises `IdlewildError`."""
        ...

    def outlook(self) -> list[str]:
        """What they do right now, and what contradicts what; sentences."""
        ...


class _Running:
    """An engine."""

    def __init__(self, client: ControlClient) -> None:
        self._client = client

    def preferences(self) -> Preferences:
        return self._client.call_as(Preferences, Method.PREFERENCES)

    def change(self, changes: dict[str, Any]) -> Preferences:
        return self._client.call_as(Preferences, Method.SET_PREFERENCES, changes=changes)

    def outlook(self) -> list[str]:
        preview = self._client.call_as(Preview, Method.PREVIEW, changes={})
        return [preview.sentence, *(str(warning) for warning in preview.warnings)]


class _Resting:
    """A home without an engine, which is kept from starting meanwhile."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def preferences(self) -> Preferences:
        return self._settings.preferences()

    def change(self, changes: dict[str, Any]) -> Preferences:
        return self._settings.change(changes)

    def outlook(self) -> list[str]:
        return ["No engine runs in this home; it is heeded from its next start on."]


@contextmanager
def _keeper(home: Path) -> Iterator[Keeper]:
    try:
        client = ControlClient.connect(control_address(home))
    except NoEngine:
        client = None
    if client is not None:
        with client:
            yield _Running(client)
        return
    with HomeLock(Home(home).lock), Database.open(Home(home).database) as database:
        yield _Resting(Settings(database))


def preferences(arguments: argparse.Namespace) -> None:
    """Raises `IdlewildError`."""
    changes = _changes(arguments)
    with _keeper(arguments.home) as keeper:
        found = keeper.change(changes) if changes else keeper.preferences()
        outlook = keeper.outlook() if changes and not arguments.json else []
    if arguments.json:
        _print_document(found, arguments.key)
    elif arguments.key:
        _print_one(found, arguments.key)
    else:
        print("\n".join(_table(found)))
    for sentence in outlook:
        print(printable(sentence))


def _changes(arguments: argparse.Namespace) -> dict[str, Any]:
    key, value = arguments.key, arguments.value
    if key is not None and key not in TEXTS:
        raise UsageError(f"There is no preference {key[:60]!r}; `idlewild preferences` lists them.")
    if arguments.reset:
        if value is not None:
            raise UsageError("A preference is either set or reset; leave out the value or --reset.")
        return dict.fromkeys(kinds() if key is None else (key,))
    return {key: value_of(key, value)} if value is not None else {}


def _print_document(found: Preferences, key: str | None) -> None:
    document = msgspec.to_builtins(found)
    print(msgspec.json.format(msgspec.json.encode(document[key] if key else document), indent=2).decode())


def _print_one(found: Preferences, key: str) -> None:
    value, default = getattr(found, key), getattr(DEFAULTS, key)
    print(f"{key} = {printable(value_in_words(key, value))}")
    if value != default:
        print(f"  default: {value_in_words(key, default)}")
    print(f"  {TEXTS[key]}")
    if key != "hours":
        print(f"  {bounds_of(key)}")


def _table(found: Preferences) -> Iterator[str]:
    for key, text in TEXTS.items():
        value = getattr(found, key)
        mark = " " if value == getattr(DEFAULTS, key) else "*"
        yield f"{mark} {key:<27}{printable(value_in_words(key, value)):<16} {text}"
    yield "(* differs from its default)"
