# ruff: noqa: E402 (the platform is chosen before Qt is loaded)
"""Draws every state of the window, light and dark, into PNG files: `python tests/gui/screenshots.py OUTDIR [NAME…]`.

`NAME` may end in `*`. With `QT_SCALE_FACTOR=2` as on a screen of high resolution, with `IDLEWILD_LANGUAGE=bn` in
Bengali, with `IDLEWILD_DIRECTION=rtl` as where one reads from right to left.
"""

import os
import sys
import tempfile
from fnmatch import fnmatch
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[2])]

import msgspec
from chart_shots import hours_of_history, log, me_shots, model_shots, priced, show_calendar
from help_shots import help_shots
from installed_shots import installed_shots
from join_shots import first_run_shots, join_shots
from now_shots import MANY, minute_later, now_shots
from settings_shots import ready, settings_shots
from shot import Shot, paused, preview, readings, settle, told, training
from toy_engine import ToyEngine, by_unit, wait_until
from toy_states import an_update, members

from app import colours
from app.autostart.xdg import XdgAutostart
from app.control import ControlClient
from app.icons import picture
from app.language import Language
from app.links.xdg import XdgLinkOpener
from app.notifications import PATIENCE_S, Deciding, Memory, Wishes, update_notice
from app.pages.settings.removal import RemovalDialog
from app.qt import QApplication, QFont, QPainter, QPixmap, QSettings, Qt, QWidget
from app.session import Session
from app.situation import Link, Mood, Situation
from app.system import System
from app.tray import Tray
from app.widgets.card import Card
from app.widgets.text import Text
from app.window import MainWindow
from core.ipc.address import control_address
from core.ipc.installed import UpdateState
from core.ipc.messages import Phase, Reason, Status
from core.paths import Home
from core.saying import quote, say

README_SIZE = (640, 800)
_FONT_POINTS = 10


def shots() -> dict[str, Shot]:
    return {
        **first_run_shots(),
        **now_shots(),
        **model_shots(MANY),
        **me_shots(),
        **join_shots(),
        **settings_shots(),
        **help_shots(),
        **installed_shots(),
        "readme-now": Shot("now", training(), prepare=minute_later, size=README_SIZE),
        "readme-settings": Shot("settings", training(), prepare=ready, size=README_SIZE),
        "readme-me": Shot("me", training(), days=420, arrange=priced, prepare=show_calendar, size=README_SIZE),
    }


# --- the window -----------------------------------------------------------------------------------------------------


def draw(application: QApplication, shot: Shot, tints: colours.Tints, file: Path) -> None:
    dress(application, tints, shot.font_scale)
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder))
        engine = an_engine(shot, home)
        control = ControlClient(control_address(home.root))
        session = Session(control, None)
        window = opened(shot, session, folder)
        if shot.status is not None:
            engine.status = shot.status
            control.start()
            wait_until(lambda: session.situation.live is not None)
        if shot.link is not Link.READY:
            session.situation = Situation(shot.link, shot.trouble, shot.status)
        show(shot, window)
        settle()
        window.grab().save(str(file))
        window.hide()
        control.stop()
        engine.close()
        window.deleteLater()


def show(shot: Shot, window: MainWindow) -> None:
    page, _, part = shot.page.partition(".")
    if page:
        window.tabs.setCurrentWidget(getattr(window, page))
    if part:
        window.help.show_part(getattr(window.help, part))
    window.show()
    if shot.entries:
        wait_until(lambda: window.model.feed.is_complete, 60.0)
    if shot.days:
        wait_until(lambda: window.me.feed.is_loaded)
    if shot.prepare is not None:
        shot.prepare(window)


def an_engine(shot: Shot, home: Home) -> ToyEngine:
    engine = ToyEngine(control_address(home.root))
    engine.listen()
    if shot.members:
        engine.memberships = members()
    engine.entries = log(shot.entries) if shot.entries else []
    engine.rows = by_unit(hours_of_history(shot.days, shot.collaborations))
    engine.readings = readings(shot.status.reason if shot.status else Reason.NONE)
    engine.previewed = preview()
    if shot.arrange is not None:
        shot.arrange(engine)
    return engine


def opened(shot: Shot, session: Session, folder: str) -> MainWindow:
    settings = QSettings(f"{folder}/app.ini", QSettings.Format.IniFormat)
    settings.setValue("first_run/done", shot.first_run is None)
    settings.setValue("first_run/step", shot.first_run or 0)
    system = System(XdgAutostart(["idlewild"], {"HOME": folder}), XdgLinkOpener(["idlewild"], {"HOME": folder}))
    shown_home = Home(Path("/home/ada/.local/share/idlewild"))
    window = MainWindow(session, shown_home, settings, lambda: True, system)
    window.resize(*shot.size)
    return window


def dress(application: QApplication, tints: colours.Tints, font_scale: float = 1.0) -> None:
    application.setPalette(colours.palette(tints))
    font = QFont("Noto Sans", _FONT_POINTS)
    font.setPointSizeF(_FONT_POINTS * font_scale)
    application.setFont(font)


