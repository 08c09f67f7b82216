"""D-Bus, as far as asking needs it: calls that never start a service, and signals that say when to ask again.

With `jeepney`: written in Python, and `keyring` brings it along on Linux anyway.
"""

import contextlib
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from jeepney import DBusAddress, MatchRule, Message, MessageFlag, MessageType, new_method_call
from jeepney.auth import AuthenticationError
from jeepney.bus import get_connectable_addresses
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, prep_socket
from jeepney.low_level import HeaderFields

from core.throttle.sensors.probe import CannotTell, Said

logger = logging.getLogger(__name__)

ANSWER_S = 1.0
ASK_AGAIN_S = 30.0
"""Where no signal has come: one may have been missed."""
LOOK_EVERY_S = 3.0
SPARE_S = 15.0
"""A service that has not answered is left alone for so long."""


class Refused(CannotTell):
    """The service is not there, or lacks what was asked."""


@dataclass(frozen=True, slots=True)
class Place:
    """An object of a service, and which of its interfaces is meant."""

    service: str
    path: str
    interface: str


def session_address(environment: Mapping[str, str]) -> str:
    """Raises `CannotTell` where there is no session."""
    address = environment.get("DBUS_SESSION_BUS_ADDRESS", "")
    folder = environment.get("XDG_RUNTIME_DIR", "")
    if not address and not folder:
        raise CannotTell("there is no session bus")
    return address or f"unix:path={folder}/bus"


def system_address(environment: Mapping[str, str]) -> str:
    return environment.get("DBUS_SYSTEM_BUS_ADDRESS") or "unix:path=/run/dbus/system_bus_socket"


class Bus:
    """One connection. Making it raises `CannotTell` or `OSError` where there is no bus."""

    def __init__(self, address: str) -> None:
        try:
            where = next(iter(get_connectable_addresses(address)), "")
            self._connection = DBusConnection(prep_socket(where, timeout=ANSWER_S))
        except (AuthenticationError, RuntimeError, ValueError) as error:
            raise CannotTell(f"no bus at {address}: {error}") from error
        self._signals: deque[Message] = deque(maxlen=256)
        # Which signals come at all is for the bus to say: `watch` tells it.
        self._connection.filter(MatchRule(type="signal"), queue=self._signals)

    def fileno(self) -> int:
        return int(self._connection.sock.fileno())

    def close(self) -> None:
        self._connection.close()

    def call(self, place: Place, method: str, signature: str | None = None, body: Sequence[object] = ()) -> Any:
        """What the method returns: its only value, or a tuple. Raises `Refused`; `CannotTell` if no answer comes in
        time; `OSError` when the connection is lost."""
        address = DBusAddress(place.path, bus_name=place.service, interface=place.interface)
        message = new_method_call(address, method, signature, tuple(body))
        message.header.flags |= MessageFlag.no_auto_start
        return self._ask(message)

    def get(self, place: Place, name: str) -> Any:
        """A property's value. Raises as `call`."""
        properties = Place(place.service, place.path, "org.freedesktop.DBus.Properties")
        return self.call(properties, "Get", "ss", (place.interface, name))[1]

    def watch(self, service: str, path: str) -> None:
        """Signals of this object and of those below it, and of the service's coming and going."""
        self._ask(message_bus.AddMatch(MatchRule(type="signal", sender=service, path_namespace=path)))
        owner = MatchRule(type="signal", sender="org.freedesktop.DBus", member="NameOwnerChanged")
        owner.add_arg_condition(0, service)
        self._ask(message_bus.AddMatch(owner))

    def take_signals(self) -> list[Message]:
        """Those that have come, without waiting. Raises `OSError` when the connection is lost."""
        with contextlib.suppress(TimeoutError):
            while True:
                self._connection.recv_messages(timeout=0)
        found = list(self._signals)
        self._signals.clear()
        return found

    def _ask(self, message: Message) -> Any:
        try:
            reply = self._connection.send_and_get_reply(message, timeout=ANSWER_S)
        except TimeoutError as error:
            raise CannotTell(f"{message.header.fields[HeaderFields.destination]} does not answer") from error
        if reply.header.message_type is MessageType.error:
            raise Refused(str(reply.header.fields[HeaderFields.error_name]))
        return reply.body[0] if len(reply.body) == 1 else reply.body


class Topic(Protocol):
    """What one service can say."""

    @property
    def service(self) -> str: ...

    @property
    def path(self) -> str:
        """Signals of it and of what is below mean that there is news."""

    @property
    def every_s(self) -> float:
        """How often to ask where no signal comes."""

    def ask(self, bus: Bus) -> Iterable[Said]:
        """Raises `CannotTell` where the service cannot say."""


class Services:
    """A probe of all services of one bus: each is asked at the beginning, after a signal, and now and then."""

    holds_s = 10.0

    def __init__(self, address: str, topics: Sequence[Topic], *, clock: Callable[[], float] = time.monotonic) -> None:
        self._bus = Bus(address)
        self._clock = clock
        self._topics = topics
        self._said: dict[str, tuple[Said, ...]] = {}
        self._ask_at_s = dict.fromkeys((topic.service for topic in topics), 0.0)
        try:
            for topic in topics:
                self._bus.watch(topic.service, topic.path)
        except BaseException:
            self._bus.close()
            raise

    @property
    def every_s(self) -> float:
        """News wakes it; the longest is what it takes to notice that a bus hangs."""
        return min(LOOK_EVERY_S, *(topic.every_s for topic in self._topics))

    @property
    def closely_every_s(self) -> float:
        return self.every_s

    def look(self) -> Iterator[Said]:
        # The second time for what was told while others answered: that wakes nobody.
        for _ in range(2):
            for signal in self._bus.take_signals():
                self._note(signal)
            for topic in self._topics:
                if self._clock() >= self._ask_at_s[topic.service]:
                    self._said[topic.service] = self._ask(topic)
        for said in self._said.values():
            yield from said

    def files(self) -> Sequence[int]:
        return (self._bus.fileno(),)

    def close(self) -> None:
        self._bus.close()

    def _note(self, signal: Message) -> None:
        fields = signal.header.fields
        for topic in self._topics:
            is_owner = fields.get(HeaderFields.member) == "NameOwnerChanged" and signal.body[0] == topic.service
            if is_owner or str(fields.get(HeaderFields.path, "")).startswith(topic.path):
                self._ask_at_s[topic.service] = 0.0

    def _ask(self, topic: Topic) -> tuple[Said, ...]:
        self._ask_at_s[topic.service] = self._clock() + topic.every_s
        try:
            return tuple(topic.ask(self._bus))
        except Refused as error:
            self._ask_at_s[topic.service] = self._clock() + ASK_AGAIN_S
            logger.debug("%s: %s", topic.service, error)
        except CannotTell as error:
            self._ask_at_s[topic.service] = self._clock() + SPARE_S
            logger.debug("%s", error)
        return ()
