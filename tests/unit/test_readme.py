"""What the README promises to be stable is what the program has, and all of it."""

import argparse
import re
import tomllib
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from core import saying
from core.cli import parser
from core.collaboration.manifest_file import read_draft
from core.evaluation import results
from core.ipc import messages, preferences, records
from core.nat.diagnosis import NetworkCode
from core.screen import APT_LINE

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def structs(module: ModuleType) -> list[type[msgspec.Struct]]:
    return [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]


def section(title: str) -> str:
    return README.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


DOCUMENTS = [kind for module in (messages, preferences, records, saying) for kind in structs(module)]


@pytest.mark.parametrize("kind", DOCUMENTS, ids=lambda kind: kind.__name__)
def test_every_field_of_the_documents_is_named(kind: type[msgspec.Struct]):
    protocol = section("Control protocol")
    assert [name for name in kind.__struct_fields__ if f"`{name}`" not in protocol] == []


@pytest.mark.parametrize("kind", structs(results), ids=lambda kind: kind.__name__)
def test_every_field_of_an_evaluation_is_named(kind: type[msgspec.Struct]):
    evaluate = section("Evaluate")
    assert [name for name in kind.__struct_fields__ if f"`{name}`" not in evaluate] == []


@pytest.mark.parametrize(
    "kind",
    [messages.Method, messages.Event, messages.Phase, messages.Reason, messages.NetworkState, NetworkCode],
)
def test_every_word_of_the_protocol_is_named(kind: type[messages.Method]):
    protocol = section("Control protocol")
    assert [word.value for word in kind if f"`{word.value}`" not in protocol] == []


def options() -> set[str]:
    """Of all verbs."""
    pending, found = [parser._parser()], set[str]()
    while pending:
        for action in pending.pop()._actions:
            if isinstance(action, argparse._SubParsersAction):
                pending += action.choices.values()
            found.update(action.option_strings)
    return found - {"-h", "--help", "--version"}


def test_every_verb_and_option_is_named_and_no_other():
    command_line = section("Command line")
    for verb in set(parser.VERBS) - {"open"}:
        assert re.search(rf"`(idlewild )?{verb}\b", command_line), verb
    assert set(re.findall(r"--[a-z][a-z-]+", command_line)) == options()


def test_the_least_manifest_is_enough(tmp_path: Path):
    manifest = tmp_path / "recipes.toml"
    manifest.write_text(re.findall(r"```toml\n(.*?)```", README, re.DOTALL)[0], encoding="utf-8")
    (tmp_path / "recipes.txt").write_text("Water is boiled.", encoding="utf-8")
    assert read_draft(manifest).name == "Recipes"


def test_named_packages_are_those_of_the_program_and_of_ci():
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for package in APT_LINE.split()[2:]:
        assert f" {package}" in README
        assert re.search(rf"\s{package}\s", ci), package


def test_pytorch_is_pinned_everywhere_alike():
    pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    [pin] = [one for one in tomllib.loads(pyproject)["project"]["dependencies"] if one.startswith("torch==")]
    assert pin in README
    assert pin in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).is_file(), target
