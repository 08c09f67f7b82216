# ruff: noqa: E402 (the platform is chosen before Qt is loaded)
"""Draws every state of the window, light and dark, into PNG files: `python tests/gui/screenshots.py OUTDIR [NAME…]`.

With `QT_SCALE_FACTOR=2` as on a screen of high resolution.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[2])]

import msgspec
from chart_shots import BENGALI, Shot, hours_of_history, log, me_shots, model_shots, priced
from chart_shots import scroll_to as scroll_to_part
from toy_engine import ToyEngine, a_collaboration, a_status, by_unit, wait_until
from toy_states import members, networks

from app import colours
from app.autostart.xdg import XdgAutostart
from app.control import ControlClient
from app.icons import picture
from app.language import Language
from app.links.xdg import XdgLinkOpener
from app.qt import QApplication, QFont, QPainter, QPixmap, QSettings, Qt, QWidget
from app.session import Session
from app.situation import Link, Mood, Situation
from app.system import System
from app.window import MainWindow
from core.ipc.address import control_address
from core.ipc.messages import PeerStatus, Phase, Reason
from core.paths import Home

README_SIZE = (640, 800)


def minute_later(window: MainWindow) -> None:
    """So that there are rates to show."""
    status = window._session.situation.live
    assert status is not None
    later = msgspec.structs.replace(
        status,
        uptime_s=status.uptime_s + 60,
        sent_bytes=status.sent_bytes + 38_000_000,
        received_bytes=status.received_bytes + 51_000_000,
    )
    window.now.device.show_status(later)


def show_calendar(window: MainWindow) -> None:
    scroll_to_part(window, window.me.time)


def paste(text: str) -> Callable[[MainWindow], None]:
    return lambda window: window.join.link.offer(text)


def refused(window: MainWindow) -> None:
    window.join.link.offer(BENGALI.invitation)
    window.join.link.failed("Nobody at the addresses of this invitation answers; ask whoever sent it for a newer one.")


def decline(window: MainWindow) -> None:
    window.first_run.decline.click()


def look_around(window: MainWindow) -> None:
    window.join.nearby.look.click()
    wait_until(lambda: window.join.nearby.found)


def ask_to_leave(window: MainWindow) -> None:
    wait_until(lambda: len(window.join.memberships.members) > 1)
    list(window.join.memberships.members.values())[1].leave.click()


def show_code(window: MainWindow) -> None:
    window.join.invitation.show_code.setChecked(True)


def scroll_to(part: float) -> Callable[[MainWindow], None]:
    def scroll(window: MainWindow) -> None:
        wait_until(window.settings.line.sentence.text)
        bar = window.settings.page.verticalScrollBar()
        bar.setValue(round(part * bar.maximum()))

    return scroll


def nights(window: MainWindow) -> None:
    wait_until(lambda: window.settings.desk.current)
    row = window.settings.rows["hours"]
    row.presets.menu().actions()[2].trigger()
    wait_until(lambda: window.settings.desk.last)
    window.settings.lead_to("hours")


def refuse_setting(window: MainWindow) -> None:
    wait_until(lambda: window.settings.desk.current)
    window.settings.rows["pause_on_battery"].show_trouble("The settings could not be written: the disk is full.")


def never(window: MainWindow) -> None:
    wait_until(lambda: window.settings.desk.current)
    for key in ("cpu_when", "gpu_when"):
        window.settings.rows[key].choose({key: "never"})
    wait_until(lambda: "wait" in window.settings.line.sentence.text())


def mirrored(window: MainWindow) -> None:
    nights(window)
    window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)


def bundle(window: MainWindow) -> None:
    wait_until(window.help.log.text.toPlainText)
    window.help.log.write_bundle("/home/ada/idlewild-help.zip")
    wait_until(window.help.log.result.text)


def shots() -> dict[str, Shot]:
    nothing = a_status(
        Phase.IDLE,
        Reason.NO_COLLABORATION,
        "Nothing is trained yet: join with an invitation, or start with starter.",
        collaboration=None,
        network=None,
    )
    unasked = a_status(
        Phase.IDLE,
        Reason.NEEDS_CONSENT,
        "Nothing is computed before you agree.",
        collaboration=None,
        network=None,
        has_consent=False,
    )
    preparing = a_status(
        Phase.STARTING, Reason.PREPARING, "Preparing the text: 41 of 66 shards are tokenized.", progress=0.62
    )
    fetching = a_status(Phase.STARTING, Reason.FETCHING, "Downloading the model's state from 3 peers.", progress=0.31)
    alone = a_collaboration(
        name="starter",
        description="A small model on this computer's own text.",
        language="English",
        is_host=True,
        peers=[PeerStatus(peer="k3mq7xa", role="coordinator", samples_per_s=4.2, samples=140, is_me=True)],
        samples_per_s=4.2,
        total_samples=32_640,
        my_samples=32_640,
    )
    many = a_collaboration(
        step=104_211,
        total_samples=412_345_678,
        my_samples=1_234_567,
        target_batch=4_096,
        step_samples=3_911,
        samples_per_s=1_820.4,
        peers=[
            PeerStatus(peer=f"peer{number:03}", role="contributor", samples_per_s=3.0 + number, samples=9 * number)
            for number in range(64)
        ],
    )
    notices = [
        "This system has no keyring, so the key of this peer lies in a file that only you can read: identity.key.",
        "No port could be opened at the router; this peer contributes, but others cannot reach it.",
    ]
    paused = a_status(Phase.PAUSED, Reason.PAUSED_BY_USER, "Paused by you; the others go on without this computer.")
    timed = a_status(
        Phase.PAUSED,
        Reason.PAUSED_BY_USER,
        "Paused by you; the others go on without this computer.",
        paused_until_s=1_790_000_000.0,
    )
    failed = a_status(
        Phase.FAILED,
        Reason.DISK_FULL,
        "The disk that holds /home/ada/.local/share/idlewild is full; free 2 GB and try again.",
    )
    battery = a_status(
        Phase.PAUSED, Reason.ON_BATTERY, "Paused because this computer runs on battery; goes on by itself."
    )
    busy = a_status(
        duty_percent=80, cores=4, power_w=94.0, sent_bytes=1_830_000_000, received_bytes=2_410_000_000, uptime_s=9_000.0
    )
    soon = a_status(
        Phase.PAUSED,
        Reason.PAUSED_BY_USER,
        "Paused by you; the others go on without this computer.",
        paused_until_s=time.time() + 761.0,
    )
    return {
        "now-engine-starting": Shot("now", None, Link.STARTING),
        "now-engine-failed": Shot(
            "now", None, Link.FAILED, "Another engine runs in /home/ada/.local/share/idlewild; end it and try again."
        ),
        "now-engine-stopped": Shot("now", a_status(), Link.STOPPED),
        "now-lost": Shot("now", a_status(), Link.LOST),
        "now-no-collaboration": Shot("now", nothing),
        "now-preparing": Shot("now", preparing),
        "now-fetching": Shot("now", fetching),
        "now-connecting": Shot(
            "now", a_status(Phase.CONNECTING, Reason.NONE, "Looking for the others of this collaboration.")
        ),
        "now-nobody": Shot(
            "now",
            a_status(
                Phase.CONNECTING,
                Reason.NOBODY_REACHABLE,
                "None of the 3 known addresses answers; check this computer's connection to the internet.",
            ),
        ),
        "now-training": Shot("now", a_status()),
        "now-training-bengali": Shot("now", a_status(collaboration=BENGALI)),
        "now-training-alone": Shot(
            "now", a_status(sentence="Training on this computer alone; others can join.", collaboration=alone)
        ),
        "now-training-many": Shot("now", a_status(sentence="Training together with 63 others.", collaboration=many)),
        "now-training-narrow": Shot("now", a_status(collaboration=BENGALI), size=(420, 520)),
        "now-training-large-font": Shot("now", a_status(collaboration=BENGALI), font_scale=1.25, size=(420, 760)),
        "now-averaging": Shot(
            "now", a_status(Phase.AVERAGING, Reason.NONE, "Averaging the gradients of 5 peers for step 128.")
        ),
        "now-finishing": Shot(
            "now", a_status(Phase.TRAINING, Reason.FINISHING_STEP, "Pausing as soon as step 128 is done.")
        ),
        "now-paused": Shot("now", paused),
        "now-paused-timed": Shot("now", timed),
        "now-paused-battery": Shot(
            "now",
            a_status(
                Phase.PAUSED, Reason.ON_BATTERY, "Paused because this computer runs on battery; goes on by itself."
            ),
        ),
        "now-paused-busy": Shot(
            "now",
            a_status(
                Phase.PAUSED,
                Reason.COMPUTER_BUSY,
                "Paused because other programs use 71 % of the processor; goes on when they are done.",
            ),
        ),
        "now-failed": Shot("now", failed),
        **model_shots(many),
        **me_shots(),
        "readme-now": Shot("now", busy, prepare=minute_later, size=README_SIZE),
        "readme-settings": Shot("settings", busy, size=README_SIZE),
        "readme-me": Shot("me", busy, days=420, arrange=priced, prepare=show_calendar, size=README_SIZE),
        "now-wide": Shot("now", busy, prepare=minute_later, size=(1_200, 800)),
        "now-smallest": Shot("now", busy, size=(440, 360)),
        "now-large-font": Shot("now", busy, font_scale=2.0, size=(440, 900)),
        "now-countdown": Shot("now", soon),
        "settings": Shot("settings", busy),
        "settings-middle": Shot("settings", busy, prepare=scroll_to(0.30)),
        "settings-hours": Shot("settings", busy, prepare=nights),
        "settings-how-much": Shot("settings", busy, prepare=scroll_to(0.62)),
        "settings-network": Shot("settings", busy, prepare=scroll_to(0.85)),
        "settings-end": Shot("settings", busy, prepare=scroll_to(1.0)),
        "settings-refused": Shot("settings", busy, prepare=refuse_setting),
        "settings-nowhere": Shot("settings", busy, prepare=never),
        "settings-narrow": Shot("settings", busy, size=(440, 700)),
        "settings-narrow-hours": Shot("settings", busy, prepare=nights, size=(440, 700)),
        "settings-smallest": Shot("settings", busy, size=(440, 360)),
        "settings-large-font": Shot("settings", busy, font_scale=2.0, size=(440, 900)),
        "settings-large-font-hours": Shot("settings", busy, font_scale=2.0, size=(440, 900), prepare=nights),
        "settings-wide": Shot("settings", busy, size=(1_200, 800)),
        "settings-mirrored": Shot("settings", busy, prepare=mirrored),
        "settings-lost": Shot("settings", busy, Link.LOST),
        "help-why": Shot("help.why", busy),
        "help-why-battery": Shot("help.why", battery),
        "help-why-stopped": Shot("help.why", busy, Link.STOPPED),
        "help-why-narrow": Shot("help.why", battery, size=(440, 700)),
        "help-why-large-font": Shot("help.why", battery, font_scale=2.0, size=(440, 900)),
        "help-log": Shot("help.log", busy, prepare=bundle),
        "help-log-narrow": Shot("help.log", busy, prepare=bundle, size=(440, 700)),
        "join-first-run": Shot("join", nothing),
        "first-run-1-consent": Shot("", unasked, first_run=0),
        "first-run-1-starting": Shot("", None, Link.STARTING, first_run=0),
        "first-run-1-declined": Shot("", unasked, first_run=0, prepare=decline),
        "first-run-1-large-font": Shot("", unasked, first_run=0, font_scale=1.25, size=(440, 560)),
        "first-run-2-allow": Shot("", nothing, first_run=1),
        "first-run-2-large-font": Shot("", nothing, first_run=1, font_scale=1.25, size=(440, 560)),
        "first-run-3-join": Shot("", nothing, first_run=2),
        "first-run-3-link": Shot("", nothing, first_run=2, prepare=lambda w: w.first_run.keep_link(BENGALI.invitation)),
        "first-run-3-large-font": Shot("", nothing, first_run=2, font_scale=1.25, size=(440, 560)),
        "join-several": Shot("join", a_status(), members=True, size=(500, 1_150), prepare=look_around),
        "join-leaving": Shot("join", a_status(), members=True, size=(500, 900), prepare=ask_to_leave),
        "now-silent": Shot("now", a_status(), Link.SILENT),
        "join-wrong-link": Shot("join", nothing, prepare=paste("https://example.org/join/abc")),
        "join-good-link": Shot("join", nothing, prepare=paste(BENGALI.invitation)),
        "join-refused": Shot("join", nothing, prepare=refused),
        "join-current": Shot("join", a_status(collaboration=BENGALI)),
        "join-qr": Shot("join", a_status(collaboration=BENGALI), prepare=show_code, size=(500, 900)),
        "join-large-font": Shot("join", a_status(collaboration=BENGALI), font_scale=1.25, size=(420, 760)),
        **{
            f"connection-{name}": Shot("help.connection", a_status(network=network))
            for name, network in networks().items()
        },
        "connection-empty": Shot("help.connection", nothing),
        "connection-engine-starting": Shot("help.connection", None, Link.STARTING),
        "connection-lost": Shot("help.connection", a_status(), Link.LOST),
        "connection-narrow": Shot("help.connection", a_status(network=networks()["blocked"]), size=(420, 520)),
        "connection-large-font": Shot("help.connection", a_status(), font_scale=1.25, size=(420, 760)),
        "about": Shot("help.about", a_status(notices=notices)),
        "about-large-font": Shot("help.about", a_status(notices=notices), font_scale=1.25, size=(420, 760)),
    }


def draw(application: QApplication, name: str, shot: Shot, out: Path, tints: colours.Tints, scheme: str) -> None:
    application.setPalette(colours.palette(tints))
    font = QFont("Noto Sans", 10)
    font.setPointSizeF(10 * shot.font_scale)
    application.setFont(font)
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
        settle(application)
        window.grab().save(str(out / f"{name}-{scheme}.png"))
        window.hide()
        control.stop()
        engine.close()
        window.deleteLater()


def an_engine(shot: Shot, home: Home) -> ToyEngine:
    engine = ToyEngine(control_address(home.root))
    engine.listen()
    if shot.members:
        engine.memberships = members()
    engine.entries = log(shot.entries) if shot.entries else []
    engine.rows = by_unit(hours_of_history(shot.days, shot.collaborations))
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


def settle(application: QApplication) -> None:
    for _ in range(20):
        application.processEvents()
        time.sleep(0.01)


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


def draw_menu(application: QApplication, out: Path, tints: colours.Tints, scheme: str) -> None:
    from app.tray import Tray

    application.setPalette(colours.palette(tints))
    application.setFont(QFont("Noto Sans", 10))
    with tempfile.TemporaryDirectory() as folder:
        session = Session(ControlClient("/nonexistent"), None)
        session.situation = Situation(Link.READY, "", a_status())
        tray = Tray(session, QSettings(f"{folder}/app.ini", QSettings.Format.IniFormat))
        for menu, name in ((tray.menu, "tray-menu"), (tray.pause_menu, "tray-pause-menu")):
            widget: QWidget = menu
            widget.adjustSize()
            widget.grab().save(str(out / f"{name}-{scheme}.png"))


def speak(application: QApplication) -> None:
    """`IDLEWILD_LANGUAGE=bn` for Bengali, `IDLEWILD_DIRECTION=rtl` as where one reads from right to left."""
    with tempfile.TemporaryDirectory() as folder:
        settings = QSettings(f"{folder}/app.ini", QSettings.Format.IniFormat)
        Language(application, settings).choose(os.environ.get("IDLEWILD_LANGUAGE", ""))
    if os.environ.get("IDLEWILD_DIRECTION") == "rtl":
        application.setLayoutDirection(Qt.LayoutDirection.RightToLeft)


def main() -> int:
    out, wanted = Path(sys.argv[1]), set(sys.argv[2:])
    out.mkdir(parents=True, exist_ok=True)
    application = QApplication(["idlewild"])
    application.setStyle("Fusion")
    speak(application)
    draw_icons(out)
    for scheme, tints in (("light", colours.LIGHT), ("dark", colours.DARK)):
        draw_menu(application, out, tints, scheme)
        for name, shot in shots().items():
            if not wanted or name in wanted:
                draw(application, name, shot, out, tints, scheme)
    print("\n".join(sorted(path.name for path in out.glob("*.png"))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
