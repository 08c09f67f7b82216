# ruff: noqa: E402 (the platform is chosen before Qt is loaded)
"""Draws every state of the window, light and dark, into PNG files: `python tests/gui/screenshots.py OUTDIR [NAME…]`."""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[2])]

from chart_shots import BENGALI, Shot, hours_of_history, log, me_shots, model_shots, settle
from toy_engine import (
    ToyEngine,
    a_collaboration,
    a_link,
    a_network,
    a_status,
    by_unit,
    wait_until,
)

from app import colours
from app.control import ControlClient
from app.icons import picture
from app.language import Language
from app.qt import QApplication, QFont, QPainter, QPixmap, QSettings, QWidget
from app.session import Session
from app.situation import Link, Mood, Situation
from app.window import MainWindow
from core.ipc.address import control_address
from core.ipc.messages import Network, NetworkState, PeerStatus, Phase, Reason
from core.paths import Home


def paste(text: str) -> Callable[[MainWindow], None]:
    return lambda window: window.join.link.offer(text)


def refused(window: MainWindow) -> None:
    window.join.link.offer(BENGALI.invitation)
    window.join.link.failed("Nobody at the addresses of this invitation answers; ask whoever sent it for a newer one.")


def show_code(window: MainWindow) -> None:
    window.join.invitation.show_code.setChecked(True)


def networks() -> dict[str, Network]:
    """States of the connection page."""
    unknown = {"reachable": None, "path": "unknown", "public_address": "", "nat": "", "relays": [], "lan_peers": 0}
    unknown |= {"upload_bytes_per_s": 0.0, "download_bytes_per_s": 0.0, "clock_skew_s": None, "findings": []}
    return {
        "finding-out": a_network(
            "finding_out",
            NetworkState.UNKNOWN,
            "Idlewild is still finding out how other computers can reach this one.",
            **unknown,
            links=[a_link("a7wq2ke", "direct")],
        ),
        "direct": a_network(
            "direct",
            NetworkState.WELL,
            "Other computers reach this one directly.",
            reachable=True,
            path="direct",
            public_address_v6="[2001:db8:85a3:8d3:1319:8a2e:370:7348]:47100",
            nat="full cone",
            port_mapping="upnp",
            relays=[],
            findings=["The router has opened a port for Idlewild (upnp).", "This computer relays for others."],
        ),
        "relayed": a_network(),
        "udp-blocked": a_network(
            "udp_blocked",
            NetworkState.LIMITED,
            "This network lets no UDP through, so everything takes a slower way over a relay.",
            action="Allow outgoing UDP in the firewall, if this network is yours.",
            path="tunnelled",
            links=[a_link("cc2yq5r", "tunnelled", 0.061, 210_000.0, 640_000.0, relay="cc2yq5r")],
        ),
        "clock": a_network(
            "clock_wrong",
            NetworkState.LIMITED,
            "This computer's clock is 11 minutes ahead of the other computers'.",
            action="Let this computer set its clock by itself, in the system's settings.",
            clock_skew_s=660.0,
        ),
        "blocked": a_network(
            "nothing_passes",
            NetworkState.BLOCKED,
            "Nobody answers (bootstrap.example.org:47100, 203.0.113.5:47100, bootstrap.example.org:443 over TCP),"
            " neither over UDP nor over TCP.",
            action="Allow Idlewild in the firewall of this computer or network.",
            **unknown,
            links=[],
        ),
    }


def shots() -> dict[str, Shot]:
    nothing = a_status(
        Phase.IDLE,
        Reason.NO_COLLABORATION,
        "Nothing is trained yet: join with an invitation, or start with starter.",
        collaboration=None,
        network=None,
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
        "join-first-run": Shot("join", nothing),
        "join-wrong-link": Shot("join", nothing, prepare=paste("https://example.org/join/abc")),
        "join-good-link": Shot("join", nothing, prepare=paste(BENGALI.invitation)),
        "join-refused": Shot("join", nothing, prepare=refused),
        "join-current": Shot("join", a_status(collaboration=BENGALI)),
        "join-qr": Shot("join", a_status(collaboration=BENGALI), prepare=show_code, size=(500, 900)),
        "join-large-font": Shot("join", a_status(collaboration=BENGALI), font_scale=1.25, size=(420, 760)),
        **{f"connection-{name}": Shot("connection", a_status(network=network)) for name, network in networks().items()},
        "connection-empty": Shot("connection", nothing),
        "connection-engine-starting": Shot("connection", None, Link.STARTING),
        "connection-lost": Shot("connection", a_status(), Link.LOST),
        "connection-narrow": Shot("connection", a_status(network=networks()["blocked"]), size=(420, 520)),
        "connection-large-font": Shot("connection", a_status(), font_scale=1.25, size=(420, 760)),
        "about": Shot("about", a_status(notices=notices)),
        "about-large-font": Shot("about", a_status(notices=notices), font_scale=1.25, size=(420, 760)),
    }


def draw(application: QApplication, name: str, shot: Shot, out: Path, tints: colours.Tints, scheme: str) -> None:
    application.setPalette(colours.palette(tints))
    font = QFont("Noto Sans", 10)
    font.setPointSizeF(10 * shot.font_scale)
    application.setFont(font)
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder))
        engine = ToyEngine(control_address(home.root))
        engine.listen()
        engine.entries = log(shot.entries) if shot.entries else []
        engine.rows = by_unit(hours_of_history(shot.days, shot.collaborations))
        if shot.arrange is not None:
            shot.arrange(engine)
        control = ControlClient(control_address(home.root))
        session = Session(control, None)
        settings = QSettings(str(home.root / "app.ini"), QSettings.Format.IniFormat)
        window = MainWindow(session, Home(Path("/home/ada/.local/share/idlewild")), settings, lambda: True)
        window.resize(*shot.size)
        if shot.status is not None:
            engine.status = shot.status
            control.start()
            wait_until(lambda: session.situation.live is not None)
        if shot.link is not Link.READY:
            session.situation = Situation(shot.link, shot.trouble, shot.status)
        window.tabs.setCurrentWidget(getattr(window, shot.page))
        window.show()
        if shot.entries:
            wait_until(lambda: window.model.feed.is_complete, 60.0)
        if shot.days:
            wait_until(lambda: window.me.feed.is_loaded)
        if shot.prepare is not None:
            shot.prepare(window)
        settle()
        window.grab().save(str(out / f"{name}-{scheme}.png"))
        window.hide()
        control.stop()
        engine.close()
        window.deleteLater()


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
    """`IDLEWILD_LANGUAGE=bn` for Bengali."""
    with tempfile.TemporaryDirectory() as folder:
        settings = QSettings(f"{folder}/app.ini", QSettings.Format.IniFormat)
        Language(application, settings).choose(os.environ.get("IDLEWILD_LANGUAGE", ""))


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
