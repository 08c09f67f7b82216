"""Services on a message bus that say what the test wants: properties, methods, signals."""

import threading
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from jeepney import DBusAddress, HeaderFields, MessageType, new_error, new_method_return, new_signal
from jeepney.bus import get_connectable_addresses
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, prep_socket

PROPERTIES = "org.freedesktop.DBus.Properties"
SIGNATURES = {bool: "b", str: "s", int: "u", float: "d"}


class Service:
    """One connection with one or more names. All objects are of it; it is used from the test's thread and answers in
    its own."""

    def __init__(self, address: str, *names: str) -> None:
        self._connection = DBusConnection(prep_socket(next(iter(get_connectable_addresses(address)))))
        self._names = names
        self.properties: dict[tuple[str, str], dict[str, Any]] = defaultdict(dict)
        """Object and interface to name and value."""
        self.methods: dict[tuple[str, str], tuple[str, Callable[..., tuple[Any, ...]]]] = {}
        """Object and method to the answer's signature and what makes it."""
        self.calls: list[str] = []
        self.is_mute = False
        self._is_over = False
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def appear(self) -> None:
        """Takes its names, when it is ready to be asked."""
        for name in self._names:
            self._connection.send(message_bus.RequestName(name))

    def change(self, path: str, interface: str, **values: Any) -> None:
        """Sets properties and says so."""
        self.properties[path, interface].update(values)
        changed = {name: (SIGNATURES[type(value)], value) for name, value in values.items()}
        self.emit(path, PROPERTIES, "PropertiesChanged", "sa{sv}as", interface, changed, [])

    def emit(self, path: str, interface: str, member: str, signature: str = "", *body: Any) -> None:
        place = DBusAddress(path, interface=interface)
        self._connection.send(new_signal(place, member, signature or None, body))

    def close(self) -> None:
        self._is_over = True
        self._thread.join(5)
        self._connection.close()

    def _serve(self) -> None:
        while not self._is_over:
            try:
                message = self._connection.receive(timeout=0.05)
            except TimeoutError:
                continue
            except OSError:
                return
            if message.header.message_type is MessageType.method_call and not self.is_mute:
                self._connection.send(self._answer(message))

    def _answer(self, message: Any) -> Any:
        fields = message.header.fields
        path, member = fields[HeaderFields.path], fields[HeaderFields.member]
        self.calls.append(member)
        if fields.get(HeaderFields.interface) == PROPERTIES:
            found = self.properties.get((path, message.body[0]), {})
            if member == "GetAll" and found:
                values = {name: (SIGNATURES[type(value)], value) for name, value in found.items()}
                return new_method_return(message, "a{sv}", (values,))
            if member == "Get" and message.body[1] in found:
                value = found[message.body[1]]
                return new_method_return(message, "v", ((SIGNATURES[type(value)], value),))
            return new_error(message, "org.freedesktop.DBus.Error.InvalidArgs")
        if (path, member) not in self.methods:
            return new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")
        signature, answer = self.methods[path, member]
        return new_method_return(message, signature, answer(*message.body))


class Shell(Service):
    """GNOME's idle monitor."""

    PATH = "/org/gnome/Mutter/IdleMonitor/Core"
    NAME = "org.gnome.Mutter.IdleMonitor"

    def __init__(self, address: str) -> None:
        self.idle_ms = 0
        self.idle_watches: dict[int, int] = {}
        self.active_watches: list[int] = []
        self._next = 0
        super().__init__(address, self.NAME)
        self.methods = {
            (self.PATH, "GetIdletime"): ("t", lambda: (self.idle_ms,)),
            (self.PATH, "AddIdleWatch"): ("u", self._add_idle),
            (self.PATH, "AddUserActiveWatch"): ("u", self._add_active),
        }
        self.appear()

    def rest(self, idle_ms: int) -> None:
        """Nobody types any more."""
        self.idle_ms = idle_ms
        for watch, after_ms in self.idle_watches.items():
            if idle_ms >= after_ms:
                self._fire(watch)

    def type(self) -> None:
        self.idle_ms = 0
        fired, self.active_watches = self.active_watches, []
        for watch in fired:
            self._fire(watch)

    def _fire(self, watch: int) -> None:
        self.emit(self.PATH, self.NAME, "WatchFired", "u", watch)

    def _add_idle(self, after_ms: int) -> tuple[int]:
        self._next += 1
        self.idle_watches[self._next] = after_ms
        return (self._next,)

    def _add_active(self) -> tuple[int]:
        self._next += 1
        self.active_watches.append(self._next)
        return (self._next,)


class Login(Service):
    """logind, with sessions as the test wants them."""

    PATH = "/org/freedesktop/login1"
    NAME = "org.freedesktop.login1"

    def __init__(self, address: str) -> None:
        self.inhibitors: list[tuple[str, str, str, str, int, int]] = []
        self.sessions: dict[str, int] = {}
        """Object to user."""
        super().__init__(address, self.NAME)
        self.methods = {
            (self.PATH, "ListSessions"): ("a(susso)", self._list),
            (self.PATH, "ListInhibitors"): ("a(ssssuu)", lambda: (self.inhibitors,)),
        }
        self.properties[self.PATH, f"{self.NAME}.Manager"] = {"LidClosed": False, "Docked": False}
        self.appear()

    def log_in(self, name: str, user_id: int, **values: Any) -> str:
        path = f"{self.PATH}/session/{name}"
        self.sessions[path] = user_id
        known = {"Type": "wayland", "Class": "user", "Active": True, "LockedHint": False}
        self.properties[path, f"{self.NAME}.Session"] = {**known, **values}
        self.emit(self.PATH, f"{self.NAME}.Manager", "SessionNew", "so", name, path)
        return path

    def _list(self) -> tuple[list[tuple[str, int, str, str, str]]]:
        return ([(path[-2:], user_id, "somebody", "seat0", path) for path, user_id in self.sessions.items()],)
