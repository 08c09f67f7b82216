"""An engine that speaks the real protocol over a real socket, and otherwise does what the test says."""

import time
from collections.abc import Callable
from typing import Any

import msgspec

from app.qt import QCoreApplication, QEvent, QLocalServer, QLocalSocket, QTimer
from core.ipc.codec import LineSplitter, decode_request, encode_failure, encode_notification, encode_result
from core.ipc.messages import (
    Beat,
    Collaboration,
    Event,
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
from core.ipc.preferences import Preferences, changed
from core.ipc.reasons import ACTIONS
from core.ipc.records import (
    Bundle,
    Candidate,
    HistoryRow,
    Membership,
    Nearby,
    Preview,
    SensorReading,
    TryAnswer,
)
from core.ipc.telling import Telling
from core.saying import Saying, quote, say
from core.version import VERSION

LIMIT_S = 10.0
BEAT_MS = 500
"""As often as the real one says its status."""


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
        self.days: list[HistoryRow] = []
        """What `history` answers for days where `rows` holds none."""
        self.rows: dict[str, list[HistoryRow]] = {}
        """Hour, day and month to what `history` answers."""
        self.preferences = Preferences()
        self.previewed = a_preview()
        """What `preview` answers, unless the changes forbid all training."""
        self.readings = some_readings()
        self.memberships = [a_membership()]
        self.neighbours = [a_neighbour()]
        self.answers = {"fill_mask": an_answer()}
        self.kind = "fill_mask"
        self.lines = some_lines()
        self.entries: list[LogEntry] = []
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.faults: dict[Method, tuple[int, str | Saying]] = {}
        self.silent: set[Method] = set()
        self.beats = True
        """False: connected and silent, like a process that was suspended."""
        self._beat = QTimer()
        self._beat.setInterval(BEAT_MS)
        self._beat.timeout.connect(self._on_beat)
        self._server: QLocalServer | None = None
        self._clients: dict[QLocalSocket, LineSplitter] = {}
        self._subscribers: dict[QLocalSocket, Telling] = {}
        self.told: list[Event] = []
        """What went out to subscribers, one after the other."""

    def listen(self) -> None:
        self._server = QLocalServer()
        self._server.newConnection.connect(self._on_connection)
        QLocalServer.removeServer(self.address)
        assert self._server.listen(self.address), self._server.errorString()
        self._beat.start()

    def close(self) -> None:
        self._beat.stop()
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

    def _on_beat(self) -> None:
        if self.beats:
            self._notify(Event.STATUS, self.status)

    def _notify(self, event: Event, content: Status | LogEntry) -> None:
        for client, telling in self._subscribers.items():
            is_wanted = not isinstance(content, Status) or telling.wants(content, time.monotonic())
            told, what = (event, content) if is_wanted else (Event.BEAT, Beat())
            self.told.append(told)
            client.write(encode_notification(told, what))

    def _on_connection(self) -> None:
        assert self._server is not None
        while (client := self._server.nextPendingConnection()) is not None:
            self._clients[client] = LineSplitter()
            client.readyRead.connect(lambda client=client: self._read(client))
            client.disconnected.connect(lambda client=client: self._forget(client))

    def _forget(self, client: QLocalSocket) -> None:
        self._clients.pop(client, None)
        self._subscribers.pop(client, None)

    def _read(self, client: QLocalSocket) -> None:
        for line in self._clients[client].feed(client.readAll().data()):
            request = decode_request(line)
            self.asked.append((request.method, request.params))
            method = Method(request.method)
            if method in self.silent:
                continue
            if method in self.faults:
                code, words = self.faults[method]
                client.write(encode_failure(request.id, code, words if isinstance(words, Saying) else quote(words)))
                continue
            if method is Method.SUBSCRIBE:
                self._subscribers[client] = Telling(**request.params)
            client.write(encode_result(request.id, self._answer(method, request.params)))

    def _answer(self, method: Method, params: dict[str, Any]) -> object:
        answers: dict[Method, Callable[[], object]] = {
            Method.QUIT: lambda: None,
            Method.HISTORY: lambda: self._history(**params),
            Method.LOG: lambda: self._log(params.get("after_step", 0), params.get("limit", 1_000)),
            Method.CONSENT: lambda: self._consent(params["given"]),
            Method.PREFERENCES: lambda: self.preferences,
            Method.SET_PREFERENCES: lambda: self._set(params["changes"]),
            Method.PREVIEW: lambda: self._preview(params["changes"]),
            Method.SENSORS: lambda: self.readings,
            Method.NEARBY: lambda: self.neighbours,
            Method.COLLABORATIONS: lambda: self.memberships,
            Method.SET_SHARE: lambda: self._set_share(params["run"], params["share"]),
            Method.LEAVE: lambda: self._leave(params["run"]),
            Method.TRY_MODEL: lambda: self._try(params.get("count", 5)),
            Method.LOG_TAIL: lambda: self.lines[-params.get("lines", 200) :],
            Method.DIAGNOSTICS: lambda: Bundle(file=params["file"], bytes=48_210, removed=7),
        }
        return answers.get(method, lambda: self.status)()

    def _log(self, after_step: int, limit: int) -> list[LogEntry]:
        return [entry for entry in self.entries if entry.step > after_step][:limit]

    def _consent(self, given: bool) -> Status:
        self.status = msgspec.structs.replace(self.status, has_consent=given)
        return self.status

    def _set(self, changes: dict[str, Any]) -> Preferences:
        self.preferences = self._with(changes)
        return self.preferences

    def _try(self, count: int) -> TryAnswer:
        answer = self.answers[self.kind]
        return msgspec.structs.replace(answer, candidates=answer.candidates[:count])

    def _history(self, unit: str = "day", after: str = "", limit: int = 5_000) -> list[HistoryRow]:
        known = self.rows or {"day": self.days, "month": _summed(self.days, 7)}
        rows = [row for row in known.get(unit, []) if row.start > after]
        starts = sorted({row.start for row in rows})[:limit]
        return [row for row in rows if starts and row.start <= starts[-1]]

    def _with(self, changes: dict[str, Any]) -> Preferences:
        defaults = msgspec.to_builtins(Preferences())
        return changed(
            self.preferences, {key: defaults[key] if value is None else value for key, value in changes.items()}
        )

    def _preview(self, changes: dict[str, Any]) -> Preview:
        wanted = self._with(changes)
        return a_refusal() if wanted.cpu_when == wanted.gpu_when == "never" else self.previewed

    def _set_share(self, run: str, share: int) -> list[Membership]:
        self.memberships = [
            msgspec.structs.replace(one, share=share) if one.run == run else one for one in self.memberships
        ]
        return self.memberships

    def _leave(self, run: str) -> list[Membership]:
        self.memberships = [one for one in self.memberships if one.run != run]
        return self.memberships


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
    if "action" not in values:
        values |= {"action": str(ACTIONS[reason]), "todo": ACTIONS[reason]}
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


def a_row(start: str, samples: int = 1_000, name: str = "sahajBERT", run: str = "r" * 52, **changes: Any) -> HistoryRow:
    values: dict[str, Any] = {
        "steps": samples // 40,
        "training_s": samples * 0.25,
        "energy_wh": samples * 0.25 * 60 / 3_600,
        "sent_bytes": samples // 40 * 1_900_000,
        "received_bytes": samples // 40 * 2_100_000,
    }
    return HistoryRow(start=start, run=run, name=name, samples=samples, **(values | changes))


def a_day(day: str, samples: int = 1_000, name: str = "sahajBERT") -> HistoryRow:
    return a_row(day, samples, name)


def by_unit(hours: list[HistoryRow]) -> dict[str, list[HistoryRow]]:
    """What an engine tells of these hours for each unit."""
    return {"hour": hours, "day": _summed(hours, 10), "month": _summed(hours, 7)}


def _summed(hours: list[HistoryRow], length: int) -> list[HistoryRow]:
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for row in hours:
        key = (row.start[:length], row.run)
        if key not in found:
            found[key] = msgspec.structs.asdict(row) | {"start": key[0]}
            continue
        for field in ("samples", "steps", "training_s", "energy_wh", "sent_bytes", "received_bytes"):
            found[key][field] += getattr(row, field)
    return [HistoryRow(**values) for _, values in sorted(found.items())]


def a_preview(**changes: Any) -> Preview:
    saying = say("Right now this would train on {cores} cores at {duty_percent}.", cores=4, duty_percent=100)
    values: dict[str, Any] = {
        "runs": True,
        "duty_percent": 100,
        "cores": 4,
        "reason": Reason.NONE,
        "sentence": str(saying),
        "saying": saying,
    }
    return Preview(**(values | changes))


def a_refusal() -> Preview:
    saying = say("Right now this would pause, since training on this device is not allowed.")
    return a_preview(
        runs=False, duty_percent=0, cores=0, reason=Reason.NOT_ALLOWED, sentence=str(saying), saying=saying
    )


def some_readings() -> list[SensorReading]:
    return [
        SensorReading(
            fact="idle_s", value=134.0, source="XScreenSaver", saying=say("No input for {idle_s}.", idle_s=134.0)
        ),
        SensorReading(fact="is_locked", value=False, source="logind", saying=say("The screen is not locked.")),
        SensorReading(fact="is_full_screen", value=False, source="X11", saying=say("No window fills the screen.")),
        SensorReading(fact="is_in_call", value=None, source="", saying=say("Whether there is a call cannot be told.")),
        SensorReading(
            fact="others_cpu_percent",
            value=7.0,
            source="psutil",
            saying=say("Other programs use {used_percent} of the processor.", used_percent=7.0),
        ),
        SensorReading(fact="on_battery", value=False, source="UPower", saying=say("This computer is plugged in.")),
        SensorReading(fact="is_metered", value=None, source="", saying=say("What the network costs cannot be told.")),
    ]


def a_membership(**changes: Any) -> Membership:
    values: dict[str, Any] = {
        "run": "r" * 52,
        "name": "sahajBERT",
        "description": "A small language model for Bengali, trained by volunteers on Wikipedia and OSCAR.",
        "language": "Bengali (bn)",
        "licence": "CC BY-SA 4.0",
        "share": 100,
        "is_active": True,
        "is_host": False,
        "joined_s": 1_789_000_000,
        "my_samples": 4_212,
        "total_samples": 32_640,
        "step": 127,
    }
    return Membership(**(values | changes))


def a_neighbour(**changes: Any) -> Nearby:
    values: dict[str, Any] = {
        "run": "n" * 52,
        "name": "Fables",
        "link": "idlewild://join/" + "n" * 52 + "?o=" + "p" * 52 + "&b=192.168.1.20:47100&c=abcd",
        "peer": "p5lnv6d",
    }
    return Nearby(**(values | changes))


def an_answer(kind: str = "fill_mask") -> TryAnswer:
    if kind == "complete":
        return TryAnswer(kind=kind, step=127, candidates=[Candidate(text=" by the sea.", probability=0.21)])
    words = (("river", 0.42), ("sea", 0.23), ("city", 0.11), ("road", 0.06), ("house", 0.03))
    return TryAnswer(kind=kind, step=127, candidates=[Candidate(text=text, probability=part) for text, part in words])


def some_lines() -> list[str]:
    return [
        f"2026-11-23 14:{minute:02}:07 INFO core.engine.session: step {100 + minute} committed, 256 samples"
        for minute in range(40)
    ]
