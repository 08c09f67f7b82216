"""The control socket as it is: a server on an event loop, blocking clients in threads, a real Unix socket between."""

import asyncio
import contextlib
import json
import os
import socket
import stat
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from core.errors import LocalFault, UsageError
from core.ipc.address import control_address
from core.ipc.client import ControlClient, NoEngine
from core.ipc.codec import INVALID_REQUEST, LINE_BYTES, PARSE_ERROR, EngineBug
from core.ipc.messages import Event, LogEntry, Method, Phase, Reason, Status
from core.ipc.records import HistoryRow
from core.ipc.server import ControlServer
from core.saying import say

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Unix sockets")
T = TypeVar("T")


def status(sentence: str) -> Status:
    return Status(version="1", peer="p", home="h", phase=Phase.TRAINING, reason=Reason.NONE, sentence=sentence)


def entry(step: int, weight: int = 1) -> LogEntry:
    return LogEntry(
        step=step,
        time_s=0,
        loss=1.0,
        samples=1,
        total_samples=step,
        my_samples=0,
        contributors={f"peer {number}": 1 for number in range(weight)},
        state_digest="",
        head="",
    )


class FakeEngine:
    """Answers like an engine would; `export` takes until `exported` is set."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.exported = asyncio.Event()
        self.cancelled = 0

    async def answer(self, method: Method, params: dict[str, Any]) -> Any:
        self.asked.append((method, params))
        match method:
            case Method.STATUS | Method.SUBSCRIBE | Method.PAUSE:
                return status(f"pausing for {params.get('seconds')}")
            case Method.JOIN:
                raise UsageError("The link is broken; copy it whole.")
            case Method.RESUME:
                raise LocalFault(say("Nothing to {what}; pause first.", what="resume"))
            case Method.FINISH:
                raise ZeroDivisionError("secret detail")
            case Method.HISTORY:
                return [HistoryRow(start="d", run="r", name="x" * LINE_BYTES, samples=1, steps=1, training_s=0.0)]
            case Method.EXPORT:
                try:
                    await self.exported.wait()
                except asyncio.CancelledError:
                    self.cancelled += 1
                    raise
                return status("exported")
            case Method.LOG:
                return [entry(step, weight=1000) for step in range(200)]
        return None


class Bench:
    def __init__(self, home: Path, engine: FakeEngine, server: ControlServer) -> None:
        self.address = control_address(home)
        self.engine = engine
        self.server = server

    async def client(self, use: Callable[[ControlClient], T]) -> T:
        """Runs `use` with a connected client in a thread."""

        def work() -> T:
            with ControlClient.connect(self.address, answer_timeout_s=10.0) as client:
                return use(client)

        return await asyncio.to_thread(work)

    async def raw(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_unix_connection(self.address, limit=LINE_BYTES * 2)


@contextlib.asynccontextmanager
async def running(home: Path) -> AsyncIterator[Bench]:
    engine = FakeEngine()
    async with asyncio.timeout(30), ControlServer(control_address(home), engine.answer) as server:
        yield Bench(home, engine, server)


async def turns(condition: Callable[[], bool]) -> None:
    """Lets the event loop work until `condition`; `running` bounds it."""
    while not condition():
        await asyncio.sleep(0)


def test_calls_and_faults_reach_the_client_in_words(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def use(client: ControlClient) -> None:
        assert client.call_as(Status, Method.PAUSE, seconds=5) == status("pausing for 5.0")
        assert client.call("status")["phase"] == "training"
        assert client.call("quit") is None
        with pytest.raises(UsageError, match=r"^The link is broken; copy it whole\.$"):
            client.call("join", link="x")
        with pytest.raises(LocalFault, match="Nothing to resume") as fault:
            client.call("resume")
        assert type(fault.value) is LocalFault
        assert fault.value.saying == say("Nothing to {what}; pause first.", what="resume")
        with pytest.raises(EngineBug, match="Internal error") as bug:
            client.call("finish")
        assert "secret" not in str(bug.value)
        with pytest.raises(UsageError, match="format_disk"):
            client.call("format_disk")
        with pytest.raises(LocalFault, match="too long"):
            client.call("history")
        assert client.call("status")["phase"] == "training", "the connection outlives all of them"

    async def scenario() -> None:
        async with running(tmp_path) as bench:
            await bench.client(use)
            assert ("format_disk", {}) not in bench.engine.asked

    asyncio.run(scenario())
    assert "ZeroDivisionError: secret detail" in caplog.text


def test_who_wants_few_figures_hears_a_beat_instead_and_all_news(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(tmp_path) as bench:
            reader, writer = await bench.raw()
            writer.write(b'{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"every_s":60}}\n')
            assert json.loads(await reader.readline())["id"] == 1
            said = []
            for sentence in ("a", "a", "b", "b"):
                bench.server.notify(Event.STATUS, status(sentence))
                told = json.loads(await reader.readline())
                said.append((told["method"], told["params"].get("sentence")))
            assert said == [("status", "a"), ("beat", None), ("status", "b"), ("beat", None)]
            writer.write(b'{"jsonrpc":"2.0","id":2,"method":"subscribe"}\n')
            assert json.loads(await reader.readline())["id"] == 2
            bench.server.notify(Event.STATUS, status("b"))
            assert json.loads(await reader.readline())["method"] == "status", "the newest wish counts"
            writer.close()
            await writer.wait_closed()

    asyncio.run(scenario())


def test_subscribers_hear_all_commits_and_others_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(tmp_path) as bench:
            subscribed = asyncio.Event()
            loop = asyncio.get_running_loop()

            def listen(client: ControlClient) -> list[int]:
                first = client.call_as(Status, Method.SUBSCRIBE)
                assert first.phase is Phase.TRAINING
                loop.call_soon_threadsafe(subscribed.set)
                steps: list[int] = []
                for notification in client.notifications():
                    if notification.method == Event.COMMIT:
                        steps.append(notification.read(LogEntry).step)
                    if len(steps) == 50:
                        # Notifications that arrive while a call waits are kept, in order.
                        client.call("status")
                        break
                return steps

            reader, writer = await bench.raw()
            listening = asyncio.create_task(bench.client(listen))
            await subscribed.wait()
            for step in range(1, 51):
                bench.server.notify(Event.COMMIT, entry(step))
                bench.server.notify(Event.STATUS, status(str(step)))
            assert await listening == list(range(1, 51))
            writer.write(b'{"jsonrpc":"2.0","id":1,"method":"status"}\n')
            assert json.loads(await reader.readline())["id"] == 1, "who did not subscribe gets answers only"
            writer.close()
            await writer.wait_closed()

    asyncio.run(scenario())


def test_two_clients_do_not_wait_for_each_other(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(tmp_path) as bench:
            exporting = asyncio.create_task(bench.client(lambda client: client.call("export", folder="/x")))
            await turns(lambda: bool(bench.engine.asked))
            assert (await bench.client(lambda client: client.call("status")))["peer"] == "p"
            assert not exporting.done()
            bench.engine.exported.set()
            assert (await exporting)["sentence"] == "exported"

    asyncio.run(scenario())


def test_one_connection_answers_the_quick_before_the_slow(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(tmp_path) as bench:
            reader, writer = await bench.raw()
            writer.write(b'{"jsonrpc":"2.0","id":"slow","method":"export","params":{"folder":"/x"}}\n')
            writer.write(b'{"jsonrpc":"2.0","id":"quick","method":"status"}\n')
            assert json.loads(await reader.readline())["id"] == "quick"
            bench.engine.exported.set()
            assert json.loads(await reader.readline())["id"] == "slow"
            writer.close()
            await writer.wait_closed()

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", PARSE_ERROR),
        (b'{"method":"status"}\n', INVALID_REQUEST),
        (b"\x00\xff\n", PARSE_ERROR),
        (b"x" * (LINE_BYTES + 1), INVALID_REQUEST),
    ],
)
def test_a_malformed_line_ends_its_connection_with_a_reason(tmp_path: Path, sent: bytes, code: int) -> None:
    async def scenario() -> None:
        async with running(tmp_path) as bench:
            good_reader, good_writer = await bench.raw()
            reader, writer = await bench.raw()
            writer.write(sent)
            answer = json.loads(await reader.readline())
            assert (answer["id"], answer["error"]["code"]) == (None, code)
            assert await reader.read() == b"", "closed by the engine"
            good_writer.write(b'{"jsonrpc":"2.0","id":1,"method":"status"}\n')
            assert json.loads(await good_reader.readline())["id"] == 1, "others are not touched"
            for opened in (writer, good_writer):
                opened.close()
                with contextlib.suppress(ConnectionError):
                    await opened.wait_closed()

    asyncio.run(scenario())


def test_a_client_that_only_writes_is_still_answered(tmp_path: Path) -> None:
    """As `echo … | socat - UNIX:control.sock` does: the end of its words is not the end of its interest."""

    async def scenario() -> None:
        async with running(tmp_path) as bench:
            reader, writer = await bench.raw()
            writer.write(b'{"jsonrpc":"2.0","id":1,"method":"status"}\n{"jsonrpc":"2.0","method":"pause"}\n')
            writer.write_eof()
            lines = (await reader.read()).splitlines()
            assert [json.loads(line)["id"] for line in lines] == [1], "a request without id has no answer"
            assert [method for method, _ in bench.engine.asked] == ["status", "pause"]
            writer.close()
            await writer.wait_closed()

    asyncio.run(scenario())


def test_a_subscriber_that_does_not_read_is_given_up(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(tmp_path) as bench:
            reader, writer = await bench.raw()
            writer.write(b'{"jsonrpc":"2.0","id":1,"method":"subscribe"}\n')
            await reader.readline()
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            for number in range(5000):
                bench.server.notify(Event.STATUS, status(str(number) * 1000))
            assert bench.server.subscribers == 1, "status alone never fills the queue"
            for step in range(1, 5000):
                bench.server.notify(Event.COMMIT, entry(step, weight=10))
                if step % 100 == 0:
                    await asyncio.sleep(0)
            await turns(lambda: bench.server.subscribers == 0)
            assert (await bench.client(lambda client: client.call("status")))["peer"] == "p"
            writer.transport.abort()

    asyncio.run(scenario())


def test_a_client_that_asks_and_does_not_read_costs_bounded_memory(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(tmp_path) as bench:
            _, writer = await bench.raw()
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(b'{"jsonrpc":"2.0","id":1,"method":"log"}\n' * 1000)
            idle = 0
            while idle < 2000:
                before = len(bench.engine.asked)
                await asyncio.sleep(0)
                idle = idle + 1 if len(bench.engine.asked) == before else 0
            answered = len(bench.engine.asked)
            assert 0 < answered < 50, "the engine stops reading instead of answering for ever"
            writer.transport.abort()
            await turns(lambda: bench.server.clients == 0)
            assert len(bench.engine.asked) <= answered + 8, "nobody is there to hear the rest"

    asyncio.run(scenario())


def test_closing_lets_answers_out_and_ends_the_rest(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(tmp_path) as bench:
            reader, writer = await bench.raw()
            writer.write(b'{"jsonrpc":"2.0","id":"slow","method":"export","params":{"folder":"/x"}}\n')
            writer.write(b'{"jsonrpc":"2.0","id":"quit","method":"quit"}\n')
            await turns(lambda: len(bench.engine.asked) == 2)
            await bench.server.close()
            lines = (await reader.read()).splitlines()
            assert [json.loads(line)["id"] for line in lines] == ["quit"]
            assert bench.engine.cancelled == 1
            with pytest.raises(NoEngine):
                ControlClient.connect(bench.address)
            assert not Path(bench.address).exists()
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()
            await bench.server.close()

    asyncio.run(scenario())


def test_only_this_user_can_open_the_socket(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(tmp_path) as bench:
            mode = Path(bench.address).stat().st_mode
            assert stat.S_ISSOCK(mode)
            assert stat.S_IMODE(mode) == 0o600

    before = os.umask(0)
    try:
        asyncio.run(scenario())
    finally:
        os.umask(before)


def test_another_user_is_turned_away_even_where_modes_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with running(tmp_path) as bench:
            real = os.getuid()
            monkeypatch.setattr("core.ipc.unix_socket.os.getuid", lambda: real + 1)
            monkeypatch.setattr("core.ipc.unix_socket.ROOT", -1)
            reader, writer = await bench.raw()
            with contextlib.suppress(ConnectionError):
                writer.write(b'{"jsonrpc":"2.0","id":1,"method":"status"}\n')
                assert await reader.read() == b""
            assert bench.engine.asked == []
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    asyncio.run(scenario())


def test_a_killed_engine_leaves_no_obstacle(tmp_path: Path) -> None:
    address = control_address(tmp_path)
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(address)
        dead.listen()

    async def scenario() -> None:
        with pytest.raises(NoEngine):
            ControlClient.connect(address)
        async with running(tmp_path) as bench:
            assert (await bench.client(lambda client: client.call("status")))["peer"] == "p"

    asyncio.run(scenario())


def test_a_living_engine_is_not_pushed_aside(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(tmp_path) as bench:
            with pytest.raises(LocalFault, match="already answers"):
                await ControlServer(bench.address, bench.engine.answer).start()
            assert (await bench.client(lambda client: client.call("status")))["peer"] == "p"

    asyncio.run(scenario())


def test_a_file_in_the_socket_s_place_is_kept(tmp_path: Path) -> None:
    (tmp_path / "control.sock").write_text("mine")

    async def scenario() -> None:
        with pytest.raises(LocalFault, match="in the way"):
            await ControlServer(control_address(tmp_path), FakeEngine().answer).start()

    asyncio.run(scenario())
    assert (tmp_path / "control.sock").read_text() == "mine"


def test_homes_with_long_paths_work_too(tmp_path: Path) -> None:
    home = tmp_path / ("long" * 30)

    async def scenario() -> None:
        async with running(home) as bench:
            assert (await bench.client(lambda client: client.call("status")))["peer"] == "p"
            assert Path(bench.address).parent.stat().st_mode & 0o777 == 0o700

    asyncio.run(scenario())


def test_an_engine_that_hangs_or_dies_is_told_apart(tmp_path: Path) -> None:
    address = control_address(tmp_path)
    with socket.socket(socket.AF_UNIX) as engine:
        engine.bind(address)
        engine.listen()
        with (
            ControlClient.connect(address, answer_timeout_s=0.05) as client,
            pytest.raises(LocalFault, match="does not answer"),
        ):
            client.call("status")
        with ControlClient.connect(address) as client:
            for _ in range(2):
                engine.accept()[0].close()
            with pytest.raises(LocalFault, match="ended before it answered"):
                client.call("status")
