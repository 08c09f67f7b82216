"""The app as `python -m app` starts it, with a door for a test: orders come in by standard input, one JSON list a line,
and what window and tray show goes out by standard output whenever it changes."""

import json
import os
import sys
import time

from app import application
from app.__main__ import main
from app.qt import QFileDialog, QSocketNotifier
from app.tray import Tray
from app.words import NO_BREAK_SPACE
from core.ipc.preferences import Preferences

READ_BYTES = 1 << 16


def _plain(shown: str) -> str:
    """As a terminal writes it: there nothing keeps a number and its unit on one line."""
    return shown.replace(NO_BREAK_SPACE, " ")


class DrivenApplication(application.Application):
    def start(self, link: str, *, hidden: bool) -> None:
        super().start(link, hidden=hidden)
        self.any_tray: Tray = self._new_tray()  # where there is no panel it is not seen, and says the same
        self._shown: dict[str, object] = {}
        self._heard = b""
        self._door = QSocketNotifier(0, QSocketNotifier.Type.Read, self)
        self._door.activated.connect(self._on_order)
        self.session.changed.connect(lambda _: self._tell())
        self._tell()

    def _tell(self) -> None:
        situation, state = self.session.situation, self.window.now.state
        shown: dict[str, object] = {
            "link": situation.link.name,
            "reason": situation.live.reason.value if situation.live else "",
            "step": self.window.first_run.step.name if self.window.first_run.is_due else "",
            "headline": _plain(state.headline.text()),
            "sentence": _plain(state.sentence.text()),
            "tray": _plain(self.any_tray.icon.toolTip()),
        }
        if shown != self._shown:
            self._shown = shown
            print(json.dumps({"at_s": time.monotonic(), **shown}), flush=True)

    def _on_order(self) -> None:
        data = os.read(0, READ_BYTES)
        if not data:
            self._door.setEnabled(False)
            return
        *lines, self._heard = (self._heard + data).split(b"\n")
        for line in lines:
            name, *values = json.loads(line)
            getattr(self, f"order_{name}")(*values)

    # --- what a user would click

    def order_go_on(self) -> None:
        """The first run's one big button."""
        self.window.first_run.go_on.click()

    def order_tick_login(self) -> None:
        """On the second screen of the first run."""
        self.window.first_run.allow.at_login.setChecked(True)

    def order_remove(self, keep_history: bool) -> None:
        """What the dialog says when it was agreed to."""
        self.window.settings.program.remove_wanted.emit(keep_history)

    def order_look_at_files(self) -> None:
        """A dialog of Qt's own remembers where it was, when it ends."""
        dialog = QFileDialog()
        dialog.show()
        dialog.accept()
        dialog.deleteLater()

    def order_host_starter(self) -> None:
        self.session.host_starter(lambda: None, lambda why: None)

    def order_prefer(self, changes: dict[str, object]) -> None:
        def refused(why: str) -> None:
            raise AssertionError(why)

        def taken(preferences: Preferences) -> None:
            assert all(getattr(preferences, key) == value for key, value in changes.items())

        self.session.control.set_preferences(changes, taken, refused)

    def order_join(self) -> None:
        """With the link that the program was started with."""
        self.window.first_run.join.ways.link.join.click()

    def order_pause(self, seconds: float | None) -> None:
        self.session.pause(seconds)

    def order_resume(self) -> None:
        self.session.resume()

    def order_quit(self) -> None:
        self.any_tray.quit_action.trigger()


if __name__ == "__main__":
    application.Application = DrivenApplication  # type: ignore[misc]
    sys.exit(main())
