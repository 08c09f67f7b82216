"""First lines of the installed program: one program is the app, the command line, and the trainer's process."""

import os
import sys
from collections.abc import Sequence
from multiprocessing import freeze_support
from pathlib import Path

SELF_TEST = "self-test"
"""How the engine lets a new runtime prove itself (core/release/self_test.py)."""
_APP_OPTIONS = ("--end", "--hidden", "--unregister")


def opens_window(words: Sequence[str]) -> bool:
    """Whether these are the app's words: nothing, an invitation, or an option that the app alone has."""
    rest = list(words)
    while rest and rest[0].startswith("--home"):
        del rest[: 1 if "=" in rest[0] else 2]
    return not rest or rest[0] in _APP_OPTIONS or rest[0].lower().startswith("idlewild:")


def forget_bundle() -> None:
    """What finds this bundle's libraries would mislead other programs that are started from here, such as a browser;
    this process has read it already."""
    for name in [name for name in os.environ if name.startswith("_PYI_")]:
        del os.environ[name]
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        before = os.environ.pop(f"{name}_ORIG", None)
        os.environ.pop(name, None)
        if before is not None:
            os.environ[name] = before


def main() -> int:
    from core.release.launching import launch

    forget_bundle()
    freeze_support()  # a child of this program goes on in there
    words = sys.argv[1:]
    if words[:1] == [SELF_TEST]:
        from core.release.self_test import main as prove

        return prove(Path(words[1]))
    if (status := launch(words)) is not None:
        return status
    if opens_window(words):
        from core.screen import window_problem

        if {"--end", "--unregister"} & set(words) or not window_problem():
            from app.__main__ import main as open_app

            return open_app(words)
    from core.cli.main import main as obey

    return obey(words)


if __name__ == "__main__":
    sys.exit(main())
