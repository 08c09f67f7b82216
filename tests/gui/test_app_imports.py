"""What the parts of `app` load, and how they write; of `core` they know what tests/unit/test_architecture.py says."""

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "app").rglob("*.py"))


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


def test_qt_comes_in_through_one_module():
    stray = [str(path) for path in FILES if path.name != "qt.py" and any("PySide" in name for name in imports(path))]
    assert stray == []


def test_the_window_opens_without_numpy_torch_and_asyncio():
    code = (
        "import sys, app.application;"
        "print(sorted({'numpy', 'torch', 'asyncio', 'scipy', 'segno', 'zxingcpp'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"


def test_texts_are_marked_for_translation():
    """Buttons, labels and actions are never given a bare text."""
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in {"Button", "Text", "Figure", "Card", "addMenu", "addAction", "addTab", "setWindowTitle"}:
                for argument in node.args:
                    bare = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
                    assert not (bare and any(letter.isalpha() for letter in argument.value)), (
                        path,
                        argument.lineno,
                        argument.value,
                    )
