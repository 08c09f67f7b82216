"""The app with an engine that asks at once to be started anew: `python restarted_app.py WORD…`."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from app import application  # noqa: E402
from app.__main__ import main  # noqa: E402
from core.ipc.restart import RESTART  # noqa: E402

if __name__ == "__main__":
    application.engine_command = lambda _home: [sys.executable, "-c", f"raise SystemExit({RESTART})"]
    sys.exit(main(sys.argv[1:]))
