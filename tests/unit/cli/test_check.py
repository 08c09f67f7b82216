"""`idlewild check` without an engine: it calls on real endpoints; and with one: it tells what the engine knows."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core.cli import network_check
from core.cli.main import main
from core.collaboration.invitation import Invitation
from core.data.objects import ObjectStore
from core.engine.reception import MESSAGES, Reception
from core.identity.ids import PeerId, RunId
from core.identity.keys import Identity
from core.ipc.address import control_address
from core.ipc.messages import CheckResult, Method, Network, NetworkState, Phase, Reason, Status
from core.ipc.server import ControlServer
from core.transport.api import Address, Place, Relayed, Tunnelled
from core.transport.endpoint import Endpoint, EndpointConfig
from tests.unit.statuses import a_collaboration

RUN, OTHER_RUN = RunId(bytes(32)), RunId(bytes([1] * 32))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_check, "CALL_S", 1.5)
    monkeypatch.setattr(network_check, "LOOK_S", 0.2)
    monkeypatch.setattr(network_check, "NAMES_S", 0.05)
    monkeypatch.setenv("IDLEWILD_KEY_FILE", "1")


async def a_peer(home: Path, run: RunId) -> Endpoint:
    identity = Identity.generate()
    reception = Reception(identity, run, b"", ObjectStore(home), time.time)
    return await Endpoint.open(
        EndpointConfig(
            identity=identity,
            messages=MESSAGES,
            greeting=reception.greeting,
            admit=reception.admit,
            serve=reception.serve,
            listen=Address("127.0.0.1", 0),
        )
    )


def checked(
    home: Path, places: Callable[[Endpoint], list[Place]], capsys: pytest.CaptureFixture[str], run: RunId = RUN
) -> tuple[int, CheckResult, str]:
    """What `check --json` says of an invitation to `places`, made for a peer that listens; and its progress."""

    async def scenario() -> int:
        peer = await a_peer(home / "peer", RUN)
        try:
            link = Invitation(run, PeerId(bytes(32)), tuple(places(peer))).link
            words = ["check", "--join", link, "--json", "--home", str(home / "mine")]
            return await asyncio.to_thread(main, words)
        finally:
            await peer.close()

    status = asyncio.run(scenario())
    out, progress = capsys.readouterr()
    return status, msgspec.json.decode(out, type=CheckResult), progress


def words_of(result: CheckResult, kind: str) -> str:
    return "\n".join(finding.sentence for finding in result.findings if finding.kind == kind)


def test_who_answers_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, result, progress = checked(tmp_path, lambda peer: [peer.addresses[0]], capsys)
    assert status == 0
    assert "and lets this computer in: directly" in words_of(result, "good")
    assert "Calling on the collaboration at 1 place" in progress
    assert result.network is not None
    assert [link.path for link in result.network.links] == ["direct"]
    assert not (tmp_path / "mine").exists()


NOBODY = Address("127.0.0.1", 9)


@pytest.mark.parametrize(
    ("places", "code"),
    [
        ([NOBODY], "bootstrap_silent"),
        ([Address("nobody.invalid", 9)], "names_unresolved"),
        ([Tunnelled(Address("nobody.invalid", 9))], "names_unresolved"),
        ([Tunnelled(NOBODY)], "bootstrap_silent"),
        ([NOBODY, Address("127.0.0.2", 9)], "nothing_passes"),
        ([Relayed(PeerId(bytes([9] * 32)), NOBODY)], "bootstrap_silent"),
    ],
)
def test_who_does_not_answer_keeps_from_joining(
    places: list[Place], code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, result, _ = checked(tmp_path, lambda _: places, capsys)
    assert status == 1
    assert f"[{code}]" in words_of(result, "bad")
    assert result.network is not None
    assert result.network.code == code
    assert result.network.state is NetworkState.BLOCKED


def test_a_refusal_is_told_with_its_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, result, _ = checked(tmp_path, lambda peer: [peer.addresses[0]], capsys, OTHER_RUN)
    assert status == 1
    assert "takes part in another run" in words_of(result, "bad")
    assert result.network is not None
    assert result.network.code == "refused"


def test_a_home_that_has_joined_nothing_is_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--home", str(tmp_path / "new"), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert tuple(document) == CheckResult.__struct_fields__
    assert document["network"]["code"] in {"finding_out", "no_network"}


def test_a_wrong_link_is_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--join", "idlewild://join/x", "--home", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("idlewild: ")


# --- with an engine


def a_status(home: Path, **changes: Any) -> Status:
    network = Network(
        code="unreachable",
        state=NetworkState.LIMITED,
        sentence="Nobody gets here.",
        action="Open the port.",
        findings=["The clock is off."],
    )
    values: dict[str, Any] = {
        "version": "1",
        "peer": "abc",
        "home": str(home),
        "phase": Phase.TRAINING,
        "reason": Reason.NONE,
        "sentence": "Training.",
        "network": network,
        **changes,
    }
    return Status(**values)


def with_engine(status: Status, home: Path, words: list[str]) -> int:
    async def answer(method: Method, params: dict[str, Any]) -> Any:
        return status

    async def scenario(verb: Callable[[], Awaitable[int]]) -> int:
        async with asyncio.timeout(30), ControlServer(control_address(home), answer):
            return await verb()

    return asyncio.run(scenario(lambda: asyncio.to_thread(main, [*words, "--home", str(home)])))


def test_the_engine_s_diagnosis_is_shown_by_every_verb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = a_status(tmp_path)
    line = "Nobody gets here. Open the port. [unreachable]"
    for words, shown in (
        (["check"], f"note  {line}\nnote  The clock is off.\n"),
        (["status"], f"Network       {line}\n"),
        (["why"], f"Training.\nNetwork: {line}\n"),
    ):
        assert with_engine(status, tmp_path, words) == 0
        assert shown in capsys.readouterr().out
    assert with_engine(status, tmp_path, ["check", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["network"]["code"] == "unreachable"


def test_why_does_not_say_it_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = a_status(tmp_path, sentence="Nobody gets here. Open the port.", reason=Reason.NOBODY_REACHABLE)
    with_engine(status, tmp_path, ["why"])
    assert capsys.readouterr().out == "Nobody gets here. Open the port. [nobody_reachable]\n"


@pytest.mark.parametrize(("is_host", "exit_status"), [(True, 0), (False, 1)])
def test_who_hosts_can_run_alone(is_host: bool, exit_status: int, tmp_path: Path) -> None:
    collaboration = a_collaboration(is_host=is_host)
    network = Network(code="no_network", state=NetworkState.BLOCKED, sentence="None.", action="Connect.")
    status = a_status(tmp_path, network=network, collaboration=collaboration)
    assert with_engine(status, tmp_path, ["check"]) == exit_status


def test_where_the_key_lies_is_said_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = tmp_path / "identity.key"
    key.write_text("")
    assert main(["check", "--home", str(tmp_path)]) == 0
    assert capsys.readouterr().out.count(str(key)) == 1
    with_engine(a_status(tmp_path, notices=[f"Your key is kept in the file {key}."]), tmp_path, ["check"])
    assert capsys.readouterr().out.count(str(key)) == 1
