"""States of the pages Model and Me for `screenshots.py`, with a log and a history to show in them."""

import math
import random
from collections.abc import Callable
from datetime import datetime, timedelta

from shot import BENGALI, BENGALI_NAME, Shot, scroll_down, scroll_to, settle, training
from toy_engine import ToyEngine, a_collaboration, a_row, an_answer, an_entry

from app.losses import Across
from app.situation import Link, Situation
from app.window import MainWindow
from core.ipc.messages import Collaboration, LogEntry, Method
from core.ipc.preferences import Preferences
from core.ipc.records import HistoryRow, TryAnswer

NEW = a_collaboration(step=0, loss=None, state_digest="", total_samples=0, my_samples=0)
"""Before its first step."""


def model_shots(many: Collaboration) -> dict[str, Shot]:
    bengali = training(collaboration=BENGALI)
    tall = (500, 1_180)
    return {
        "model-empty": Shot("model", training(collaboration=NEW)),
        "model-one-point": Shot("model", training(collaboration=a_collaboration(step=1, total_samples=256)), entries=1),
        "model-curve": Shot("model", training(), entries=127),
        "model-whole": Shot("model", bengali, entries=127, prepare=ask("ঢাকা বাংলাদেশের ___।"), size=tall),
        "model-point": Shot("model", training(), entries=900, prepare=point_at_amendment),
        "model-time-log": Shot("model", training(), entries=900, prepare=over_time),
        "model-100k": Shot("model", training(collaboration=many), entries=100_000),
        "model-complete": Shot("model", training(), entries=127, arrange=completes, prepare=ask("The old ship lay")),
        "model-busy": Shot(
            "model", training(), entries=127, arrange=silent, prepare=ask("Paris is the ___ of France.")
        ),
        "model-refused": Shot("model", training(), entries=127, arrange=refuses, prepare=ask("A ___ text.")),
        "model-no-text": Shot("model", training(), entries=127, arrange=no_text, prepare=scroll_down),
        "model-lost": Shot("model", training(), Link.LOST),
        "model-engine-starting": Shot("model", None, Link.STARTING),
        "model-wide": Shot("model", bengali, entries=900, prepare=ask("ঢাকা বাংলাদেশের ___।"), size=(1_100, 1_000)),
        "model-large-font": Shot("model", bengali, entries=127, font_scale=1.25, size=(420, 760)),
    }


def me_shots() -> dict[str, Shot]:
    bengali = training(collaboration=BENGALI)
    return {
        "me-empty": Shot("me", training()),
        "me-week": Shot("me", bengali, days=7, arrange=priced, size=(720, 1_300)),
        "me-years": Shot("me", bengali, days=1_826, collaborations=3, arrange=priced, size=(720, 1_300)),
        "me-loading": Shot("me", training(), arrange=no_history),
        "me-engine-starting": Shot("me", None, Link.STARTING),
        "me-history": Shot("me", bengali, days=26, arrange=priced),
        "me-whole": Shot("me", bengali, days=420, arrange=priced, size=(500, 1_420)),
        "me-first-day": Shot("me", training(), days=1, collaborations=1, size=(500, 1_200)),
        "me-hours": Shot("me", bengali, days=40, prepare=by("hour"), size=(500, 1_000)),
        "me-months": Shot("me", bengali, days=1_826, collaborations=3, prepare=by("month"), size=(500, 1_000)),
        "me-lost": Shot("me", bengali, days=90, prepare=lose),
        "me-wide": Shot("me", bengali, days=420, arrange=priced, size=(1_100, 1_200)),
        "me-large-font": Shot("me", bengali, days=26, font_scale=1.25, size=(420, 760)),
    }


def ask(text: str) -> Callable[[MainWindow], None]:
    def type_and_ask(window: MainWindow) -> None:
        box = window.model.try_box
        box.text.setText(text)
        box.ask_model()
        settle()
        scroll_down(window)

    return type_and_ask


def completes(engine: ToyEngine) -> None:
    engine.kind = "complete"
    engine.answers["complete"] = an_answer("complete")


def no_text(engine: ToyEngine) -> None:
    engine.kind, engine.answers["none"] = "none", TryAnswer(kind="none", step=127)


def silent(engine: ToyEngine) -> None:
    engine.silent.add(Method.TRY_MODEL)


def refuses(engine: ToyEngine) -> None:
    engine.faults[Method.TRY_MODEL] = (1, "The model is being fetched; ask again in a minute.")


def no_history(engine: ToyEngine) -> None:
    engine.silent.add(Method.HISTORY)


def priced(engine: ToyEngine) -> None:
    engine.preferences = Preferences(price_per_kwh=0.31, currency="EUR")


def show_calendar(window: MainWindow) -> None:
    scroll_to(window, window.me.time)


def by(unit: str) -> Callable[[MainWindow], None]:
    def choose(window: MainWindow) -> None:
        window.me.time.unit.choose(unit)
        window.me.time.pages.stepped.emit(-1)
        for _ in range(10):
            settle()
        window.me.time.bars.choose(9)
        scroll_to(window, window.me.time)

    return choose


def lose(window: MainWindow) -> None:
    window.me.show_situation(Situation(Link.LOST, "", training()))


def point_at_amendment(window: MainWindow) -> None:
    curve = window.model.chart.curve
    curve.choose(curve._losses.amendments[0][0])
    scroll_to(window, window.model.chart)


def over_time(window: MainWindow) -> None:
    window.model.chart.across.choose(Across.TIME)
    window.model.chart.log.setChecked(True)
    scroll_to(window, window.model.chart)


def log(count: int) -> list[LogEntry]:
    noise = random.Random(7)
    entries = [
        an_entry(step, 2.1 + 8.3 * math.exp(-step / (count / 5)) + noise.gauss(0, 0.12), mine=30)
        for step in range(1, count + 1)
    ]
    if count >= 500:
        entries[count * 3 // 5].amendment = "3 files with 120,000 samples were added to the data."
        entries[count * 4 // 5].amendment = "Back to step 700, because of broken data."
    return entries


def hours_of_history(days: int, collaborations: int, now: datetime | None = None) -> list[HistoryRow]:
    """Evenings and nights of so many days up to today, with holes, by hour."""
    noise, found = random.Random(11), []
    now = now or datetime.now().astimezone()
    names = (BENGALI_NAME, "starter", "=SUM(Fables)")[:collaborations]
    for back in reversed(range(days)):
        day = (now - timedelta(days=back)).date().isoformat()
        share = noise.random()
        if back % 17 in {5, 6} and days > 1:
            continue
        for hour in (*range(8), *range(18, 24)):
            if back == 0 and hour > now.hour:
                break
            for number, name in enumerate(names):
                samples = round(noise.randint(0, 400) * share / (number + 1))
                found.append(a_row(f"{day}T{hour:02}", samples, name, "rst"[number] * 52))
    return found
