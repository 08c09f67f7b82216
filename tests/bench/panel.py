"""A desktop's panel with room for tray icons, and nothing else of it: `python panel.py`, on the session bus.

Prints `ready` once programs find it. As panels do, it asks an icon for all it has, once when it comes and again
whenever it says that something is new, and keeps the icon's menu up to date.
"""

import sys

from jeepney import DBusAddress, HeaderFields, MatchRule, Message, MessageType, Properties, new_error, new_method_call
from jeepney import new_method_return as new_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

WATCHER = "org.kde.StatusNotifierWatcher"
ITEM, ITEM_PATH = "org.kde.StatusNotifierItem", "/StatusNotifierItem"
MENU, MENU_PATH = "com.canonical.dbusmenu", "/MenuBar"
NOTICES = "org.freedesktop.Notifications"


class Panel:
    def __init__(self, bus: DBusConnection) -> None:
        self._bus = bus
        self._items: set[str] = set()

    def appear(self) -> None:
        for interface in (ITEM, MENU):
            self._bus.send_and_get_reply(message_bus.AddMatch(MatchRule(type="signal", interface=interface)))
        for name in (WATCHER, NOTICES):
            self._bus.send_and_get_reply(message_bus.RequestName(name))

    def serve(self) -> None:
        while True:
            message = self._bus.receive()
            if message.header.message_type is MessageType.method_call:
                self._bus.send(self._answer(message))
            elif message.header.message_type is MessageType.signal:
                self._on_signal(message)

    def _answer(self, message: Message) -> Message:
        fields = message.header.fields
        member = fields[HeaderFields.member]
        if member == "RegisterStatusNotifierItem":
            self._ask_all(fields[HeaderFields.sender])
            self._ask_menu(fields[HeaderFields.sender])
            return new_return(message)
        if member == "Get":
            return new_return(message, "v", (("b", True),))  # whether there is a panel beside the watcher
        if member == "Notify":
            return new_return(message, "u", (1,))
        return new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")

    def _on_signal(self, message: Message) -> None:
        fields = message.header.fields
        if fields[HeaderFields.interface] == MENU:
            self._ask_menu(fields[HeaderFields.sender])
        elif fields[HeaderFields.interface] == ITEM:
            self._ask_all(fields[HeaderFields.sender])

    def _ask_all(self, program: str) -> None:
        self._bus.send(Properties(DBusAddress(ITEM_PATH, program, ITEM)).get_all())

    def _ask_menu(self, program: str) -> None:
        menu = DBusAddress(MENU_PATH, program, MENU)
        self._bus.send(new_method_call(menu, "GetLayout", "iias", (0, -1, [])))


def main() -> int:
    with open_dbus_connection("SESSION") as bus:
        panel = Panel(bus)
        panel.appear()
        print("ready", flush=True)
        try:
            panel.serve()
        except (ConnectionError, KeyboardInterrupt):
            return 0


if __name__ == "__main__":
    sys.exit(main())
