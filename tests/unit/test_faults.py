"""Faults that a window can show are sayings, so that they can be shown in every language."""

import ast
import pickle
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import LocalFault, UsageError
from core.saying import quote, say

ROOT = Path(__file__).resolve().parents[2]

ON_TERMINALS = (
    # the command line itself, and what only it starts
    "core/cli/",
    "core/evaluation/",
    "core/data/building/",
    "core/ipc/client.py",
    "core/ipc/durations.py",
    # who writes a program that speaks to the engine
    "core/ipc/codec.py",
    # an organiser's terminal: manifests that are being written, data that is appended, steps that are taken back
    "core/collaboration/appending.py",
    "core/collaboration/data_table.py",
    "core/collaboration/hosting.py",
    "core/collaboration/manifest_file.py",
    "core/collaboration/shards.py",
    "core/engine/amending.py",
    # who starts a cluster by torchrun
    "core/training/ranks/cluster.py",
    "core/training/ranks/seats.py",
)
"""Whose faults no window shows; they are English."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted((ROOT / "core").rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def faults() -> set[str]:
    """`LocalFault` and all that is made of it."""
    known, classes = {"LocalFault"}, []
    for _, tree in modules():
        classes += [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    while more := {c.name for c in classes for base in c.bases if name_of(base) in known} - known:
        known |= more
    return known


def name_of(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def is_bare_text(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr():
            return True
        case ast.Call(func=ast.Name(id="str")) | ast.BinOp(op=ast.Add() | ast.Mod()):
            return True
    return False


def test_faults_are_found():
    assert {"UsageError", "DiskFull", "NoRoom", "TrainerLost", "BrokenShard", "MalformedLine"} <= faults()


def test_what_a_window_can_show_is_said_and_not_written():
    names, found = faults(), []
    for path, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and name_of(node.func) in names and any(map(is_bare_text, node.args)):
                found.append(f"{path}:{node.lineno}")
    assert [place for place in found if not place.startswith(ON_TERMINALS)] == []
    assert all(any(place.startswith(one) for place in found) for one in ON_TERMINALS), "one is not needed any more"


def test_every_value_has_its_place():
    for path, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                [template] = node.args
                assert isinstance(template, ast.Constant)
                named = {name for _, name, _, _ in string.Formatter().parse(template.value) if name is not None}
                assert named == {keyword.arg for keyword in node.keywords}, f"{path}:{node.lineno}"


@pytest.mark.parametrize("kind", [LocalFault, UsageError])
def test_a_fault_is_english_and_can_be_said(kind: type[LocalFault]):
    saying = say("The disk that holds {folder} is full: free {missing_bytes}.", folder="/home", missing_bytes=2e9)
    fault = kind(saying)
    assert str(fault) == "The disk that holds /home is full: free 2.0 GB."
    assert fault.saying == saying
    assert pickle.loads(pickle.dumps(fault)).saying == saying


def test_a_fault_of_words_stays_as_it_is():
    fault = LocalFault("There is no {such} thing.")
    assert str(fault) == "There is no {such} thing."
    assert fault.saying == quote("There is no {such} thing.")
