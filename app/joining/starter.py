"""The collaboration that needs nobody and nothing: it begins on this computer."""

from app import words
from app.widgets.button import Button
from app.widgets.card import Card
from app.widgets.flow import Flow
from app.widgets.text import Text


class StarterCard(Card):
    def __init__(self) -> None:
        super().__init__(self.tr("Or start right here"))
        self.what = Text(
            self.tr(
                "“Starter” is a small language model that this computer trains by itself, on text that is already here."
                " Nothing is downloaded, and others can join later."
            ),
            wraps=True,
        )
        self.start = Button(self.tr("&Start on this computer"))
        self.verdict = Text(wraps=True, tint="failure")
        self.verdict.hide()
        self._is_starting = False
        for part in (self.what, self.verdict):
            self.rows.addWidget(part)
        self.rows.addLayout(Flow(self.start))

    def starting(self) -> None:
        self._is_starting = True
        self.verdict.tell(self.tr("Starting; this takes a moment…"), "muted")
        # Else the focus goes on to whatever comes next: in the first run, the way back.
        if self.window().focusWidget() is self.start:
            self.verdict.setFocus()
        self.start.setEnabled(False)

    def started(self) -> None:
        """Or it came to nothing, which the status says; a complaint stays."""
        self._give_back()
        if self._is_starting:
            self._is_starting = False
            self.verdict.hide()

    def failed(self, sentence: str) -> None:
        self._is_starting = False
        self._give_back()
        self.verdict.tell(words.plain(sentence, 600), "failure")

    def _give_back(self) -> None:
        self.start.setEnabled(True)
        if self.window().focusWidget() is self.verdict:
            self.start.setFocus()
