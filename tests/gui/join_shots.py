"""States of the first run and of the page Collaborations for `screenshots.py`."""

from collections.abc import Callable
from dataclasses import replace

from shot import BENGALI, NARROW, WIDE, Shot, nothing_joined, told, training
from toy_engine import ToyEngine, wait_until

from app.situation import Link
from app.window import MainWindow
from core.ipc.messages import Method, Phase, Reason
from core.saying import say

_LARGE = {"font_scale": 1.5, "size": (440, 900)}


def first_run_shots() -> dict[str, Shot]:
    agree = say("Nothing is computed and nobody is called on before you agree to it.")
    unasked = told(Phase.IDLE, Reason.NEEDS_CONSENT, agree, collaboration=None, network=None, has_consent=False)
    nothing = nothing_joined()
    consent = Shot("", unasked, first_run=0)
    allow = Shot("", nothing, first_run=1, prepare=weigh)
    join = Shot("", nothing, first_run=2, prepare=look_here)
    return {
        "first-run-1-consent": consent,
        "first-run-1-starting": Shot("", None, Link.STARTING, first_run=0),
        "first-run-1-declined": replace(consent, prepare=lambda window: window.first_run.decline.click()),
        "first-run-1-large-font": replace(consent, **_LARGE),
        "first-run-1-wide": replace(consent, size=WIDE),
        "first-run-2-allow": allow,
        "first-run-2-large-font": replace(allow, **_LARGE),
        "first-run-2-wide": replace(allow, size=WIDE),
        "first-run-3-join": join,
        "first-run-3-nobody": replace(join, arrange=no_neighbours),
        "first-run-3-link": replace(join, prepare=lambda window: window.first_run.keep_link(BENGALI.invitation)),
        "first-run-3-starting": replace(join, prepare=start),
        "first-run-3-large-font": replace(join, **_LARGE),
        "first-run-3-wide": replace(join, size=WIDE),
    }


def weigh(window: MainWindow) -> None:
    wait_until(window.first_run.allow.preview.text)


def look_here(window: MainWindow) -> None:
    wait_until(window.first_run.join.ways.nearby.look.isEnabled)


def no_neighbours(engine: ToyEngine) -> None:
    engine.neighbours = []


def start(window: MainWindow) -> None:
    window.first_run.join.ways.starter.start.click()


def join_shots() -> dict[str, Shot]:
    nothing, bengali = nothing_joined(), training(collaboration=BENGALI)
    alone = Shot("join", nothing, arrange=no_memberships)
    several = Shot("join", training(), members=True, size=(500, 1_300), prepare=look_around)
    return {
        "join-nothing": alone,
        "join-set-aside": Shot("join", nothing, members=True),
        "join-wrong-link": replace(alone, prepare=paste("https://example.org/join/abc")),
        "join-good-link": replace(alone, prepare=paste(BENGALI.invitation)),
        "join-refused": replace(alone, prepare=refused),
        "join-asking": replace(alone, arrange=no_answer, prepare=ask_to_join),
        "join-nobody-near": replace(alone, arrange=nobody_near, prepare=look_in_vain),
        "join-one": Shot("join", bengali, size=(720, 900)),
        "join-qr": Shot("join", bengali, prepare=show_code, size=(720, 900)),
        "join-several": several,
        "join-leaving": replace(several, prepare=ask_to_leave, size=(720, 900)),
        "join-lost": Shot("join", training(), Link.LOST, members=True),
        "join-narrow": replace(several, prepare=None, size=NARROW),
        "join-wide": replace(several, prepare=None, size=WIDE),
        "join-large-font": Shot("join", bengali, **_LARGE),
    }


def no_memberships(engine: ToyEngine) -> None:
    engine.memberships = []


def nobody_near(engine: ToyEngine) -> None:
    no_memberships(engine)
    no_neighbours(engine)


def no_answer(engine: ToyEngine) -> None:
    no_memberships(engine)
    engine.silent.add(Method.JOIN)


def paste(text: str) -> Callable[[MainWindow], None]:
    return lambda window: window.join.link.offer(text)


def ask_to_join(window: MainWindow) -> None:
    window.join.link.offer(BENGALI.invitation)
    window.join.link.join.click()


def refused(window: MainWindow) -> None:
    window.join.link.offer(BENGALI.invitation)
    nobody = "Nobody at the addresses of this invitation answers; ask whoever sent it for a newer one."
    window.join.link.failed(nobody)


def look_around(window: MainWindow) -> None:
    window.join.nearby.look.click()
    wait_until(lambda: window.join.nearby.found)


def look_in_vain(window: MainWindow) -> None:
    window.join.nearby.look.click()
    wait_until(window.join.nearby.look.isEnabled)


def ask_to_leave(window: MainWindow) -> None:
    wait_until(lambda: len(window.join.memberships.members) > 1)
    list(window.join.memberships.members.values())[1].leave.click()


def show_code(window: MainWindow) -> None:
    window.join.invitation.show_code.setChecked(True)
