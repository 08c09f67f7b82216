"""The second screen: what of this computer may be used, and when."""

from app import words
from app.control import ControlClient
from app.first_run.presets import Preset, changes, wording
from app.qt import QButtonGroup, QHBoxLayout, QStyle, Qt, QVBoxLayout, QWidget, Signal
from app.situation import Situation
from app.widgets.card import Card, Page
from app.widgets.marks import Check, Radio
from app.widgets.text import Text, name
from core.ipc.records import Preview


class Choice(QWidget):
    """One preset: a radio button, and under it what it means."""

    def __init__(self, preset: Preset) -> None:
        super().__init__()
        said = wording(preset)
        self.button = Radio(said.title)
        font = self.button.font()
        font.setBold(True)
        self.button.setFont(font)
        text = Text(said.text, wraps=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 2)
        column.setSpacing(2)
        column.addWidget(self.button)
        style = self.button.style()
        width = style.pixelMetric(QStyle.PixelMetric.PM_ExclusiveIndicatorWidth)
        gap = style.pixelMetric(QStyle.PixelMetric.PM_RadioButtonLabelSpacing)
        indented = QHBoxLayout()  # with a gap and not a margin, which would stay on the left from right to left
        indented.setSpacing(0)
        indented.addSpacing(width + gap)
        indented.addWidget(text, 1)
        column.addLayout(indented)
        name(self.button, said.title.replace("&", ""), said.text)


class AllowPage(Page):
    preset_changed = Signal()

    def __init__(self, control: ControlClient, *, is_system_told: bool) -> None:
        """`is_system_told`: whether the desktop is asked to open links, and may be asked to start this at login."""
        super().__init__()
        self._is_system_told = is_system_told
        self._control = control
        self._asked: Preset | None = None
        self.device = Text(wraps=True)
        self.choices = {preset: Choice(preset) for preset in Preset}
        self.preview = Text(wraps=True, bold=True)
        self.at_login = Check(self.tr("&Start Idlewild when I log in"))
        self.at_login.setVisible(is_system_told)
        self.trouble = Text(wraps=True, tint="failure")
        self._group = QButtonGroup(self)
        self._lay_out()
        for choice in self.choices.values():
            self._group.addButton(choice.button)
        self.choices[Preset.BALANCED].button.setChecked(True)
        self._group.buttonToggled.connect(lambda _, is_on: self._on_chosen() if is_on else None)

    @property
    def preset(self) -> Preset:
        return next(preset for preset, choice in self.choices.items() if choice.button.isChecked())

    def choose(self, preset: Preset) -> None:
        self.choices[preset].button.setChecked(True)

    def show_situation(self, situation: Situation) -> None:
        device = situation.status.device if situation.status else ""
        said = self.tr("It would train on: {device}").format(device=words.plain(device, 120))
        self.device.setText(said if device else self.tr("It trains on the graphics card, or else on the processor."))
        if situation.live is not None and self._asked is None:
            self.ask_preview()

    def forget_preview(self) -> None:
        """It was true when it was asked for; next time it is asked for again."""
        self._asked = None

    def ask_preview(self) -> None:
        preset = self._asked = self.preset
        self._control.preview(
            changes(preset),
            lambda preview: self._show_preview(preset, preview),
            lambda _: self._say(preset, ""),
        )

    def say_trouble(self, sentence: str) -> None:
        self.trouble.setText(words.plain(sentence, 400))
        self.trouble.setVisible(bool(sentence))

    def _show_preview(self, preset: Preset, preview: Preview) -> None:
        self._say(preset, words.said(preview.saying, preview.sentence))

    def _say(self, preset: Preset, text: str) -> None:
        """Answers to a choice that is not the present one any more come too late."""
        if preset is self.preset:
            self.preview.setText(text)
            self.preview.setVisible(bool(text))

    def _on_chosen(self) -> None:
        self.ask_preview()
        self.preset_changed.emit()

    def _lay_out(self) -> None:
        self.add(Text(self.tr("What may it use?"), scale=1.5, bold=True, wraps=True))
        self.add(self.device)
        card = Card()
        for choice in self.choices.values():
            card.rows.addWidget(choice)
        card.rows.addWidget(self.preview)
        self.add(card)
        always = self.tr(
            "With each of them it stays off on battery, in mobile and other metered networks, in calls and while"
            " something fills the screen. All of that can be changed in the settings."
        )
        self.add(Text(always, wraps=True, tint="muted"))
        links = self.tr("Idlewild stands in the launcher now, and invitation links (idlewild://) open in it.")
        self.links = Text(links, wraps=True, tint="muted")
        self.links.setVisible(self._is_system_told)
        self.add(self.links)
        self.add(self.at_login)
        self.add(self.trouble)
        self.column.addStretch(1)
        self.preview.hide()
        self.trouble.hide()
        self.preview.setAlignment(Qt.AlignmentFlag.AlignLeading)
