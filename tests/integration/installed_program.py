"""Stands in for the installed program: one executable file, to which this module is what the bundle's first lines are.

What the bundle leaves out is found where Python has it all the same, so what is fetched in tests is small.
"""

import os
import shlex
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def written(folder: Path) -> Path:
    """The executable file, in a `folder` that has `_internal` with `release`."""
    program = folder / "idlewild"
    words = [sys.executable, __file__, str(program)]
    program.write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n')
    program.chmod(0o755)
    return program


def main(program: Path, words: list[str]) -> int:
    sys.argv, sys.path[0] = [str(program), *words], str(REPOSITORY)
    sys.frozen = True  # type: ignore[attr-defined]
    sys._MEIPASS = str(program.parent / "_internal")  # type: ignore[attr-defined]
    sys.executable = sys._base_executable = str(program)  # type: ignore[attr-defined]
    if "-c" in words:  # as multiprocessing starts what tidies up after it
        exec(words[words.index("-c") + 1])
        return 0
    if words[:1] == ["--multiprocessing-fork"]:
        from multiprocessing.spawn import freeze_support  # keeps in mind what `sys.executable` is when it is imported

        freeze_support()
    from core.release.self_test import VERB
    from core.release.self_test import main as test

    if words[:1] == [VERB]:
        return test(Path(words[1]))
    from core.cli.main import main as obey

    return obey(words)


if __name__ == "__main__":
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
