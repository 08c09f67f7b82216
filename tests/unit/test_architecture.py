"""Who may import whom (design §2 and §8), and how big things may get.

Data flows one way. A new arrow is a decision, and this is where it is written down."""

import ast
import functools
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OWN = ("app", "core", "resources")

MAY_IMPORT = {
    # at the bottom: they know nobody
    "saying": "",
    "errors": "saying",
    "paths": "",
    "program": "",
    "version": "",
    "background": "",
    "importing": "",
    "screen": "",
    "tasks": "errors",
    # what everybody speaks of
    "identity": "errors saying paths",
    "transport": "errors saying version identity",
    "data": "errors saying tasks background program identity transport",
    "training": "errors saying background importing identity data",
    "collaboration": "errors saying identity transport data training",
    # taking part
    "averaging": "errors tasks identity transport training",
    "dht": "errors identity transport",
    "nat": "errors saying tasks version identity transport dht",
    "swarm": "errors saying tasks version identity transport dht data training averaging",
    "storage": "errors saying identity transport data training swarm ipc",
    # the user and the computer
    "ipc": "errors saying paths",
    "throttle": "saying ipc",
    # what is installed and kept up to date
    "release": "errors saying tasks paths program version identity transport data training ipc",
    # judging models
    "evaluation": "errors training",
    # putting it together
    "options": "transport",
    "display": "ipc",
    "engine": "errors saying tasks background paths version options display identity transport dht nat data training "
    "collaboration averaging swarm storage ipc throttle release",
    "cli": "errors saying importing paths program screen version options display identity collaboration transport data "
    "nat training storage ipc release engine evaluation",
}
"""Folder or module of core to those it imports: exactly these, so that an arrow that is gone leaves the table too."""

KNOTS: list[set[str]] = []
"""Folders that reach each other: none."""
MODULE_KNOTS: list[set[str]] = []
"""Modules that reach each other: none."""

APP_MAY_IMPORT = (
    "core.importing",
    "core.ipc",
    "core.saying",
    "core.paths",
    "core.program",
    "core.screen",
    "core.version",
    "resources",
)

ONLY_IN: dict[str, str | tuple[str, ...]] = {
    "torch": ("core/training/", "core/evaluation/"),
    "transformers": ("core/training/", "core/evaluation/"),
    "seqeval": "core/evaluation/",
    "PIL": ("core/training/", "core/evaluation/"),
    "aioquic": "core/transport/",
    "scipy": "core/averaging/limited.py",
    "sqlite3": "core/storage/",
    "aiohttp": ("core/nat/upnp.py", "core/data/web.py", "core/data/public.py"),
    "yarl": "core/data/web.py",
    "certifi": "core/data/web.py",
    "async_upnp_client": "core/nat/upnp.py",
    "zeroconf": ("core/nat/lan.py", "core/nat/nearby.py"),
    "keyring": "core/identity/keystore.py",
    "jeepney": ("core/throttle/sensors/bus.py", "core/throttle/sensors/mutter.py", "app/desktop_notice.py"),
    "pynvml": ("core/throttle/sensors/nvidia.py", "core/release/hardware.py"),
    "datasets": "core/data/building/hub.py",
    "installer": "core/release/unpacking.py",
    "rich": "core/cli/",
    "PySide6": "app/qt.py",
    "zxingcpp": "app/joining/reading.py",
    "winreg": ("app/registry.py", "core/throttle/sensors/win32.py", "core/release/hardware.py"),
}
NEVER = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "PyQt5", "PyQt6", "shiboken6", "qtpy"}

FILE_LINES = 400
FUNCTION_LINES = 60
"""Without the docstring."""
LONGER_FILES: set[str] = set()
"""What is too long; whoever shortens one takes it out."""

MODULE_OF = {
    "pillow": "PIL",
    "pyside6-essentials": "PySide6",
    "async-upnp-client": "async_upnp_client",
    "nvidia-ml-py": "pynvml",
    "zxing-cpp": "zxingcpp",
}


