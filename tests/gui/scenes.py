"""States of the whole window for the walks: each page and part, full, empty and at its worst."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from chart_shots import hours_of_history, log
from toy_engine import (
    ToyEngine,
    a_collaboration,
    a_preview,
    a_status,
    by_unit,
    some_readings,
    wait_until,
)
from toy_states import a_runtime, an_update, members, networks
from walking import words_in, words_of_dates

from app.language import NAMES
from app.qt import QApplication, QWidget
from app.session import Session
from app.situation import Link, Situation
from app.window import MainWindow
from core.ipc.installed import RuntimeState, Update, UpdateState
from core.ipc.messages import Collaboration, Network, Phase, Reason, Status
from core.saying import NOTHING, Saying, say

NAME = "সহজবার্ট — বাংলা ভাষার জন্য একটি উন্মুক্ত ভাষা-মডেল, স্বেচ্ছাসেবকদের হাতে গড়া"
TEXT = "বাংলা উইকিপিডিয়া ও অস্কার থেকে নেওয়া লেখার উপর প্রশিক্ষিত একটি ছোট ভাষা-মডেল। " * 4
OWN = {"Idlewild", "idlewild", "join", "zip", "EUR", *NAMES.values()}
"""Names: of the program, of its links, of a currency, of languages in themselves."""


@dataclass(frozen=True)
class Scene:
    name: str
    page: Callable[[MainWindow], QWidget]
    status: Status
    prepare: Callable[[MainWindow], None] = lambda _: None
    link: Link = Link.READY


def its_own_words(**changes: Any) -> Collaboration:
    """A collaboration whose texts share no word with the window's."""
    return a_collaboration(name=NAME, description=TEXT, language="বাংলা (bn)", **changes)


def spoken(status: Status) -> Status:
    """With sayings, as a real engine sends them beside its English."""
    network = status.network
    if network is not None:
        network = msgspec.structs.replace(
            network,
            saying=Saying(network.sentence),
            todo=Saying(network.action),
            more=[Saying(finding) for finding in network.findings],
        )
    saying = status.saying or (Saying(status.sentence) if status.sentence else NOTHING)
    return msgspec.structs.replace(status, network=network, saying=saying)


def state(phase: Phase, reason: Reason, sentence: str, **changes: Any) -> Status:
    return spoken(a_status(phase, reason, sentence, **{"collaboration": its_own_words(), **changes}))


def busy(network: Network | None = None) -> Status:
    return state(
        Phase.TRAINING,
        Reason.NONE,
        "Training together with 4 others.",
        network=network or networks()["relayed"],
        duty_percent=80,
        cores=4,
        power_w=94.0,
        sent_bytes=1_830_000_000,
        received_bytes=2_410_000_000,
    )


def unasked() -> Status:
    """Before the first start's question is answered."""
    return state(
        Phase.IDLE,
        Reason.NEEDS_CONSENT,
        "Nothing is computed before you agree.",
        collaboration=None,
        network=None,
        has_consent=False,
    )


def arranged(engine: ToyEngine) -> ToyEngine:
    """Much of everything."""
    engine.status = busy()
    engine.entries = log(600)
    for entry in engine.entries:
        entry.amendment = ""
    engine.rows = by_unit(hours_of_history(90, 2))
    for rows in engine.rows.values():
        for row in rows:
            row.name = NAME
    engine.memberships = [msgspec.structs.replace(one, name=NAME) for one in members()]
    engine.neighbours = [msgspec.structs.replace(one, name="গল্প") for one in engine.neighbours]
    engine.preferences = msgspec.structs.replace(
        engine.preferences, price_per_kwh=0.31, currency="EUR", programs=("blender",), data_limit_bytes=30_000_000_000
    )
    engine.previewed = a_preview(
        warnings=[say("Right now this would pause, since training on this device is not allowed.")]
    )
    return engine


def data(engine: ToyEngine) -> set[str]:
    """Words that stay as they are in every language."""
    known: list[Any] = [
        engine.status,
        engine.memberships,
        engine.neighbours,
        engine.answers,
        engine.preferences.programs,
    ]
    known += [networks()["relayed"], networks()["direct"], NAME, TEXT, *(reading.source for reading in some_readings())]
    return words_in(msgspec.to_builtins(known)) | words_of_dates() | OWN


def enter(scene: Scene, window: MainWindow, session: Session, engine: ToyEngine) -> None:
    """Makes it so, and waits until all of it is seen."""
    window.tabs.setCurrentWidget(scene.page(window))
    engine.say(scene.status)
    wait_until(lambda: session.situation.live == scene.status)
    scene.prepare(window)
    if scene.link is not Link.READY:
        session.situation = Situation(scene.link, "", scene.status)
        session.changed.emit(session.situation)
    settle()


def settle() -> None:
    for _ in range(8):
        QApplication.processEvents()


# --- pages ----------------------------------------------------------------------------------------------------------


def now(window: MainWindow) -> QWidget:
    return window.now


def model(window: MainWindow) -> QWidget:
    return window.model


def me(window: MainWindow) -> QWidget:
    return window.me


