"""States of the page Help for `screenshots.py`: why, the connection, the log, about."""

from dataclasses import replace

from shot import NARROW, Shot, nothing_joined, paused, settle, training
from toy_engine import wait_until
from toy_states import networks

from app.situation import Link
from app.window import MainWindow
from core.ipc.messages import Reason

_LARGE = {"font_scale": 2.0, "size": (440, 900)}
_NOTICES = [
    "This system has no keyring, so the key of this peer lies in a file that only you can read: identity.key.",
    "No port could be opened at the router; this peer contributes, but others cannot reach it.",
]


def help_shots() -> dict[str, Shot]:
    why = Shot("help.why", training(), prepare=read)
    battery = replace(why, status=paused(Reason.ON_BATTERY))
    bundled = Shot("help.log", training(), prepare=bundle)
    about = Shot("help.about", training(notices=_NOTICES))
    return {
        "help-why": why,
        "help-why-end": replace(why, prepare=scroll_part_down),
        "help-why-battery": battery,
        "help-why-nothing": replace(why, status=nothing_joined()),
        "help-why-stopped": Shot("help.why", training(), Link.STOPPED),
        "help-why-narrow": replace(battery, size=NARROW),
        "help-why-large-font": replace(battery, **_LARGE),
        "help-log": bundled,
        "help-log-narrow": replace(bundled, size=NARROW),
        **connection_shots(),
        "about": about,
        "about-large-font": replace(about, **_LARGE),
    }


def connection_shots() -> dict[str, Shot]:
    known = networks()
    blocked = Shot("help.connection", training(network=known["blocked"]))
    return {
        **{f"connection-{name}": Shot("help.connection", training(network=one)) for name, one in known.items()},
        "connection-empty": Shot("help.connection", nothing_joined()),
        "connection-engine-starting": Shot("help.connection", None, Link.STARTING),
        "connection-lost": Shot("help.connection", training(), Link.LOST),
        "connection-narrow": replace(blocked, size=NARROW),
        "connection-large-font": replace(blocked, **_LARGE),
    }


def read(window: MainWindow) -> None:
    wait_until(lambda: len(window.help.why.checklist.shown) > 1)


def scroll_part_down(window: MainWindow) -> None:
    wait_until(lambda: len(window.help.why.checklist.shown) > 8)
    settle()
    bar = window.help.why.verticalScrollBar()
    bar.setValue(bar.maximum())


def bundle(window: MainWindow) -> None:
    wait_until(window.help.log.text.toPlainText)
    window.help.log.write_bundle("/home/ada/idlewild-help.zip")
    wait_until(window.help.log.result.text)
