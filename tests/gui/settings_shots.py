"""States of the page Settings for `screenshots.py`: each group, what is being changed, what is refused."""

from collections.abc import Callable
from dataclasses import replace

from shot import NARROW, SMALLEST, WIDE, Shot, preview, settle, training
from toy_engine import ToyEngine, wait_until

from app.situation import Link
from app.window import MainWindow
from core.ipc.messages import Method, Reason


def settings_shots() -> dict[str, Shot]:
    page = Shot("settings", training(), prepare=ready)
    hours = replace(page, prepare=nights)
    return {
        "settings": page,
        "settings-middle": replace(page, prepare=at_row("pause_when_gpu_busy")),
        "settings-hours": hours,
        "settings-how-much": replace(page, prepare=at_card(1)),
        "settings-network": replace(page, prepare=at_card(2)),
        "settings-energy": replace(page, prepare=at_card(3)),
        "settings-end": replace(page, prepare=at_end),
        "settings-programs": replace(page, prepare=list_programs),
        "settings-refused": replace(page, arrange=no_disk, prepare=change_battery),
        "settings-never": replace(page, prepare=never),
        "settings-paused": replace(page, arrange=on_battery),
        "settings-lost": Shot("settings", training(), Link.LOST),
        "settings-narrow": replace(page, size=NARROW),
        "settings-narrow-hours": replace(hours, size=NARROW),
        "settings-smallest": replace(page, size=SMALLEST),
        "settings-large-font": replace(page, font_scale=2.0, size=(440, 900)),
        "settings-large-font-hours": replace(hours, font_scale=2.0, size=(440, 900)),
        "settings-wide": replace(page, size=WIDE),
    }


def ready(window: MainWindow) -> None:
    wait_until(lambda: window.settings.desk.current and window.settings.line.sentence.text())
    settle()


def at_row(key: str) -> Callable[[MainWindow], None]:
    def lead(window: MainWindow) -> None:
        ready(window)
        row = window.settings.rows[key]
        top = row.mapTo(window.settings.page.body, row.rect().topLeft()).y()
        window.settings.page.verticalScrollBar().setValue(top - 12)

    return lead


def at_card(place: int) -> Callable[[MainWindow], None]:
    def lead(window: MainWindow) -> None:
        ready(window)
        window.settings.page.verticalScrollBar().setValue(window.settings.cards[place].y() - 12)

    return lead


def at_end(window: MainWindow) -> None:
    ready(window)
    bar = window.settings.page.verticalScrollBar()
    bar.setValue(bar.maximum())


def nights(window: MainWindow) -> None:
    ready(window)
    window.settings.rows["hours"].presets.menu().actions()[2].trigger()
    wait_until(lambda: window.settings.desk.last)
    window.settings.lead_to("hours")


def list_programs(window: MainWindow) -> None:
    ready(window)
    row = window.settings.rows["programs"]
    row.choose({"programs": ("blender", "kdenlive", "steam")})
    wait_until(row.remove.isVisible)
    at_row("programs")(window)


def no_disk(engine: ToyEngine) -> None:
    engine.faults[Method.SET_PREFERENCES] = (1, "The settings could not be written: the disk is full.")


def change_battery(window: MainWindow) -> None:
    ready(window)
    window.settings.rows["pause_on_battery"].choose({"pause_on_battery": False})
    wait_until(lambda: "trouble" in window.settings.rows["pause_on_battery"].__dict__)


def never(window: MainWindow) -> None:
    ready(window)
    for key in ("cpu_when", "gpu_when"):
        window.settings.rows[key].choose({key: "never"})
    wait_until(lambda: window.settings.desk.last)
    settle()


def on_battery(engine: ToyEngine) -> None:
    engine.previewed = preview(Reason.ON_BATTERY)
