"""The big buttons under the state: pause, pause for a while or after this step, and resume."""

from app.pause_menu import fill_pause_menu
from app.qt import QMenu, QWidget
from app.session import Session
from app.situation import Situation
from app.widgets.button import Button, make_big
from app.widgets.card import side_by_side
from app.widgets.text import name


class PauseButtons(QWidget):
    """One button to resume takes the place of the others while the user's pause lasts."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.pause = Button(self.tr("&Pause"))
        self.pause_for = Button(self.tr("Pause f&or"))
        self.resume = Button(self.tr("&Resume"), is_primary=True)
        menu = QMenu(self)
        fill_pause_menu(menu, session.pause)
        menu.addSeparator()
        self.finish = menu.addAction(self.tr("After this &step"), session.finish_step)
        self.pause_for.setMenu(menu)
        for button in (self.pause, self.pause_for, self.resume):
            make_big(button)
        self.pause_for.may_grow(is_growing=False)
        row = side_by_side(self.pause, self.pause_for, self.resume)
        row.setContentsMargins(0, 0, 0, 0)
        self.setLayout(row)
        name(self.pause, self.tr("Pause training until I resume"))
        name(self.pause_for, self.tr("Pause training for a while, or after this step"))
        name(self.resume, self.tr("Resume training"))
        self.pause.clicked.connect(lambda: session.pause(None))
        self.resume.clicked.connect(session.resume)

    def show_situation(self, situation: Situation) -> None:
        had_focus = any(button.hasFocus() for button in (self.pause, self.pause_for, self.resume))
        self.resume.setVisible(situation.paused_by_user)
        for button in (self.pause, self.pause_for):
            button.setVisible(not situation.paused_by_user)
            button.setEnabled(situation.may_pause)
        if had_focus:
            (self.resume if situation.paused_by_user else self.pause).setFocus()