def join(window: MainWindow) -> QWidget:
    return window.join


def settings(window: MainWindow) -> QWidget:
    return window.settings


def helping(part: str) -> Callable[[MainWindow], QWidget]:
    def show(window: MainWindow) -> QWidget:
        window.help.show_part(getattr(window.help, part))
        return window.help

    return show


# --- what is done on them -------------------------------------------------------------------------------------------


def ask(window: MainWindow) -> None:
    wait_until(lambda: window.model.feed.is_complete and window.model.try_box._kind)
    window.model.chart.curve.choose(300)
    window.model.try_box.text.setText("ঢাকা বাংলাদেশের ___।")
    window.model.try_box.ask_model()
    wait_until(lambda: window.model.try_box.candidates.isVisibleTo(window))


def by(unit: str) -> Callable[[MainWindow], None]:
    def choose(window: MainWindow) -> None:
        wait_until(lambda: window.me.feed.is_loaded)
        window.me.time.unit.choose(unit)

    return choose


def look_around(window: MainWindow) -> None:
    wait_until(lambda: len(window.join.memberships.members) > 1)
    list(window.join.memberships.members.values())[1].leave.click()
    window.join.nearby.look.click()
    wait_until(lambda: window.join.nearby.found)
    window.join.invitation.show_code.setChecked(True)
    window.join.link.offer("https://example.org")


def settled(window: MainWindow) -> None:
    wait_until(lambda: window.settings.desk.current and window.settings.line.sentence.text())


def refused(window: MainWindow) -> None:
    settled(window)
    window.settings.rows["gpu_when"].choose({"gpu_when": "never"})
    wait_until(lambda: window.settings.desk.last)


def bundled(window: MainWindow) -> None:
    wait_until(window.help.log.text.toPlainText)
    window.help.log.write_bundle("/home/ada/idlewild.zip")
    wait_until(window.help.log.result.text)


def read(window: MainWindow) -> None:
    wait_until(lambda: len(window.help.why.checklist.shown) > 8)


def busy_with(update: Update) -> Status:
    """A runtime that waits for leave has a button of its own."""
    return msgspec.structs.replace(busy(), update=update, runtime=a_runtime(RuntimeState.WAITS, "cuda"))


def updates() -> list[Update]:
    return [an_update(state) for state in UpdateState]


def scenes() -> list[Scene]:
    by_user = "Paused by you; the others go on without this computer."
    paused = state(Phase.PAUSED, Reason.PAUSED_BY_USER, by_user, paused_until_s=2_000_000_000.0)
    nothing = state(Phase.IDLE, Reason.NO_COLLABORATION, "Nothing is trained yet.", collaboration=None, network=None)
    battery = state(Phase.PAUSED, Reason.ON_BATTERY, "Paused because this computer runs on battery.")
    preparing = state(Phase.STARTING, Reason.PREPARING, "Preparing the text.", progress=0.62)
    alone = state(Phase.CONNECTING, Reason.NOBODY_REACHABLE, "None of the 3 known addresses answers.")
    full = state(Phase.FAILED, Reason.DISK_FULL, "The disk is full; free 2 GB and try again.")
    installing = state(Phase.STARTING, Reason.INSTALLING, "What computes is being fetched.", runtime=a_runtime())
    waits = a_runtime(RuntimeState.WAITS)
    metered = state(Phase.PAUSED, Reason.METERED_INSTALL, "This network charges by volume.", runtime=waits)
    failed = a_runtime(RuntimeState.FAILED)
    broken = state(Phase.FAILED, Reason.FAULT, "The download broke off.", runtime=failed, collaboration=None)
    return [
        Scene("training", now, busy()),
        Scene("paused", now, paused),
        Scene("on battery", now, battery),
        Scene("preparing", now, preparing),
        Scene("nobody", now, alone),
        Scene("failed", now, full),
        Scene("curve and answer", model, busy(), ask),
        Scene("days", me, busy(), by("day")),
        Scene("hours", me, busy(), by("hour")),
        Scene("months", me, busy(), by("month")),
        Scene("several", join, busy(), look_around),
        Scene("settings", settings, busy(), settled),
        Scene("settings changed", settings, busy(), refused),
        Scene("why", helping("why"), battery, read),
        *(Scene(f"connection {name}", helping("connection"), busy(network)) for name, network in networks().items()),
        Scene("log", helping("log"), busy(), bundled),
        Scene("about", helping("about"), busy()),
        Scene("installing", now, installing),
        Scene("metered install", now, metered),
        Scene("install failed", now, broken),
        *(Scene(f"settings {update.state}", settings, busy_with(update), settled) for update in updates()),
        Scene("nothing", now, nothing),
        Scene("nothing to join", join, nothing),
        Scene("lost now", now, busy(), link=Link.LOST),
        Scene("lost model", model, busy(), link=Link.LOST),
        Scene("lost me", me, busy(), link=Link.LOST),
        Scene("lost settings", settings, busy(), link=Link.LOST),
        Scene("lost help", helping("why"), busy(), link=Link.STOPPED),
    ]
