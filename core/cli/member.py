"""Verbs about the joined collaborations and their newest model; they ask a running engine."""

import argparse
from collections.abc import Iterator
from typing import Any

import msgspec

from core.cli.inquire import connect
from core.cli.words import printable
from core.errors import UsageError
from core.ipc.client import ControlClient
from core.ipc.messages import Method
from core.ipc.records import Membership, TryAnswer

TRY_S = 180.0
"""A first question starts a process, and loads a model."""
LEAVE_S = 600.0
TEXT_CHARACTERS = 2_000


def try_model(arguments: argparse.Namespace) -> None:
    text: str = arguments.text
    if not text.strip() or len(text) > TEXT_CHARACTERS:
        raise UsageError(f"The text has to have 1 to {TEXT_CHARACTERS:,} characters.")
    with connect(arguments.home) as client:
        client.answer_timeout_s = TRY_S
        answer = client.call_as(TryAnswer, Method.TRY_MODEL, text=text, count=arguments.count)
    if arguments.json:
        _print_json(answer)
    else:
        print("\n".join(_answer_lines(answer, text)))


def _answer_lines(answer: TryAnswer, text: str) -> Iterator[str]:
    if answer.kind == "none":
        yield "This collaboration's models are not about text."
    for candidate in answer.candidates:
        if answer.kind == "complete":
            yield printable(f"{text.rstrip(' ')}{candidate.text}")
        else:
            yield f"{candidate.probability:>7.1%}  {printable(candidate.text)}"
    yield f"(the model of step {answer.step})"


def print_collaborations(arguments: argparse.Namespace) -> None:
    with connect(arguments.home) as client:
        _show(_listed(client, Method.COLLABORATIONS), arguments)


def share(arguments: argparse.Namespace) -> None:
    with connect(arguments.home) as client:
        _show(_listed(client, Method.SET_SHARE, run=arguments.run, share=arguments.share), arguments)


def leave(arguments: argparse.Namespace) -> None:
    with connect(arguments.home) as client:
        for one in _listed(client, Method.COLLABORATIONS):
            if one.is_host and not arguments.yes and _is_called(one, arguments.run):
                raise UsageError(
                    f"{printable(one.name)} is hosted here, and others may not be able to go on without this computer; "
                    "add --yes to leave it all the same."
                )
        client.answer_timeout_s = LEAVE_S
        _show(_listed(client, Method.LEAVE, run=arguments.run), arguments)


def _is_called(one: Membership, word: str) -> bool:
    wanted = word.strip().casefold()
    return one.run.startswith(wanted) or one.name.casefold() == wanted


def _listed(client: ControlClient, method: Method, **params: Any) -> list[Membership]:
    return client.call_as(list[Membership], method, **params)


def _show(memberships: list[Membership], arguments: argparse.Namespace) -> None:
    if arguments.json:
        _print_json(memberships)
    elif memberships:
        print("\n".join(_rows(memberships)))
    else:
        print("This home has joined no collaboration.")


def _rows(memberships: list[Membership]) -> Iterator[str]:
    yield f"{'':<2}{'Id':<9}{'Share':>6}{'Step':>9}{'Mine':>11}{'All':>13}  Name"
    for one in memberships:
        mark, hosted = ("*" if one.is_active else ""), (" (hosted here)" if one.is_host else "")
        numbers = f"{one.share:>6}{one.step:>9}{one.my_samples:>11}{one.total_samples:>13}"
        yield f"{mark:<2}{one.run[:7]:<9}{numbers}  {printable(one.name)}{hosted}"


def _print_json(document: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
