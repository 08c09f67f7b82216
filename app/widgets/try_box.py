"""Asks the model as it is now: words for a gap, or how a text goes on."""

from app import words
from app.colours import tints
from app.examples import GAP, example
from app.qt import QEvent, QLabel, QLineEdit, QSizePolicy, Qt
from app.session import Session
from app.situation import Situation
from app.widgets.button import Button
from app.widgets.candidates import Candidates
from app.widgets.card import Card, side_by_side
from app.widgets.text import Text, name
from core.ipc.messages import Phase
from core.ipc.records import TryAnswer

LONGEST_TEXT = 2_000
_WORKING = {Phase.TRAINING, Phase.AVERAGING, Phase.SERVING}


class Continued(QLabel):
    """A text, and in the accent colour what the model has put behind it."""

    def __init__(self) -> None:
        super().__init__()
        self._parts = ("", "")
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_text(self, asked: str, added: str) -> None:
        self._parts = (asked, added)
        colour = tints(self.palette()).accent
        shown = [words.escaped(part).replace("\n", "<br>") for part in self._parts]
        self.setText(f'{shown[0]}<span style="color:{colour}; font-weight:600">{shown[1]}</span>')
        name(self, asked + added)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and any(self._parts):
            self.show_text(*self._parts)


class TryBox(Card):
    """Only the answer to the newest question is shown."""

    def __init__(self, session: Session) -> None:
        super().__init__(self.tr("Try the model"))
        self._session = session
        self._run = ""
        self._language = ""
        self._kind = ""
        self._question = 0
        self._asked = ""
        self._is_busy = False
        self._is_probing = False
        self._is_live = False
        self.hint = Text(wraps=True, tint="muted")
        self.text = QLineEdit()
        self.text.setMaxLength(LONGEST_TEXT)
        self.text.setMinimumHeight(self.text.fontMetrics().height() + 12)
        self.ask = Button(self.tr("As&k the model"), is_primary=True)
        self.remark = Text(wraps=True, tint="muted")
        self.continued = Continued()
        self.candidates = Candidates()
        self._build()

    def _build(self) -> None:
        row = side_by_side(self.text, self.ask)
        row.setStretch(0, 1)
        self.rows.addWidget(self.hint)
        self.rows.addLayout(row)
        for part in (self.continued, self.candidates, self.remark):
            self.rows.addWidget(part)
        name(self.text, self.tr("Text for the model"))
        self.text.returnPressed.connect(self.ask_model)
        self.text.textChanged.connect(lambda _: self._show_state())
        self.ask.clicked.connect(self.ask_model)
        self.candidates.chosen.connect(self.put_in)
        self._clear()

    # --- the collaboration ----------------------------------------------------------------------------------------

    def show_situation(self, situation: Situation) -> None:
        collaboration, live = situation.collaboration, situation.live
        self.setVisible(collaboration is not None)
        if collaboration is None:
            return
        self._is_live = live is not None and collaboration.step > 0
        if collaboration.run != self._run:
            self._run, self._language, self._kind = collaboration.run, collaboration.language, ""
            self._question += 1
            self._is_busy = self._is_probing = False
            self.text.clear()
            self._clear()
        if live is not None and self._is_live and self._may_probe(live.phase):
            self._is_probing = True
            self._send(example("fill_mask", self._language) or GAP, is_probe=True)
        self._show_state()

    def _may_probe(self, phase: Phase) -> bool:
        """What kind of model this is, is found out by asking it; unasked only while this computer works anyway."""
        return not self._kind and not self._is_probing and not self._is_busy and phase in _WORKING and self.isVisible()

    def _clear(self) -> None:
        self.continued.hide()
        self.candidates.show_candidates([])
        self.remark.setText("")

    # --- asking -----------------------------------------------------------------------------------------------------

    def ask_model(self) -> None:
        text = self.text.text() or self.text.placeholderText()
        if not text.strip() or not self._is_live:
            return
        if self._kind == "fill_mask" and GAP not in text:
            self.remark.setText(self.tr("Put {gap} where a word is missing.").format(gap=GAP))
            self.remark.show()
            return
        self.text.setText(text)
        self._send(text, is_probe=False)

    def put_in(self, word: str) -> None:
        """Into the first gap of the text that was asked about."""
        text = self._asked.replace(GAP, word, 1)
        self.text.setText(text)
        self.text.setFocus()
        self.text.setCursorPosition(len(text))

    def _send(self, text: str, *, is_probe: bool) -> None:
        self._question += 1
        question = self._question
        if not is_probe:
            self._is_busy, self._is_probing, self._asked = True, False, text
            self._clear()
        self._session.control.try_model(
            text, 5, lambda answer: self._take(question, answer), lambda sentence: self._fail(question, sentence)
        )
        self._show_state()

    def _take(self, question: int, answer: TryAnswer) -> None:
        if question != self._question:
            return
        was_asked, self._is_busy, self._kind = self._is_busy, False, answer.kind
        if was_asked and answer.kind != "none":
            self._show_answer(answer)
        self._show_state()

    def _fail(self, question: int, sentence: str) -> None:
        if question != self._question:
            return
        was_asked, self._is_busy = self._is_busy, False
        self._show_state()
        if was_asked:
            self.remark.setText(words.plain(sentence, 400))
            self.remark.show()

    def _show_answer(self, answer: TryAnswer) -> None:
        if answer.kind == "complete":
            self.continued.show_text(self._asked, "".join(words.plain(one.text) for one in answer.candidates[:1]))
            self.continued.show()
        else:
            self.candidates.show_candidates(answer.candidates)
        said = self.tr("Said by the model after step {step}.") if answer.candidates else self.tr("No answer.")
        self.remark.setText(said.format(step=words.count(answer.step)))

    # --- how it looks -----------------------------------------------------------------------------------------------

    def _show_state(self) -> None:
        about_text = self._kind != "none"
        for part in (self.text, self.ask):
            part.setVisible(about_text)
        self.hint.setText(self._hint())
        self.text.setPlaceholderText(example(self._kind or "fill_mask", self._language))
        self.text.setEnabled(self._is_live)
        has_text = bool(self.text.text().strip() or self.text.placeholderText())
        self.ask.setEnabled(self._is_live and has_text and not self._is_busy)
        if self._is_busy:
            self.remark.setText(self.tr("The model is thinking…"))
        self.remark.setVisible(about_text and bool(self.remark.text()))

    def _hint(self) -> str:
        if not self._is_live and self._kind != "none":
            return self.tr("This opens as soon as the engine runs and a step is finished.")
        return {
            "none": self.tr("The models of this collaboration are not about text, so there is nothing to type here."),
            "complete": self.tr("Begin a text; the model goes on with it."),
            "fill_mask": self.tr("Write {gap} where a word is missing; the model guesses it.").format(gap=GAP),
        }.get(self._kind, self.tr("Write a text, with {gap} where the model is to guess a word.").format(gap=GAP))