@dataclass(frozen=True, slots=True)
class Import:
    path: str
    line: int
    source: str
    target: str
    """A module of this program where there is one of that name, else the name as it is written."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line} imports {self.target}"


@functools.cache
def files() -> dict[str, ast.Module]:
    paths = [path for top in OWN for path in sorted((ROOT / top).rglob("*.py"))]
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def module_of(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@functools.cache
def imports() -> tuple[Import, ...]:
    """All of them: inside functions and under `TYPE_CHECKING` too."""
    known = {module_of(path) for path in files()}
    return tuple(
        Import(path, node.lineno, module_of(path), name)
        for path, tree in files().items()
        for node in ast.walk(tree)
        for name in imported(node, known)
    )


def imported(node: ast.AST, known: set[str]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, f"line {node.lineno}: modules are named in full"
        assert node.module is not None
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            yield inner if inner in known else node.module


def top(name: str) -> str:
    return name.partition(".")[0]


def part(name: str) -> str:
    """`core.swarm.seat` is of the part `swarm`; empty for what is not in core."""
    return name.split(".")[1] if name.startswith("core.") else ""


def reachable(start: str, arrows: dict[str, set[str]]) -> set[str]:
    """Where arrows lead from `start`, which is among it only if they lead back."""
    found: set[str] = set()
    pending = list(arrows.get(start, ()))
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += arrows.get(name, ())
    return found


def circles(arrows: dict[str, set[str]]) -> list[set[str]]:
    """Groups whose members all reach each other."""
    beyond = {name: reachable(name, arrows) for name in arrows}
    groups: list[set[str]] = []
    for name in arrows:
        group = {other for other in beyond[name] if name in beyond.get(other, ())}
        if group and group not in groups:
            groups.append(group)
    return groups


def module_arrows() -> dict[str, set[str]]:
    arrows: dict[str, set[str]] = {module_of(path): set() for path in files()}
    for one in imports():
        if one.target in arrows:
            arrows[one.source].add(one.target)
    return arrows


def test_there_is_something_to_check():
    assert len(files()) > 100
    assert any(one.target == "torch" for one in imports())


def test_parts_of_core_import_what_the_table_says():
    used: dict[str, set[str]] = {part(module_of(path)): set() for path in files() if path.startswith("core/")}
    for one in imports():
        if part(one.source) and part(one.target) and part(one.source) != part(one.target):
            used[part(one.source)].add(part(one.target))
    used.pop("")  # core/__init__.py
    allowed = {name: set(others.split()) for name, others in MAY_IMPORT.items()}
    assert used == allowed


def test_no_new_knot_of_parts():
    assert circles({name: set(others.split()) for name, others in MAY_IMPORT.items()}) == KNOTS


def test_no_new_knot_of_modules():
    assert circles(module_arrows()) == MODULE_KNOTS


def test_app_knows_the_control_socket_and_nothing_else_of_core():
    for one in imports():
        if top(one.source) == "app" and top(one.target) in OWN:
            assert top(one.target) == "app" or f"{one.target}.".startswith(tuple(f"{m}." for m in APP_MAY_IMPORT)), str(
                one
            )


def test_core_knows_neither_app_nor_qt():
    for one in imports():
        if top(one.source) != "app":
            assert top(one.target) not in {"app", "PySide6"}, str(one)


def test_libraries_stay_in_their_places():
    for one in imports():
        place = ONLY_IN.get(top(one.target), "")
        assert one.path.startswith(place), f"{one}, which only {place} may"
        assert top(one.target) not in NEVER, str(one)


def test_app_and_what_it_imports_run_without_asyncio():
    arrows = module_arrows()
    inside = {name for name in arrows if top(name) == "app"}
    inside |= {beyond for name in inside for beyond in reachable(name, arrows)}
    assert "core.ipc.messages" in inside
    for one in imports():
        if one.source in inside:
            assert top(one.target) != "asyncio", str(one)


def test_only_the_engine_and_the_command_line_put_parts_together():
    for one in imports():
        if part(one.target) in {"engine", "cli"}:
            assert part(one.source) in {"engine", "cli"}, str(one)


def test_dependencies_are_declared_and_used():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = set()
    for requirement in (*project["dependencies"], *project["optional-dependencies"]["hub"]):
        name = "".join(c if c.isalnum() or c in "-_." else " " for c in requirement).split()[0]
        declared.add(MODULE_OF.get(name.lower(), name))
    used = {top(one.target) for one in imports()} - set(OWN) - sys.stdlib_module_names
    assert used == declared


def test_core_prints_only_on_the_command_line():
    for path, tree in files().items():
        if path.startswith("core/") and not path.startswith("core/cli/"):
            assert "print" not in {name_of(node) for node in ast.walk(tree)}, path


def test_processes_are_spawned_and_never_forked():
    for path, tree in files().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and name_of(node.func) == "get_context":
                assert [argument.value for argument in node.args if isinstance(argument, ast.Constant)] == ["spawn"], (
                    path
                )
            assert name_of(node) not in {"fork", "forkserver", "ProcessPoolExecutor", "Pool"}, (path, node)


def name_of(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def test_files_are_short():
    lines = {path: len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path in files()}
    assert {path for path, count in lines.items() if count > FILE_LINES} == LONGER_FILES


def test_functions_are_short():
    for path, tree in files().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                has_words = ast.get_docstring(node) is not None
                first = node.body[min(int(has_words), len(node.body) - 1)]
                assert (node.end_lineno or 0) - first.lineno < FUNCTION_LINES, f"{path}:{node.lineno} {node.name}"
