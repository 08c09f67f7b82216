"""An engine that speaks the real protocol over a real socket, and otherwise does what the test says."""

import time
from collections.abc import Callable
from typing import Any

from app.qt import QCoreApplication, QEvent, QLocalServer, QLocalSocket
from core.ipc.codec import LineSplitter, decode_request, encode_failure, encode_notification, encode_result
from core.ipc.messages import (
    Collaboration,
    Event,
    HistoryDay,
    LinkStatus,
    LogEntry,
    Method,
    Network,
    NetworkState,
    PeerStatus,
    Phase,
    Reason,
    RelayStatus,
    Status,
)
from core.version import VERSION

LIMIT_S = 10.0


def wait_until(condition: Callable[[], object], limit_s: float = LIMIT_S) -> None:
    """Lets Qt work until `condition` holds."""
    end = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("what was waited for did not happen")
        QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        time.sleep(0.001)


class ToyEngine:
    def __init__(self, address: str) -> None:
        self.address = address
        self.status = a_status()
        self.days: list[HistoryDay] = []
        self.entries: list[LogEntry] = []
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.faults: dict[Method, tuple[int, str]] = {}
        self.silent: set[Method] = set()
        self._server: QLocalServer | None = None
        self._clients: dict[QLocalSocket, LineSplitter] = {}
        self._subscribers: set[QLocalSocket] = set()

    def listen(self) -> None:
        self._server = QLocalServer()
        self._server.newConnection.connect(self._on_connection)
        QLocalServer.removeServer(self.address)
        assert self._server.listen(self.address), self._server.errorString()

    def close(self) -> None:
        self.drop_clients()
        if self._server is not None:
            self._server.close()
            self._server = None

    def drop_clients(self) -> None:
        for client in list(self._clients):
            client.abort()
        self._clients.clear()
        self._subscribers.clear()

    def say(self, status: Status) -> None:
        self.status = status
        self._notify(Event.STATUS, status)

    def commit(self, entry: LogEntry) -> None:
        self.entries.append(entry)
        self._notify(Event.COMMIT, entry)

    def send_raw(self, data: bytes) -> None:
        for client in self._clients:
            client.write(data)

    def count(self, method: Method) -> int:
        return sum(name == method for name, _ in self.asked)

    @property
    def is_subscribed(self) -> bool:
        return bool(self._subscribers)

    def _notify(self, event: Event, content: Status | LogEntry) -> None:
        for client in self._subscribers:
            client.write(encode_notification(event, content))

    def _on_connection(self) -> None:
        assert self._server is not None
        while (client := self._server.nextPendingConnection()) is not None:
            self._clients[client] = LineSplitter()
            client.readyRead.connect(lambda client=client: self._read(client))
            client.disconnected.connect(lambda client=client: self._forget(client))

    def _forget(self, client: QLocalSocket) -> None:
        self._clients.pop(client, None)
        self._subscribers.discard(client)

    def _read(self, client: QLocalSocket) -> None:
        for line in self._clients[client].feed(client.readAll().data()):
            request = decode_request(line)
            self.asked.append((request.method, request.params))
            method = Method(request.method)
            if method in self.silent:
                continue
            if method in self.faults:
                client.write(encode_failure(request.id, *self.faults[method]))
                continue
            if method is Method.SUBSCRIBE:
                self._subscribers.add(client)
            client.write(encode_result(request.id, self._answer(method, request.params)))

    def _answer(self, method: Method, params: dict[str, Any]) -> object:
        match method:
            case Method.QUIT:
                return None
            case Method.HISTORY:
                return self.days
            case Method.LOG:
                after = [entry for entry in self.entries if entry.step > params.get("after_step", 0)]
                return after[: params.get("limit", 1_000)]
        return self.status


def a_status(
    phase: Phase = Phase.TRAINING,
    reason: Reason = Reason.NONE,
    sentence: str = "Training together with 4 others.",
    **changes: Any,
) -> Status:
    values: dict[str, Any] = {
        "version": VERSION,
        "peer": "k3mq7xa",
        "home": "/home/ada/.local/share/idlewild",
        "device": "NVIDIA GeForce RTX 3060 (cuda:0)",
        "uptime_s": 11_520.0,
        "listen": "0.0.0.0:47100",
        "collaboration": a_collaboration(),
        "network": a_network(),
    }
    values.update(changes)
    return Status(phase=phase, reason=reason, sentence=sentence, **values)


