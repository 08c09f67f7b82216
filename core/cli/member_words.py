"""The words of verbs about the joined collaborations and their model, and for whoever is asked for help."""

import argparse
from pathlib import Path
from typing import Any

SHARE_MOST = 100
COUNT_MOST = 20


def add_member(verb: Any) -> None:
    """`verb` as in `core.cli.parser`."""
    trying = verb(
        "try",
        "say what the newest model here makes of a text",
        "For models that fill gaps: words for the first gap (___) with their probabilities. For models that continue\n"
        "texts: one continuation. Asks the engine of this home, which must run; training goes on meanwhile.",
    )
    trying.add_argument("text", metavar="TEXT", help="such as 'The cat drinks ___.'")
    trying.add_argument("--count", metavar="N", type=_count, default=5, help="words for the gap, at most (default: 5)")
    trying.add_argument("--json", action="store_true", help="as one JSON document")
    listed = verb(
        "collaborations",
        "list the collaborations that this home has joined, with their shares",
        "Asks the engine of this home, which must run. It takes part in one at a time, in turns as the shares say.",
    )
    listed.add_argument("--json", action="store_true", help="as one JSON document")
    share = verb(
        "share",
        "set a collaboration's share of this computer's time",
        "Shares are weights: with 100 and 50, the first gets two thirds. Asks the engine of this home, which must run.",
    )
    _add_run(share)
    share.add_argument("share", metavar="N", type=_share, help="0 to 100; 0 sets it aside")
    share.add_argument("--json", action="store_true", help="all shares, as one JSON document")
    leave = verb(
        "leave",
        "leave a collaboration and remove its data and model from this home",
        "What was contributed stays in the history, and its invitation leads back to it. One that is hosted here\n"
        "keeps data and newest model, which nobody else may have. Asks the engine of this home, which must run.",
    )
    _add_run(leave)
    leave.add_argument("--yes", action="store_true", help="also one that is hosted here: others may then not go on")
    leave.add_argument("--json", action="store_true", help="those that are left, as one JSON document")
    diagnose = verb(
        "diagnose",
        "write a file with settings, facts and the log, for whoever is asked for help",
        "Keys, invitations, names and addresses are removed from it. Needs no engine; one that runs tells more.",
    )
    diagnose.add_argument("file", metavar="FILE.zip", type=Path, help="written anew; only an earlier one is replaced")
    diagnose.add_argument("--json", action="store_true", help="the answer as one JSON document")


def _add_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", metavar="RUN", help="its name, or its id or the beginning of that")


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= COUNT_MOST):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {COUNT_MOST}")
    return int(text)


def _share(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= SHARE_MOST):
        raise argparse.ArgumentTypeError(f"{text!r} is no share from 0 to {SHARE_MOST}")
    return int(text)
