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
        self.start = Button(self.tr("&Start with starter on this computer"))
        self.verdict = Text(wraps=True, tint="failure")
        self.verdict.hide()
        for part in (self.what, self.verdict):
            self.rows.addWidget(part)
        self.rows.addLayout(Flow(self.start))

    def failed(self, sentence: str) -> None:
        self.start.setEnabled(True)
        self.verdict.setText(words.plain(sentence, 600))
        self.verdict.show()
