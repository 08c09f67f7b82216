"""The engine of an installed program fetches what computes, and trains with it."""

import base64
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.identity.keys import Identity
from core.ipc.installed import RuntimeState
from core.ipc.messages import Method, Phase, Reason, Status
from core.paths import Home
from core.release.documents import Needs, Runtime, this_platform, this_python
from core.release.fitting import store_of
from core.release.origin import read_origin
from core.release.runtimes import Chosen
from core.release.seal import seal
from tests.integration import installed_program
from tests.integration.app_engine import AppEngine
from tests.integration.processes import Crew, write_manifest
from tests.integration.release_server import ReleaseServer, serving
from tests.wheels import runtime_of, written_wheel

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the program is a shell script here")

KEY = Identity.from_seed(b"k" * 32)
PAYLOAD = random.Random(7).randbytes(2_000_000)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ReleaseServer]:
    (tmp_path / "web").mkdir()
    with serving(tmp_path / "web") as running:
        yield running


@pytest.fixture
def runtime(server: ReleaseServer) -> Runtime:
    wheels = {"one": {"one/data.bin": PAYLOAD}, "two": {"two.py": b"TWO = 2\n"}}
    paths = [written_wheel(server.folder, name, files) for name, files in wheels.items()]
    return runtime_of(paths, server.url)


@pytest.fixture
def program(tmp_path: Path, runtime: Runtime) -> Path:
    needs = Needs(platform=this_platform(), python=this_python(), runtimes=(runtime,))
    release = tmp_path / "program/_internal/release"
    release.mkdir(parents=True)
    (release / "needs").write_bytes(seal(KEY, needs))
    (release / "origin.json").write_text(
        json.dumps({"keys": [base64.b64encode(KEY.public_key).decode()], "feeds": []}), encoding="utf-8"
    )
    return installed_program.written(tmp_path / "program")


@pytest.fixture
def engine(tmp_path: Path, program: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppEngine]:
    monkeypatch.setenv("IDLEWILD_KEY_FILE", "1")
    engine = AppEngine(tmp_path / "home", [str(program)], "--no-throttle")
    yield engine
    engine.destroy()


def chosen(program: Path, home: Path) -> Chosen:
    return store_of(read_origin(program.parent / "_internal"), Home(home).runtimes).chosen()


def test_from_consent_to_an_accepted_contribution(
    engine: AppEngine, program: Path, runtime: Runtime, server: ReleaseServer
) -> None:
    big = server.folder / "one-1.0-py3-none-any.whl"
    whole = big.read_bytes()
    big.write_bytes(b"!" + whole[1:])
    status = engine.until(lambda status: status.reason is Reason.NEEDS_CONSENT)
    assert status.runtime.state is RuntimeState.MISSING
    assert (engine.home / "runtimes").exists() is False
    assert server.asked == []

    engine.ask(Status, Method.CONSENT, given=True)
    status = engine.until(lambda status: status.runtime.state is RuntimeState.FAILED)
    assert status.reason is Reason.NO_COLLABORATION, "nobody needs it yet"
    assert "another file than the one that was signed" in str(status.runtime.saying)
    assert status.runtime.size_bytes == runtime.size_bytes
    engine.ask(Status, Method.HOST_STARTER)
    status = engine.until(lambda status: status.phase is Phase.FAILED)
    assert status.sentence == str(status.runtime.saying)

    big.write_bytes(whole)
    engine.ask(Status, Method.INSTALL_RUNTIME)
    engine.until(lambda status: status.runtime.state is RuntimeState.TESTING)
    status = engine.until(lambda status: status.runtime.state is RuntimeState.READY)
    assert status.runtime.device == "cpu"
    assert chosen(program, engine.home) == Chosen(runtime.id, None, False, {})
    engine.until(lambda status: status.collaboration is not None and status.collaboration.my_samples > 0)
    engine.until(lambda _: chosen(program, engine.home).has_trained)
    assert (engine.home / "runtimes" / runtime.id / "one/data.bin").read_bytes() == PAYLOAD
    assert engine.end() == 0


def test_what_was_joined_is_known_while_the_runtime_comes_and_after_a_kill(
    engine: AppEngine, program: Path, runtime: Runtime, server: ReleaseServer, tmp_path: Path
) -> None:
    server.bytes_per_s = 20_000.0
    with Crew(tmp_path) as crew:
        crew.organise(write_manifest(tmp_path))
        engine.until(lambda status: status.reason is Reason.NEEDS_CONSENT)
        engine.ask(Status, Method.CONSENT, given=True)
        engine.ask(Status, Method.JOIN, link=crew.link)
        status = engine.until(lambda status: status.collaboration is not None and status.reason is Reason.INSTALLING)
        assert status.phase is Phase.STARTING
        assert status.runtime.state is RuntimeState.FETCHING
        engine.process.kill()
        engine.process.wait()

        server.bytes_per_s = float("inf")
        again = AppEngine(engine.home, [str(program)], "--no-throttle")
        try:
            again.until(lambda status: status.collaboration is not None and status.collaboration.my_samples > 0)
            assert chosen(program, engine.home).current == runtime.id
            assert again.end() == 0
        finally:
            again.destroy()
