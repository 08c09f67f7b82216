"""The words of the command line (design §9). The help texts are the manual."""

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from core.cli.data_words import add_data
from core.cli.evaluate_words import add_evaluate
from core.cli.member_words import add_member
from core.cli.removal_words import add_remove
from core.cli.update_words import add_update
from core.collaboration.invitation import Invitation
from core.errors import UsageError
from core.options import RunOptions
from core.paths import default_home
from core.transport.api import Address
from core.version import VERSION

LINK_SCHEME = "idlewild:"
VERBS = (
    *("run", "host", "status", "why", "history", "log", "models", "check"),
    *("pause", "resume", "finish", "quit", "preferences", "export", "evaluate", "amend", "data", "open"),
    *("try", "collaborations", "share", "leave", "diagnose", "update", "remove"),
)

_DESCRIPTION = """\
Train one neural network together with others over the internet, with the idle time of this computer.

Without a verb the window opens; where there is no display, an engine runs in the foreground instead.
An invitation (idlewild://join/…) as the only argument opens the window at its join page."""

_EPILOG = """\
All that one peer knows lies in its home; several peers on one machine are several homes, told apart with --home.
Exit status: 0 done, 1 it failed (one sentence on standard error says why and what to do), 2 wrong use,
130 interrupted."""


class Parser(argparse.ArgumentParser):
    """Reports wrong use as an exception, to be shown like every other fault."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message[0].upper()}{message[1:]}; see `{self.prog} --help`.")


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """`verb` is None without one; `home` is absolute. Raises `UsageError`; `--help` raises `SystemExit(0)`."""
    arguments = _parser().parse_args(_with_verb(argv))
    arguments.home = Path(arguments.home or default_home()).expanduser().absolute()
    return arguments


def run_options(arguments: argparse.Namespace) -> RunOptions:
    """Of `run`. Raises `UsageError` for a broken invitation and for wishes that exclude each other."""
    roles = {arguments.role} | ({"client"} if arguments.client_mode else set())
    roles |= {"auxiliary"} if arguments.auxiliary else set()
    if len(roles - {"auto"}) > 1 and arguments.role != "auto":
        raise UsageError("A peer has one role; leave out --role or the other switch.")
    arguments.client_mode, arguments.auxiliary = "client" in roles, "auxiliary" in roles
    if arguments.client_mode and (arguments.auxiliary or arguments.relay):
        other = "--auxiliary" if arguments.auxiliary else "--relay"
        raise UsageError(f"A peer that accepts no connections cannot serve others; leave out --client-mode or {other}.")
    if arguments.join is not None:
        Invitation.parse(arguments.join)
    return RunOptions(
        home=arguments.home,
        join=arguments.join,
        listen=arguments.listen,
        upload_limit_bytes_per_s=arguments.upload_limit,
        download_limit_bytes_per_s=arguments.download_limit,
        data_limit_bytes=arguments.data_limit,
        data_folder=_folder(arguments.data_folder),
        headless=arguments.headless,
        auxiliary=arguments.auxiliary,
        client_mode=arguments.client_mode,
        role="contributor" if arguments.role == "contributor" else "auto",
        relay=arguments.relay,
        throttle=not arguments.no_throttle,
        device=arguments.device,
        precision=arguments.precision,
        compiling=arguments.compile,
        until_step=arguments.until_step,
        exit_with_parent=arguments.exit_with_parent,
        # The app asks before it lets the engine host anything.
        starter=not (arguments.no_starter or arguments.exit_with_parent),
    )


def host_options(arguments: argparse.Namespace) -> RunOptions:
    """Of `host`. Raises `UsageError` where there is no such manifest."""
    manifest: Path = arguments.manifest.expanduser().absolute()
    if not manifest.is_file():
        raise UsageError(f"There is no manifest {manifest}; name the collaboration's TOML file.")
    return RunOptions(
        home=arguments.home,
        mode="host",
        manifest=manifest,
        listen=arguments.listen,
        upload_limit_bytes_per_s=arguments.upload_limit,
        download_limit_bytes_per_s=arguments.download_limit,
        data_limit_bytes=arguments.data_limit,
        data_folder=_folder(arguments.data_folder),
        train=arguments.train,
        starter=False,
    )


def _with_verb(argv: Sequence[str]) -> list[str]:
    """Puts the verb `open` before an invitation that stands where a verb would: desktops call us with a bare link."""
    position = 0
    while position < len(argv) and argv[position].startswith("--home"):
        position += 1 if "=" in argv[position] else 2
    word = argv[position] if position < len(argv) else "-"
    if word.lower().startswith(LINK_SCHEME):
        return [*argv[:position], "open", *argv[position:]]
    if not word.startswith("-") and word not in VERBS:
        raise UsageError(f"There is no verb {word!r}; `idlewild --help` lists them.")
    return list(argv)


def _parser() -> Parser:
    form: dict[str, Any] = {"formatter_class": argparse.RawDescriptionHelpFormatter}
    parser = Parser(prog="idlewild", description=_DESCRIPTION, epilog=_EPILOG, allow_abbrev=False, **form)
    parser.add_argument("--version", action="version", version=f"idlewild {VERSION}")
    parser.add_argument("--home", metavar="DIR", help=f"folder of this peer (default: {default_home()})")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs")

    def verb(name: str, summary: str, details: str = "", *, is_shown: bool = True) -> argparse.ArgumentParser:
        shown: dict[str, Any] = {"help": summary} if is_shown else {}
        description = f"{summary[0].upper()}{summary[1:]}.\n\n{details}".strip()
        added = verbs.add_parser(name, description=description, allow_abbrev=False, **shown, **form)
        # Suppressed, so that a --home before the verb is not forgotten.
        added.add_argument("--home", metavar="DIR", default=argparse.SUPPRESS, help="folder of this peer")
        return added

    _add_engines(verb)
    _add_questions(verb)
    _add_orders(verb)
    add_member(verb)
    add_update(verb)
    _add_amend(verb)
    add_evaluate(verb, _device)
    add_data(verb)
    verb("open", "open the window", is_shown=False).add_argument("link", metavar="LINK", nargs="?")
    return parser


def _add_engines(verb: Any) -> None:
    run = verb(
        "run",
        "run an engine in the foreground with a progress display",
        "Takes part in the collaboration that this home has joined, or joins the one of --join. With nothing joined\n"
        "yet it hosts and trains *starter*, a small language model learning from this computer's Python manuals.\n"
        "Ctrl-C ends it in order; what was contributed is kept.",
    )
    run.add_argument("--join", metavar="LINK", help="take part in the collaboration of this invitation")
    _add_listen(run)
    run.add_argument("--headless", action="store_true", help="plain lines of progress, for services and scripts")
    run.add_argument(
        "--auxiliary", action="store_true", help="average, relay and store for others, but compute nothing"
    )
    run.add_argument("--client-mode", action="store_true", help="open connections but accept none")
    run.add_argument(
        "--role",
        choices=("auto", "contributor", "client", "auxiliary"),
        default="auto",
        help="contributor: compute and average in any case; client: as --client-mode; auxiliary: as --auxiliary\n"
        "(default: what this computer's place in the network and its speed allow)",
    )
    run.add_argument("--relay", action="store_true", help="forward sealed packets for peers that cannot be reached")
    run.add_argument(
        "--no-throttle",
        action="store_true",
        help="never step back for other programs or on battery; for machines that have nothing else to do",
    )
    _add_computing(run)
    run.add_argument(
        "--until-step", metavar="N", type=_positive, help="exit with status 0 once step N is in the collaboration's log"
    )
    run.add_argument("--no-starter", action="store_true", help="with nothing joined yet, wait for an invitation")
    run.add_argument(
        "--exit-with-parent",
        action="store_true",
        help="end in order when standard input closes, and host nothing unasked; this is how the window runs it",
    )
    host = verb(
        "host",
        "sign a manifest and serve its collaboration",
        "The manifest names the data, the model and the optimizer; the README describes it. This peer then signs it,\n"
        "is everybody's first contact, keeps the model and conducts steps when it is the best one to do so. The first\n"
        "line of standard output is the invitation; progress goes to standard error.",
    )
    host.add_argument("manifest", metavar="MANIFEST.toml", type=Path, help="description of the collaboration")
    _add_listen(host)
    host.add_argument("--train", action="store_true", help="contribute computing time too")


def _add_computing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--device",
        metavar="DEVICE",
        type=_device,
        default="auto",
        help="cpu, cuda:N, xpu:N or mps; several joined by commas, cuda:all or xpu:all work as one\n"
        "(default: all of the fastest kind)",
    )
    parser.add_argument(
        "--precision",
        choices=("auto", "fp32", "bf16", "fp16"),
        default="auto",
        help="of matrix products (default: what pays on the device)",
    )
    parser.add_argument(
        "--compile",
        choices=("auto", "on", "off"),
        help="whether layers are compiled, which takes a minute at the start\n"
        "(default: as set, which is where it pays)",
    )


def _add_listen(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--listen",
        metavar="ADDR:PORT",
        type=_address,
        help="UDP address for other peers, such as 0.0.0.0:4433 or [::]:4433 (default: all, the port of last time)",
    )

    for way, what in (("upload", "is sent to"), ("download", "comes from")):
        parser.add_argument(
            f"--{way}-limit",
            metavar="MBIT",
            type=_rate,
            help=f"megabits per second that {what} all peers together at most; 0 is no limit (default: as set)",
        )

    parser.add_argument(
        "--data-limit",
        metavar="GB",
        type=_gigabytes,
        help="gigabytes of the disk that the collaboration's data may take; 0 is no limit\n"
        "(default: as set, else a tenth of the disk, between 2 and 20)",
    )
    parser.add_argument(
        "--data-folder", metavar="DIR", type=Path, help="folder in which files of the data may lie already"
    )


def _folder(given: Path | None) -> Path | None:
    """Raises `UsageError` where there is no such folder."""
    if given is None:
        return None
    folder = given.expanduser().absolute()
    if not folder.is_dir():
        raise UsageError(f"There is no folder {folder}; correct --data-folder or leave it out.")
    return folder


def _add_questions(verb: Any) -> None:
    status = verb("status", "say what the engine of this home is doing")
    status.add_argument("--json", action="store_true", help="everything, as one JSON document")
    verb("why", "say why it is doing that and what to do about it, with the reason's code")
    history = verb("history", "list this peer's own contributions by day and collaboration", "Needs no engine.")
    history.add_argument("--unit", choices=["hour", "day", "month"], default="day", help="of local time (default: day)")
    form = history.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as one JSON document")
    form.add_argument("--csv", action="store_true", help="as comma-separated values with a header")
    log = verb(
        "log",
        "list the collaboration's steps: loss, samples, contributors, digest of the model",
        "Needs no engine. Peers that agree print the same digests.",
    )
    log.add_argument("--json", action="store_true", help="as one JSON document, one step per line")
    models = verb(
        "models",
        "list the models that are kept here, with what they are worth on held-out data",
        "Needs no engine. A collaboration can be taken back to these (`idlewild amend rollback`).",
    )
    models.add_argument("--json", action="store_true", help="as one JSON document")
    check = verb(
        "check",
        "diagnose this computer's network, device and home in plain words",
        "Asks the engine of this home where one runs, else calls on the peers of its collaboration, for ten seconds\n"
        "at most. Exits with status 1 where something keeps Idlewild from running here.",
    )
    check.add_argument("--join", metavar="LINK", help="call on the peers of this invitation, without joining")
    check.add_argument("--json", action="store_true", help="everything, as one JSON document")


def _add_orders(verb: Any) -> None:
    pause = verb(
        "pause",
        "stop training, for a time or until `idlewild resume`",
        "What was computed of the step under way is kept. `tomorrow` is six o'clock in the morning.",
    )
    pause.add_argument("time", metavar="TIME", nargs="?", help="15m, 1h, 2h30m, 90s, 1d or tomorrow")
    verb("resume", "train again")
    verb("finish", "finish the step under way, then pause")
    verb("quit", "end the engine in order; what was contributed is kept")
    preferences = verb(
        "preferences",
        "list or change what this computer may be used for, and when",
        "Without KEY all are listed, without VALUE that one. What is set takes effect at once, and is told; where no\n"
        "engine runs, from the next start on. Hours are written like `mon-fri 22-6, sat-sun all`, programs with\n"
        "commas between them; `default` is the default.",
    )
    preferences.add_argument("key", metavar="KEY", nargs="?", help="such as gpu_when")
    preferences.add_argument("value", metavar="VALUE", nargs="?", help="what it is to be")
    preferences.add_argument("--reset", action="store_true", help="back to the default: KEY, or all of them")
    preferences.add_argument("--json", action="store_true", help="the values as one JSON document")
    add_remove(verb)
    export = verb(
        "export",
        "write the current model as a `transformers` folder",
        "The folder gets safetensors, configuration and tokenizer, as `from_pretrained` loads them.",
    )
    export.add_argument("folder", metavar="DIR", type=Path, help="folder to write; made where it does not exist")
    export.add_argument(
        "--published",
        action="store_true",
        help="the newest kept model that did well on held-out data, not the present one",
    )
    export.add_argument(
        "--push", metavar="OWNER/NAME", type=_repository, help="upload it to the Hugging Face hub too (token: HF_TOKEN)"
    )


def _add_amend(verb: Any) -> None:
    amend = verb(
        "amend",
        "change the collaboration that this home hosts, while it goes on",
        "The change is signed, and takes effect by a step of its own in the collaboration's log, for all peers alike.\n"
        "Asks the engine of this home, which must run.",
    )
    kinds = amend.add_subparsers(dest="change", metavar="CHANGE", required=True)
    append = kinds.add_parser("append", help="add shards to the data", allow_abbrev=False)
    append.add_argument("files", metavar="FILE", nargs="+", type=Path, help="*.jsonl.zst, *.parquet or *.txt")
    append.add_argument("--source", metavar="NAME", help="source they belong to (default: the only one)")
    append.add_argument("--weight", metavar="W", type=float, help="the source's weight from then on")
    append.add_argument(
        "--from-step", metavar="N", type=_positive, help="first step that may bring them in (default: the next)"
    )
    back = kinds.add_parser("rollback", help="go back to the model of an earlier step", allow_abbrev=False)
    back.add_argument("step", metavar="STEP", type=_positive, help="one whose model is kept here")
    for each in (append, back):
        each.add_argument("--home", metavar="DIR", default=argparse.SUPPRESS, help="folder of this peer")
        each.add_argument("--json", action="store_true", help="the answer as one JSON document")


def _repository(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no repository such as OWNER/NAME")
    return text


def _address(text: str) -> Address:
    try:
        return Address.parse(text)
    except ValueError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from fault


def _rate(text: str) -> int:
    """Bytes per second."""
    try:
        rate = float(text)
    except ValueError:
        rate = -1.0
    if not 0 <= rate < 1e6 or 0 < rate < 0.1:
        raise argparse.ArgumentTypeError(f"{text!r} is no rate in megabits per second, such as 8 or 0.5")
    return round(rate * 1e6 / 8)


def _gigabytes(text: str) -> int:
    """Bytes."""
    try:
        size = float(text)
    except ValueError:
        size = -1.0
    if not 0 <= size < 1e6 or 0 < size < 0.001:
        raise argparse.ArgumentTypeError(f"{text!r} is no size in gigabytes, such as 20 or 0.5")
    return round(size * 1e9)


def _device(text: str) -> str:
    one = r"(cpu|mps|(cuda|rocm|xpu)(:\d{1,3})?)"
    if not re.fullmatch(rf"auto|(cuda|rocm|xpu):all|{one}(,{one})*", text):
        raise argparse.ArgumentTypeError(f"{text!r} is none of cpu, cuda:N, xpu:N and mps")
    return text


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 1 << 62):
        raise argparse.ArgumentTypeError(f"{text!r} is no step; steps count from 1")
    return int(text)