def a_collaboration(**changes: Any) -> Collaboration:
    values: dict[str, Any] = {
        "run": "r" * 52,
        "name": "sahajBERT",
        "description": "A small language model for Bengali, trained by volunteers on Wikipedia and OSCAR.",
        "language": "Bengali (bn)",
        "licence": "CC BY-SA 4.0",
        "invitation": "idlewild://join/" + "AZJk3mq7xa9w2hQ" * 9 + "#bootstrap.example.org:47100",
        "is_host": False,
        "step": 127,
        "step_samples": 140,
        "target_batch": 256,
        "loss": 7.912,
        "total_samples": 32_640,
        "my_samples": 4_212,
        "samples_per_s": 31.4,
        "my_samples_per_s": 4.2,
        "peers": [
            PeerStatus(peer="a7wq2ke", role="coordinator", samples_per_s=12.2, samples=52),
            PeerStatus(peer="k3mq7xa", role="contributor", samples_per_s=4.2, samples=18, is_me=True),
            PeerStatus(peer="p5lnv6d", role="contributor", samples_per_s=9.0, samples=44),
            PeerStatus(peer="zt4hh3o", role="client", samples_per_s=6.0, samples=26),
            PeerStatus(peer="cc2yq5r", role="auxiliary", samples_per_s=0.0, samples=0),
        ],
        "state_digest": "q4f7zjx2m5" + "a" * 42,
        "head": "h" * 52,
    }
    values.update(changes)
    return Collaboration(**values)


def a_network(
    code: str = "relayed",
    state: NetworkState = NetworkState.WELL,
    sentence: str = "Other computers reach this one through a relay, because the router lets nobody in unasked.",
    **changes: Any,
) -> Network:
    values: dict[str, Any] = {
        "action": "Nothing to do.",
        "findings": ["2 other peers are in the same home network."],
        "reachable": False,
        "path": "relayed",
        "public_address": "203.0.113.24:47100",
        "nat": "port-restricted",
        "mapping": "endpoint_independent",
        "filtering": "address_and_port_dependent",
        "relays": [RelayStatus(peer="cc2yq5r", address="198.51.100.7:47100", path="direct", is_reserved=True)],
        "lan_peers": 2,
        "upload_bytes_per_s": 1_240_000.0,
        "download_bytes_per_s": 6_400_000.0,
        "clock_skew_s": 0.4,
        "links": [
            a_link("a7wq2ke", "punched", 0.0234, 310_000.0, 840_000.0),
            a_link("p5lnv6d", "direct", 0.0008, 0.0, 12_100_000.0),
            a_link("zt4hh3o", "relayed", 0.118, 64_000.0, 9_400.0, relay="cc2yq5r"),
            a_link("cc2yq5r", "direct", 0.041, 64_000.0, 9_400.0),
        ],
    }
    values.update(changes)
    return Network(code=code, state=state, sentence=sentence, **values)


def a_link(
    peer: str, path: str, round_trip_s: float = 0.0, up: float = 0.0, down: float = 0.0, relay: str = ""
) -> LinkStatus:
    return LinkStatus(
        peer=peer,
        path=path,
        address="198.51.100.7:47100",
        relay=relay,
        round_trip_s=round_trip_s,
        upload_bytes_per_s=up,
        download_bytes_per_s=down,
    )


def an_entry(step: int, loss: float = 8.0, mine: int = 40) -> LogEntry:
    return LogEntry(
        step=step,
        time_s=1_790_000_000 + 60 * step,
        loss=loss,
        samples=256,
        total_samples=256 * step,
        my_samples=mine,
        contributors={"k" * 52: mine, "a" * 52: 256 - mine},
        state_digest="d" * 52,
        head="h" * 52,
    )


def a_day(day: str, samples: int = 1_000, name: str = "sahajBERT") -> HistoryDay:
    return HistoryDay(day=day, run="r" * 52, name=name, samples=samples, steps=samples // 40, training_s=samples * 0.25)
