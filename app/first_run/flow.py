"""The first start in three screens. Nothing is computed before the first of them is agreed to; closing the window at
any point is harmless, and the next start goes on where it was left."""

import contextlib
import logging

from app import installed_words, words
from app.first_run.allowing import AllowPage
from app.first_run.consent import ConsentPage, DeclinedPage
from app.first_run.foot import Foot
from app.first_run.joining import FirstJoinPage
from app.first_run.presets import Preset, changes
from app.first_run.steps import Step, is_due, step_due
from app.qt import QResizeEvent, QSettings, QShowEvent, QStackedWidget, QVBoxLayout, QWidget, Signal
from app.session import Session
from app.situation import Situation
from app.system import System
from app.system_fault import SystemFault
from app.widgets.button import Button
from app.widgets.card import side_px
from app.widgets.flow import Flow
from app.widgets.text import Text

logger = logging.getLogger(__name__)

DONE, STEP, LINK, PRESET = "first_run/done", "first_run/step", "first_run/link", "first_run/preset"


class FirstRun(QWidget):
    """`system`: None where the desktop is not to be told anything (tests)."""

    due_changed = Signal()
    quit_wanted = Signal()

    def __init__(self, session: Session, settings: QSettings, system: System | None = None) -> None:
        super().__init__()
        self._session, self._settings, self._system = session, settings, system
        self.is_done = bool(settings.value(DONE, False, type=bool))
        self.is_due = not self.is_done
        self.step = _step(settings)
        self.is_built = False
        """Its screens are there."""
        self._has_said_link = False
        self._shown: tuple[object, ...] = ()
        session.changed.connect(self.show_situation)
        if self.is_due:
            self._build()

    def keep_link(self, link: str) -> None:
        """Is offered on the third screen, also after a restart."""
        self._settings.setValue(LINK, link)
        self.join.ways.link.offer(link)

    def show_situation(self, situation: Situation) -> None:
        """Called with every change, also while hidden."""
        if situation.collaboration is not None and situation.live is not None and situation.live.has_consent:
            self._end()
        self._set_due(is_due(situation, was_due=self.is_due, is_done=self.is_done))
        if not self.is_due:
            return
        step = step_due(situation, self.step)
        if step is not self.step:
            self._turn_to(step)
        elif _essence(situation) != self._shown:  # twice a second something else is new
            self._show_page(situation)

    # --- buttons --------------------------------------------------------------------------------------------------

    def _on_go_on(self) -> None:
        self.state.hide()
        match self.step:
            case Step.CONSENT:
                self._wait(is_waiting=True)
                self._session.control.consent(True, self._on_consent, self._failed)
            case Step.ALLOW:
                self._wait(is_waiting=True)
                self._session.control.set_preferences(
                    changes(self.allow.preset), lambda _: self._on_allowed(), self._failed
                )
            case Step.DECLINED:
                self._turn_to(Step.CONSENT)

    def _on_later(self) -> None:
        self._end()
        self._set_due(is_due(self._session.situation, was_due=False, is_done=True))

    def _on_back(self) -> None:
        """Consent is not asked for twice: the way back from the second screen leads nowhere."""
        if self.step is Step.JOIN:
            self._turn_to(Step.ALLOW)

    def _on_decline(self) -> None:
        if self.step is Step.DECLINED:
            self.quit_wanted.emit()
        else:
            self._turn_to(Step.DECLINED)

    def _on_consent(self) -> None:
        self._wait(is_waiting=False)
        if self._system is not None:
            try:
                self._system.links.register()
            except SystemFault as fault:
                logger.warning("Links are not opened by this program: %s", fault)
        if self.step is not Step.ALLOW:  # the status with the consent came before the answer to the question
            self._turn_to(Step.ALLOW)

    def _on_allowed(self) -> None:
        self._wait(is_waiting=False)
        self._settings.setValue(PRESET, self.allow.preset.value)
        if self._system is not None:
            try:
                autostart = self._system.autostart
                (autostart.turn_on if self.allow.at_login.isChecked() else autostart.turn_off)()
            except SystemFault as fault:
                self.allow.say_trouble(str(fault))
                self.allow.at_login.setChecked(False)
                return
        self.allow.say_trouble("")
        self._turn_to(Step.JOIN)

    def _failed(self, sentence: str) -> None:
        self._wait(is_waiting=False)
        self.state.tell(words.plain(sentence, 400), "failure")

    def _wait(self, *, is_waiting: bool) -> None:
        self.go_on.setEnabled(not is_waiting)

    # --- showing --------------------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        self._focus()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        if self.is_built:
            side = side_px(event.size().width())
            self._said.setContentsMargins(side, 0, side, 0)

    def _turn_to(self, step: Step) -> None:
        self.step = step
        self._settings.setValue(STEP, int(step))
        self.pages.setCurrentIndex(int(step))
        self._dress()
        self.allow.forget_preview()
        self._show_page(self._session.situation)
        self._focus()

    def _dress(self) -> None:
        """Buttons and counter of the screen."""
        self.back.setVisible(self.step is Step.JOIN)
        self.decline.setVisible(self.step in {Step.CONSENT, Step.DECLINED})
        self.decline.setText(self.tr("&Quit Idlewild") if self.step is Step.DECLINED else self.tr("&Not now"))
        self.later.setVisible(self.step is Step.JOIN)
        self.go_on.setVisible(self.step is not Step.JOIN)
        self.go_on.setText(
            {
                Step.CONSENT: self.tr("I &agree"),
                Step.ALLOW: self.tr("Nex&t"),
                Step.DECLINED: self.tr("&Read it again"),
            }.get(self.step, "")
        )
        numbered = self.step is not Step.DECLINED
        self.place.setText(self.tr("{number} of 3").format(number=words.count(self.step + 1)) if numbered else "")

    def _show_page(self, situation: Situation) -> None:
        self._shown = _essence(situation)
        is_live = situation.live is not None
        if self.step is Step.CONSENT:
            self.consent.show_situation(situation)
        elif self.step is Step.ALLOW:
            self.allow.show_situation(situation)
        elif self.step is Step.JOIN:
            self.join.show_situation(situation)
        self.go_on.setEnabled(is_live or self.step is Step.DECLINED)
        aside = words.sentence(situation) if not is_live else _meanwhile(situation)
        is_said = self.step is Step.JOIN and self.join.says_what_is_awaited
        if aside and not is_said and self.step is not Step.DECLINED:
            self.state.tell(aside, "muted")
            self._has_said_link = True
        elif self._has_said_link:
            self.state.hide()
            self._has_said_link = False

    def _focus(self) -> None:
        if not self.isVisible():
            return
        if self.step is Step.ALLOW:
            self.allow.choices[self.allow.preset].button.setFocus()
        elif self.step is Step.JOIN:
            link = self.join.ways.link
            (link.join if link.join.isEnabled() else self.join.ways.starter.start).setFocus()
        else:
            self.go_on.setFocus()

    def _set_due(self, due: bool) -> None:
        if due != self.is_due:
            self.is_due = due
            if due:
                self._build()
            self.due_changed.emit()

    def _end(self) -> None:
        if self.is_done:
            return
        self.is_done = True
        self._settings.setValue(DONE, True)
        for key in (STEP, LINK):
            self._settings.remove(key)

    # --- construction ---------------------------------------------------------------------------------------------

    def _build(self) -> None:
        """Late, since most starts are not the first."""
        if self.is_built:
            return
        self.is_built = True
        self.consent = ConsentPage()
        self.allow = AllowPage(self._session.control, is_system_told=self._system is not None)
        self.join = FirstJoinPage(self._session)
        self.declined = DeclinedPage()
        self.pages = QStackedWidget()
        for page in (self.consent, self.allow, self.join, self.declined):
            self.pages.addWidget(page)
        self.place = Text(tint="muted")
        self.state = Text(wraps=True)
        self.back = Button(self.tr("Bac&k"))
        self.decline = Button(self.tr("&Not now"))
        self.later = Button(self.tr("&Decide later"))
        self.go_on = Button(self.tr("I &agree"), is_primary=True)
        for button in (self.back, self.decline, self.later, self.go_on):
            button.setAutoDefault(True)  # Return presses it too
        self._lay_out()
        self._connect()
        self._restore()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.pages, 1)
        self._said = QVBoxLayout()
        self._said.addWidget(self.state)
        column.addLayout(self._said)
        column.addWidget(Foot(Flow(self.place), Flow(self.back, self.decline, self.later, self.go_on)))
        self.state.hide()

    def _connect(self) -> None:
        self.go_on.clicked.connect(self._on_go_on)
        self.later.clicked.connect(self._on_later)
        self.back.clicked.connect(self._on_back)
        self.decline.clicked.connect(self._on_decline)

    def _restore(self) -> None:
        preset = str(self._settings.value(PRESET, Preset.BALANCED.value))
        if preset in {known.value for known in Preset}:
            self.allow.choose(Preset(preset))
        if self._system is not None:
            with contextlib.suppress(SystemFault):
                self.allow.at_login.setChecked(self._system.autostart.is_on())
        if link := str(self._settings.value(LINK, "")):
            self.join.ways.link.offer(link)
        self.pages.setCurrentIndex(int(self.step))
        self._dress()
        self._show_page(self._session.situation)


def _meanwhile(situation: Situation) -> str:
    return installed_words.progress(situation.live.runtime) if situation.live else ""


def _essence(situation: Situation) -> tuple[object, ...]:
    """What these screens show of it."""
    device = situation.status.device if situation.status else ""
    state = situation.link, words.sentence(situation), situation.mood
    to_come = installed_words.still_to_come(situation.status.runtime) if situation.status else ""
    return *state, situation.lacks_consent, situation.collaboration is None, device, to_come, _meanwhile(situation)


def _step(settings: QSettings) -> Step:
    kept = str(settings.value(STEP, "0"))
    return Step(int(kept)) if kept in {"0", "1", "2"} else Step.CONSENT
