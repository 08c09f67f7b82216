"""A notification on a desktop without a tray (Desktop Notifications Specification 1.2). Qt sends them through its tray
icon alone."""

import logging
import os
import sys

from app.words import escaped

logger = logging.getLogger(__name__)

_PLACE = "/org/freedesktop/Notifications"
_NAME = "org.freedesktop.Notifications"


def send_without_tray(title: str, text: str) -> bool:
    """Whether it was handed over. Takes milliseconds, and does not wait for what the desktop makes of it."""
    if sys.platform in {"win32", "darwin"} or not os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return False
    from jeepney import DBusAddress, new_method_call
    from jeepney.auth import AuthenticationError
    from jeepney.io.blocking import open_dbus_connection
    from jeepney.wrappers import DBusErrorResponse

    address = DBusAddress(_PLACE, bus_name=_NAME, interface=_NAME)
    hints = {"desktop-entry": ("s", "idlewild")}
    body: tuple[object, ...] = ("Idlewild", 0, "idlewild", title, escaped(text), [], hints, -1)
    try:
        with open_dbus_connection() as bus:
            bus.send(new_method_call(address, "Notify", "susssasa{sv}i", body))
    except (OSError, AuthenticationError, DBusErrorResponse) as fault:
        logger.info("No notification could be sent: %s", fault)
        return False
    return True
