"""The end of the log and the bundle for whoever is asked for help, with an engine and without."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from core.engine.bundling import check_replaceable, write_bundle
from core.engine.known_secrets import redactor_of
from core.engine.log_ends import last_lines
from core.errors import LocalFault, UsageError
from core.identity.keys import Identity
from core.ipc.messages import Status
from core.ipc.records import Bundle
from core.paths import Home
from core.saying import say
from core.storage.database import Database
from core.storage.inventory import kept_settings, rows_by_table
from core.storage.runs import Runs

log = logging.getLogger(__name__)

Question = Callable[[], Awaitable[object]]


class Diagnostics:
    """Of one engine."""

    def __init__(self, home: Home, database: Database, identity: Identity) -> None:
        self._home, self._database, self._identity = home, database, identity

    async def log_tail(self, lines: int) -> list[str]:
        """The oldest first, without secrets."""
        redactor = redactor_of(self._home, self._database, self._identity)
        return await asyncio.to_thread(
            lambda: [redactor.clean(line) for line in last_lines(self._home.log_file, lines)]
        )

    async def bundle(self, file: str, questions: Mapping[str, Question]) -> Bundle:
        """`questions`: by the names of documents, what the engine is to say in them. Raises `LocalFault`."""
        path = Path(file)
        if not path.is_absolute():
            raise UsageError(say("{file} does not say in which folder: give its whole path.", file=str(file)))
        check_replaceable(path)
        documents = facts_of(self._database)
        for name, question in questions.items():
            documents[name] = await _told(question)
        if isinstance(status := documents.get("status"), Status):
            documents["why"] = why_of(status)
        redactor = redactor_of(self._home, self._database, self._identity)
        return await asyncio.to_thread(write_bundle, self._home, path, documents, redactor)


async def _told(question: Question) -> object:
    try:
        return await question()
    except LocalFault as fault:
        return {"fault": str(fault)}


def why_of(status: Status) -> dict[str, str]:
    return {"reason": status.reason.value, "sentence": status.sentence, "action": status.action}


def bundle_from_files(home: Home, file: Path, note: str) -> Bundle:
    """Without an engine. `note`: why none was asked. Raises `LocalFault`."""
    documents: dict[str, Any] = {"status": {"fault": note}, "why": {"sentence": note}}
    try:
        with Database.open(home.database, read_only=True) as database:
            return write_bundle(home, file, documents | facts_of(database), redactor_of(home, database))
    except UsageError:
        raise
    except LocalFault as fault:  # the home has none, or a damaged one
        log.debug("%s", fault)
        documents["database"] = {"fault": str(fault)}
    return write_bundle(home, file, documents, redactor_of(home, None))


def facts_of(database: Database) -> dict[str, Any]:
    """What the home has kept."""
    try:
        kept = {key: msgspec.json.decode(value) for key, value in kept_settings(database).items()}
        runs = [
            {"run": record.run.text, "name": record.name, "is_host": record.is_host, "joined_s": record.joined_s}
            for record in Runs(database).all()
        ]
        return {"settings": kept, "tables": rows_by_table(database), "joined": runs}
    except (LocalFault, msgspec.DecodeError) as fault:
        return {"database": {"fault": str(fault)}}
