"""Entry of `idlewild`: from words to verbs, and from errors to sentences and exit statuses."""

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from core.cli import inquire, launch, member, parser
from core.cli.caching import keep_caches_in
from core.cli.reports import fault_in, log_to, report_bug
from core.errors import IdlewildError, LocalFault
from core.importing import import_for_good
from core.ipc.last_words import last_words
from core.options import RunOptions
from core.paths import Home, default_home
from core.saying import quote, say
from core.screen import window_problem
from core.training.ranks.seats import seat_of

INTERRUPTED = 130
"""128 + SIGINT, as shells count."""
FAILED = 1


def main(argv: Sequence[str] | None = None) -> int:
    """Returns the exit status; prints errors as one sentence each and never a traceback."""
    _tolerate_encodings()
    home, has_parent = default_home(), False
    try:
        arguments = parser.parse(sys.argv[1:] if argv is None else argv)
        home, has_parent = arguments.home, getattr(arguments, "exit_with_parent", False)
        status = _VERBS[arguments.verb](arguments)
        sys.stdout.flush()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else FAILED
    except BrokenPipeError:
        _forget_output()
        return FAILED
    except BaseException as error:  # noqa: BLE001 - the last boundary: whatever comes here becomes a sentence
        return _told(error, home, has_parent=has_parent)
    return status


def _told(error: BaseException, home: Path, *, has_parent: bool) -> int:
    fault = fault_in(error)
    if isinstance(fault, KeyboardInterrupt):
        return INTERRUPTED
    if isinstance(fault, IdlewildError):
        saying = fault.saying if isinstance(fault, LocalFault) else quote(str(fault))
        status = getattr(fault, "exit_status", FAILED)
    else:
        log, kind = report_bug(error, home), type(fault).__name__
        saying = say("Internal error ({kind}); please report it together with {log}.", kind=kind, log=str(log))
        status = FAILED
    with contextlib.suppress(OSError, ValueError):
        print(f"idlewild: {saying}", file=sys.stderr, flush=True)
        if has_parent:
            print(last_words(saying), file=sys.stderr, flush=True)
    return status


def _run(arguments: argparse.Namespace) -> int:
    return _run_engine(parser.run_options(arguments))


def _host(arguments: argparse.Namespace) -> int:
    return _run_engine(parser.host_options(arguments))


def _open(arguments: argparse.Namespace) -> int:
    """The app, or an engine where no window can be opened."""
    link: str | None = getattr(arguments, "link", None)
    problem = window_problem()
    if not problem:
        return launch.open_app(arguments.home, link)
    print(f"idlewild: {problem}; Idlewild runs without its window.", file=sys.stderr, flush=True)
    return _run_engine(RunOptions(home=arguments.home, join=link))


def _run_engine(options: RunOptions) -> int:
    if (seat := seat_of()) is None:
        return _run_peer(options)
    from core.cli.cluster import as_rank

    return as_rank(seat, lambda: _run_peer(options))


def _run_peer(options: RunOptions) -> int:
    keep_caches_in(Home(options.home), os.environ)
    log_to(options.home)
    import_for_good("core.engine")
    from core.cli.display import display_for
    from core.engine import run_engine

    return launch.renewed(run_engine(options, display_for(options)), options)


def _update(arguments: argparse.Namespace) -> int:
    from core.cli.updating import update

    return update(arguments)


def _history(arguments: argparse.Namespace) -> int:
    from core.cli import recorded

    recorded.print_history(arguments)
    return 0


def _log(arguments: argparse.Namespace) -> int:
    from core.cli import recorded

    recorded.print_log(arguments)
    return 0


def _models(arguments: argparse.Namespace) -> int:
    from core.cli import recorded

    recorded.print_models(arguments)
    return 0


def _check(arguments: argparse.Namespace) -> int:
    from core.cli.check import check

    return check(arguments)


def _diagnose(arguments: argparse.Namespace) -> int:
    from core.cli.diagnose import diagnose

    diagnose(arguments)
    return 0


def _use_runtime(home: Path) -> None:
    """What verbs compute with that start no engine. Raises `LocalFault` where it was not fetched yet."""
    from core.program import is_installed
    from core.release.fitting import activate_chosen

    if activate_chosen(Home(home).runtimes) is None and is_installed():
        raise LocalFault(say("What computes is not here yet: start `idlewild run`, which fetches it, and try again."))


def _data(arguments: argparse.Namespace) -> int:
    _use_runtime(arguments.home)
    from core.cli.data import build_data

    build_data(arguments)
    return 0


def _preferences(arguments: argparse.Namespace) -> int:
    from core.cli.preferring import preferences

    preferences(arguments)
    return 0


def _remove(arguments: argparse.Namespace) -> int:
    from core.cli.removing import remove

    return remove(arguments)


def _evaluate(arguments: argparse.Namespace) -> int:
    _use_runtime(arguments.home)
    from core.cli.evaluate import evaluate

    evaluate(arguments)
    return 0


def _asking(verb: Callable[[argparse.Namespace], None]) -> Callable[[argparse.Namespace], int]:
    def done(arguments: argparse.Namespace) -> int:
        verb(arguments)
        return 0

    return done


_VERBS: dict[str | None, Callable[[argparse.Namespace], int]] = {
    None: _open,
    "open": _open,
    "run": _run,
    "host": _host,
    "status": _asking(inquire.print_status),
    "why": _asking(inquire.print_why),
    "pause": _asking(inquire.pause),
    "resume": _asking(inquire.resume),
    "finish": _asking(inquire.finish),
    "quit": _asking(inquire.end),
    "remove": _remove,
    "preferences": _preferences,
    "export": _asking(inquire.export),
    "amend": _asking(inquire.amend),
    "try": _asking(member.try_model),
    "collaborations": _asking(member.print_collaborations),
    "share": _asking(member.share),
    "leave": _asking(member.leave),
    "diagnose": _diagnose,
    "update": _update,
    "history": _history,
    "log": _log,
    "models": _models,
    "check": _check,
    "data": _data,
    "evaluate": _evaluate,
}


def _tolerate_encodings() -> None:
    """A terminal that lacks a character shows a question mark instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _forget_output() -> None:
    """Who read our output has left (`| head`): nothing is to be said, not even at the interpreter's end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
