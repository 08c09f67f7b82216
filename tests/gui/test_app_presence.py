"""The tray that comes and goes, and notifications without one: on a session bus of the test's own."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.desktop_notice import send_without_tray

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(shutil.which("dbus-run-session") is None, reason="needs a message bus")

TRAY = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtDBus import QDBusConnection
from PySide6.QtWidgets import QApplication
from app.tray_presence import TrayPresence, WATCHER
sys.path[:0] = ["tests/gui"]
from toy_engine import wait_until
qt = QApplication([])
presence = TrayPresence()
seen = []
presence.changed.connect(lambda: seen.append(presence.is_there()))
assert not presence.is_there() and not presence.is_settled
panel = QDBusConnection.connectToBus(QDBusConnection.BusType.SessionBus, "panel")
assert panel.registerService(WATCHER)
wait_until(lambda: seen == [True])
panel.unregisterService(WATCHER)
wait_until(lambda: seen == [True, False])
assert panel.registerService(WATCHER)
wait_until(lambda: seen == [True, False, True])
assert TrayPresence().is_there()
print("well")
"""

NOTICE = """
from jeepney import DBusAddress, HeaderFields, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection
from app.desktop_notice import send_without_tray
with open_dbus_connection() as desktop:
    desktop.send_and_get_reply(message_bus.RequestName("org.freedesktop.Notifications"))
    assert send_without_tray("Title", "5 < 6 & so on")
    while True:
        message = desktop.receive(timeout=10)
        if message.header.fields.get(HeaderFields.member) == "Notify":
            break
assert message.header.fields[HeaderFields.signature] == "susssasa{sv}i"
assert message.body[3:5] == ("Title", "5 &lt; 6 &amp; so on"), message.body
print("well")
"""


@pytest.mark.parametrize("code", [TRAY, NOTICE], ids=["tray", "notice"])
def test_with_a_bus(code):
    command = ["dbus-run-session", "--", sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "well\n", done.stderr


def test_without_a_bus_nothing_is_sent(monkeypatch):
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    assert not send_without_tray("a", "b")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus")
    assert not send_without_tray("a", "b")
