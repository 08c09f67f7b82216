import re
from pathlib import Path

import pytest

from core.cli.parser import VERBS, host_options, parse, run_options
from core.collaboration.invitation import Invitation
from core.errors import UsageError
from core.identity.ids import PeerId, RunId
from core.options import RunOptions
from core.paths import default_home
from core.transport.api import Address

LINK = Invitation(RunId(bytes(32)), PeerId(bytes(32))).link


def test_run_without_options_is_the_default_engine() -> None:
    assert run_options(parse(["run"])) == RunOptions(home=default_home())


def test_every_option_of_run_arrives() -> None:
    words = ["run", "--headless", "--join", LINK, "--home", "/h", "--listen", "[::]:4433", "--auxiliary", "--relay"]
    words += ["--no-throttle", "--device", "cuda:1", "--until-step", "100", "--no-starter"]
    words += ["--precision", "bf16", "--compile", "off"]
    assert run_options(parse(words)) == RunOptions(
        home=Path("/h"),
        join=LINK,
        listen=Address("::", 4433),
        headless=True,
        auxiliary=True,
        relay=True,
        throttle=False,
        device="cuda:1",
        precision="bf16",
        compiling="off",
        until_step=100,
        starter=False,
    )
    assert run_options(parse(["run", "--client-mode"])).client_mode


@pytest.mark.parametrize(
    "words", ["auto", "cpu", "mps", "cuda", "cuda:0", "rocm:1", "xpu", "cuda:all", "cuda:0,cuda:2", "cpu,cpu"]
)
def test_words_for_devices(words: str) -> None:
    assert run_options(parse(["run", "--device", words])).device == words


def test_the_app_s_engine_hosts_nothing_unasked() -> None:
    options = run_options(parse(["run", "--headless", "--home", "/h", "--exit-with-parent"]))
    assert options.exit_with_parent
    assert not options.starter


def test_host_serves_and_trains_only_when_asked(tmp_path: Path) -> None:
    manifest = tmp_path / "m.toml"
    manifest.write_text("")
    options = host_options(parse(["host", str(manifest), "--home", "/h", "--listen", "127.0.0.1:0"]))
    expected = RunOptions(
        home=Path("/h"), mode="host", manifest=manifest, listen=Address("127.0.0.1", 0), train=False, starter=False
    )
    assert options == expected
    assert host_options(parse(["host", str(manifest), "--train"])).train
    with pytest.raises(UsageError, match="no manifest"):
        host_options(parse(["host", str(tmp_path / "none.toml")]))


@pytest.mark.parametrize("words", [["--home", "rel", "status"], ["status", "--home", "rel"], ["--home=rel", "status"]])
def test_home_may_stand_before_or_after_the_verb(
    words: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert parse(words).home == tmp_path / "rel"


def test_a_bare_link_opens_the_app() -> None:
    assert parse([]).verb is None
    arguments = parse(["--home", "/h", LINK.upper()])
    assert (arguments.verb, arguments.link, arguments.home) == ("open", LINK.upper(), Path("/h"))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["frob"], "no verb 'frob'"),
        (["--home", "/h", "frob"], "no verb 'frob'"),
        (["run", "--frob"], "Unrecognized arguments"),
        (["run", "--listen", "here"], "not an address"),
        (["run", "--listen", "1.2.3.4:99999"], "not an address"),
        (["run", "--device", "gpu"], "none of cpu"),
        (["run", "--device", "cuda:1,"], "none of cpu"),
        (["run", "--device", "cpu:all"], "none of cpu"),
        (["run", "--precision", "fp8"], "fp8"),
        (["run", "--compile", "maybe"], "maybe"),
        (["run", "--until-step", "0"], "steps count from 1"),
        (["run", "--until-step", "-3"], "--until-step"),
        (["run", "--head"], "Unrecognized arguments"),
        (["host"], "MANIFEST.toml"),
        (["export"], "DIR"),
        (["history", "--json", "--csv"], "not allowed with"),
        (["status", LINK], "Unrecognized arguments"),
    ],
)
def test_wrong_words_are_named(words: list[str], says: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse(words)
    assert says in str(caught.value)
    assert "--help`" in str(caught.value)


@pytest.mark.parametrize("wish", ["--auxiliary", "--relay"])
def test_wishes_that_exclude_each_other(wish: str) -> None:
    with pytest.raises(UsageError, match=wish):
        run_options(parse(["run", "--client-mode", wish]))


def test_a_broken_invitation_is_found_before_anything_starts() -> None:
    with pytest.raises(UsageError, match="copy the whole link"):
        run_options(parse(["run", "--join", LINK[:-3]]))


def test_every_verb_has_a_help_page(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        parse(["--help"])
    assert end.value.code == 0
    overview = capsys.readouterr().out
    for verb in VERBS:
        assert (re.search(rf"\n    {verb}\s", overview) is not None) == (verb != "open")
        with pytest.raises(SystemExit):
            parse([verb, "--help"])
        assert "--home DIR" in capsys.readouterr().out
