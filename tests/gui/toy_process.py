"""The toy engine as a process of its own, which can be suspended and killed: `python toy_process.py HOME`."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[2])]

from toy_engine import ToyEngine  # noqa: E402

from app.qt import QCoreApplication  # noqa: E402
from core.ipc.address import control_address  # noqa: E402


def main() -> int:
    loop = QCoreApplication([])
    toy = ToyEngine(control_address(Path(sys.argv[1])))
    toy.listen()
    return loop.exec()


if __name__ == "__main__":
    sys.exit(main())