# --- what stands outside the window ---------------------------------------------------------------------------------


def draw_icons(out: Path) -> None:
    """All tray icons in panel sizes on a light and on a dark panel."""
    sizes = (16, 22, 24, 32, 64)
    names = [mood.value for mood in Mood] + ["idlewild"]
    sheet = QPixmap(len(names) * 76 + 12, 2 * (sum(sizes) + 8 * len(sizes) + 12))
    painter = QPainter(sheet)
    for half, background in enumerate(("#f2f2f2", "#1e1e1e")):
        top = half * sheet.height() // 2
        painter.fillRect(0, top, sheet.width(), sheet.height() // 2, background)
        for column, icon in enumerate(names):
            y = top + 8
            for side in sizes:
                painter.drawPixmap(12 + column * 76, y, picture(icon, side))
                y += side + 8
    painter.end()
    sheet.save(str(out / "tray-icons.png"))


def draw_menus(out: Path, scheme: str) -> None:
    by_user = told(Phase.PAUSED, Reason.PAUSED_BY_USER, say("Paused until you resume."))
    states = {"": training(), "-paused": by_user, "-battery": paused(Reason.ON_BATTERY)}
    states["-update"] = training(update=an_update(UpdateState.READY))
    with tempfile.TemporaryDirectory() as folder:
        for state, status in states.items():
            session = Session(ControlClient("/nonexistent"), None)
            session.situation = Situation(Link.READY, "", status)
            tray = Tray(session, QSettings(f"{folder}/app.ini", QSettings.Format.IniFormat))
            grab(tray.menu, out / f"tray-menu{state}-{scheme}.png")
        grab(tray.pause_menu, out / f"tray-pause-menu-{scheme}.png")


def draw_notices(out: Path, scheme: str) -> None:
    """The words of each notification; how they look is the desktop's."""
    full = quote("The disk that holds /home/ada/.local/share/idlewild is full; free 2 GB and try again.")
    refused = say("The collaboration does not let this computer in.")
    column = Card()
    newer = msgspec.structs.replace(an_update(), is_needed=True)
    for update in (newer, an_update(UpdateState.FAILED)):
        notice = update_notice(update)
        assert notice is not None
        add_notice(column, notice.title, notice.text)
    for status in (told(Phase.FAILED, Reason.DISK_FULL, full), told(Phase.FAILED, Reason.REFUSED, refused)):
        add_notice(column, *trouble(status))
    title, text = milestone(training())
    add_notice(column, title, text)
    column.resize(420, column.rows.heightForWidth(420))
    column.grab().save(str(out / f"notices-{scheme}.png"))


def trouble(status: Status) -> tuple[str, str]:
    deciding, situation = Deciding(Memory()), Situation(Link.READY, "", status)
    deciding.look(situation, Wishes(), 0.0)
    notice = deciding.look(situation, Wishes(), PATIENCE_S)
    assert notice is not None
    return notice.title, notice.text


def milestone(status: Status) -> tuple[str, str]:
    assert status.collaboration is not None
    memory = Memory(milestones={status.collaboration.run: 0})
    notice = Deciding(memory).look(Situation(Link.READY, "", status), Wishes(milestones=True), 0.0)
    assert notice is not None
    return notice.title, notice.text


def add_notice(column: Card, title: str, text: str) -> None:
    column.rows.addWidget(Text(title, bold=True, wraps=True))
    column.rows.addWidget(Text(text, wraps=True))


def draw_removal(out: Path, scheme: str) -> None:
    dialog = RemovalDialog("/home/ada/.local/share/idlewild")
    dialog.show()
    settle()
    dialog.grab().save(str(out / f"removal-{scheme}.png"))
    dialog.close()


def grab(widget: QWidget, file: Path) -> None:
    widget.adjustSize()
    widget.grab().save(str(file))


# --- all of it ------------------------------------------------------------------------------------------------------


def speak(application: QApplication) -> None:
    with tempfile.TemporaryDirectory() as folder:
        settings = QSettings(f"{folder}/app.ini", QSettings.Format.IniFormat)
        Language(application, settings).choose(os.environ.get("IDLEWILD_LANGUAGE", ""))
    if os.environ.get("IDLEWILD_DIRECTION") == "rtl":
        application.setLayoutDirection(Qt.LayoutDirection.RightToLeft)


def main() -> int:
    out, wanted = Path(sys.argv[1]), sys.argv[2:]
    out.mkdir(parents=True, exist_ok=True)
    application = QApplication(["idlewild"])
    application.setStyle("Fusion")
    speak(application)
    draw_icons(out)
    for scheme, tints in (("light", colours.LIGHT), ("dark", colours.DARK)):
        dress(application, tints)
        draw_menus(out, scheme)
        draw_notices(out, scheme)
        draw_removal(out, scheme)
        for name, shot in shots().items():
            if not wanted or any(fnmatch(name, pattern) for pattern in wanted):
                draw(application, shot, tints, out / f"{name}-{scheme}.png")
    print("\n".join(sorted(path.name for path in out.glob("*.png"))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
