import pytest
from toy_engine import a_day, a_status, an_entry, wait_until

from app.control import ControlClient
from core.ipc.address import control_address
from core.ipc.messages import Method, Phase
from core.ipc.preferences import Preferences
from core.ipc.records import Bundle, HistoryRow, Membership, Nearby, Preview, SensorReading, TryAnswer
from core.ipc.requests import checked


@pytest.fixture
def client(home):
    made = ControlClient(control_address(home.root))
    yield made
    made.stop()


@pytest.fixture
def heard(client):
    """Everything the client says, in order."""
    events = []
    client.connected.connect(lambda: events.append("connected"))
    client.disconnected.connect(lambda: events.append("disconnected"))
    client.unreachable.connect(lambda _: events.append("unreachable"))
    client.status_changed.connect(lambda status: status in events or events.append(status))
    client.committed.connect(events.append)
    return events


def test_the_status_comes_before_connected(client, engine, heard):
    client.start()
    wait_until(lambda: "connected" in heard)
    assert heard == [engine.status, "connected"]
    assert client.is_up


def test_notifications_become_signals(client, engine, heard):
    client.start()
    wait_until(lambda: client.is_up)
    averaging = a_status(Phase.AVERAGING)
    engine.say(averaging)
    engine.commit(an_entry(1))
    wait_until(lambda: len(heard) == 4)
    assert heard[2:] == [averaging, an_entry(1)]


def test_it_waits_for_an_engine_that_starts_later(client, engine, heard):
    engine.close()
    client.start()
    wait_until(lambda: heard.count("unreachable") >= 2)
    assert not client.is_up
    engine.listen()
    wait_until(lambda: client.is_up)


def test_it_reconnects_and_subscribes_again(client, engine, heard):
    client.start()
    wait_until(lambda: client.is_up)
    engine.drop_clients()
    wait_until(lambda: "disconnected" in heard)
    wait_until(lambda: client.is_up)
    engine.commit(an_entry(7))
    wait_until(lambda: heard[-1] == an_entry(7))
    assert engine.count(Method.SUBSCRIBE) == 2


def test_a_call_gives_its_result(client, engine):
    client.start()
    wait_until(lambda: client.is_up)
    engine.entries = [an_entry(step) for step in range(1, 6)]
    results, faults = [], []
    client.log(3, 10, results.append, faults.append)
    wait_until(lambda: results)
    assert results == [[an_entry(4), an_entry(5)]]
    assert faults == []
    assert engine.asked[-1] == ("log", {"after_step": 3, "limit": 10})


def test_the_engines_sentence_is_passed_on(client, engine):
    client.start()
    wait_until(lambda: client.is_up)
    engine.faults[Method.PAUSE] = (1, "There is nothing to pause; join something first.")
    faults = []
    client.pause(900.0, faults.append)
    wait_until(lambda: faults)
    assert faults == ["There is nothing to pause; join something first."]
    assert engine.asked[-1] == ("pause", {"seconds": 900.0})


def test_a_call_without_a_connection_fails_later_and_once(client, home):
    faults = []
    client.resume(faults.append)
    assert faults == []
    wait_until(lambda: faults)
    assert faults == ["The engine is not connected; try again."]


def test_calls_under_way_fail_when_the_connection_is_lost(client, engine):
    client.start()
    wait_until(lambda: client.is_up)
    engine.silent.add(Method.HISTORY)
    faults = []
    client.history("day", "", lambda _: faults.append("answered"), faults.append)
    wait_until(lambda: engine.count(Method.HISTORY))
    engine.drop_clients()
    wait_until(lambda: faults)
    assert faults == ["The connection to the engine was lost; try again."]


def test_a_call_that_is_never_answered_fails(client, engine):
    client.start()
    wait_until(lambda: client.is_up)
    engine.silent.add(Method.STATUS)
    faults = []
    client.call(Method.STATUS, {}, object, faults.append, faults.append, answer_s=0.05)
    wait_until(lambda: faults)
    assert faults == ["The engine does not answer; try again."]


@pytest.mark.parametrize(
    "line",
    [
        b"not json\n",
        b'{"jsonrpc":"2.0","method":"status","params":{"phase":"dancing"}}\n',
        b'{"jsonrpc":"2.0","id":99,"error":7}\n',
        b"x" * (9 << 20),
    ],
)
def test_a_line_that_is_no_message_ends_the_link_and_a_new_one_follows(client, engine, heard, line):
    client.start()
    wait_until(lambda: client.is_up)
    engine.send_raw(line)
    wait_until(lambda: "disconnected" in heard)
    wait_until(lambda: client.is_up)


def test_unknown_notifications_and_answers_are_left_aside(client, engine, heard):
    client.start()
    wait_until(lambda: client.is_up)
    engine.send_raw(b'{"jsonrpc":"2.0","method":"weather","params":{}}\n{"jsonrpc":"2.0","id":77,"result":1}\n')
    engine.commit(an_entry(1))
    wait_until(lambda: heard[-1] == an_entry(1))
    assert "disconnected" not in heard


def test_a_result_of_the_wrong_form_fails_the_call(client, engine):
    client.start()
    wait_until(lambda: client.is_up)
    faults = []
    client.call(Method.STATUS, {}, list[int], faults.append, faults.append)
    wait_until(lambda: faults)
    assert faults == ["The connection to the engine was lost; try again."]


def test_stop_ends_it(client, engine, heard):
    client.start()
    wait_until(lambda: client.is_up)
    client.stop()
    wait_until(lambda: not engine.is_subscribed)
    assert heard[-1] == "disconnected"
    assert not client.is_up


def test_every_request_of_the_contract_is_asked_rightly_and_read_as_what_it_is(client, engine):
    engine.days = [a_day("2026-11-22")]
    client.start()
    wait_until(lambda: client.is_up)
    run = engine.memberships[0].run
    heard: list[object] = []
    wrong: list[str] = []
    client.consent(True, lambda: heard.append(True), wrong.append)
    client.history("day", "2026-11-21", heard.append, wrong.append)
    client.preferences(heard.append, wrong.append)
    client.set_preferences({"cpu_cores": 2, "gpu_when": None}, heard.append, wrong.append)
    client.preview({"cpu_when": "never"}, heard.append, wrong.append)
    client.sensors(heard.append, wrong.append)
    client.collaborations(heard.append, wrong.append)
    client.nearby(heard.append, wrong.append)
    client.set_share(run, 40, heard.append, wrong.append)
    client.leave(run, heard.append, wrong.append)
    client.try_model("The [MASK] runs to the sea.", 3, heard.append, wrong.append)
    client.log_tail(5, heard.append, wrong.append)
    client.diagnostics("/tmp/help.zip", heard.append, wrong.append)
    wait_until(lambda: len(heard) == 13 or wrong)
    assert wrong == []
    for method, params in engine.asked:
        checked(method, params)  # raises where the engine would refuse it
    kinds = [bool, HistoryRow, Preferences, Preferences, Preview, SensorReading, Membership, Nearby, Membership]
    first = [value[0] if isinstance(value, list) and value else value for value in heard]
    assert [type(value) for value in first[:9]] == kinds
    assert heard[3].cpu_cores == 2
    assert heard[8][0].share == 40
    assert heard[9] == []
    assert isinstance(heard[10], TryAnswer)
    assert len(heard[10].candidates) == 3
    assert len(heard[11]) == 5
    assert isinstance(heard[12], Bundle)
