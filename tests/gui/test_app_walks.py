"""Every page in a language that does not exist, and as a screen reader meets it."""

from collections.abc import Iterator

import pytest
from scenes import NAME, arranged, data, enter, its_own_words, scenes, settle, state, unasked
from toy_engine import wait_until
from translations import gather
from walking import (
    OPEN,
    PseudoTranslator,
    clipped,
    nameless,
    overlapping,
    pseudo,
    shown,
    texts_of,
    texts_of_actions,
    untranslated,
    words_in,
)

from app import words
from app.autostart.xdg import XdgAutostart
from app.first_run.steps import Step
from app.links.xdg import XdgLinkOpener
from app.notifications import PATIENCE_S, Deciding, Memory, Wishes
from app.qt import (
    QApplication,
    QFileDialog,
    QFont,
    QLabel,
    QLayout,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QScrollArea,
    QSettings,
    QVBoxLayout,
    QWidget,
)
from app.qt_words import texts_of_qt
from app.session import Session
from app.situation import Link, Situation
from app.system import System
from app.tray import Tray
from app.window import HEIGHT_PX, WIDTH_PX, MainWindow
from core.ipc.messages import Phase, Reason

SIZES = [(1.0, WIDTH_PX), (1.0, 440), (1.5, 440), (2.0, 440), (2.0, 900)]
"""Of the font, and of the window in pixels."""


def test_the_walks_find_what_they_look_for(qt: QApplication):
    root = QWidget()
    label, edit = QLabel("A label that is too long for its place"), QLineEdit()
    column = QVBoxLayout(root)
    column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
    column.addWidget(label)
    column.addWidget(edit)
    label.setFixedWidth(20)
    root.show()
    assert len(clipped(root)) == 1
    assert len(nameless(root)) == 1
    edit.setAccessibleName("Link")
    assert nameless(root) == []
    assert untranslated("Left ⟦Próčééd {x} ⟦ňéštéd⟧⟧ 12 kB of", {"Left"}) == []
    assert untranslated("Left over", set()) == ["Left", "over"]
    assert pseudo("&Pause {time}") == "⟦&Páúšé {time}~~~~~⟧"
    assert overlapping(root) == []
    edit.move(label.pos())
    assert len(overlapping(root)) == 1
    root.hide()


@pytest.fixture(autouse=True)
def no_slow_events() -> None:
    """Nobody is watched here: this translator is written in Python, and asked for each text of a window."""


@pytest.fixture
def pseudo_translator(qt: QApplication) -> Iterator[PseudoTranslator]:
    made = PseudoTranslator()
    qt.installTranslator(made)
    yield made
    qt.removeTranslator(made)


@pytest.fixture(params=SIZES, ids=lambda size: f"x{size[0]:g} {size[1]}px")
def width_px(request, qt) -> Iterator[int]:
    """Of the window; the font has its size."""
    scale, width = request.param
    before = qt.font()
    font = QFont(before)
    font.setPointSizeF(before.pointSizeF() * scale)
    qt.setFont(font)
    yield width
    qt.setFont(before)


@pytest.fixture
def settings(home) -> QSettings:
    return QSettings(str(home.root / "app.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def system(tmp_path) -> System:
    environment = {"HOME": str(tmp_path)}
    return System(XdgAutostart(["idlewild"], environment), XdgLinkOpener(["idlewild"], environment))


@pytest.fixture
def walked(engine, session, home, settings, system, pseudo_translator, width_px) -> Iterator[MainWindow]:
    """A window in the language that does not exist, of one size, with much to show."""
    arranged(engine)
    settings.setValue("first_run/done", True)
    yield from shown_window(MainWindow(session, home, settings, lambda: True, system), session, width_px)


@pytest.fixture
def first_run(engine, session, home, settings, system, pseudo_translator, width_px) -> Iterator[MainWindow]:
    """The same before its owner has agreed."""
    arranged(engine).status = unasked()
    yield from shown_window(MainWindow(session, home, settings, lambda: True, system), session, width_px)


def shown_window(window: MainWindow, session: Session, width_px: int) -> Iterator[MainWindow]:
    window.resize(width_px, HEIGHT_PX)
    window.show()
    session.start()
    wait_until(lambda: session.situation.live is not None)
    yield window
    window.hide()
    window.deleteLater()


def troubles(root: QWidget, known: set[str]) -> list[str]:
    found = [
        f"untranslated {left} in {type(widget).__name__} {text!r}"
        for widget in shown(root)
        for text in texts_of(widget)
        if (left := untranslated(text, known))
    ]
    found += [f"clipped {one}" for one in clipped(root)]
    found += [f"nameless {one}" for one in nameless(root)]
    found += [f"overlapping {one}" for one in overlapping(root)]
    for area in shown(root):
        if isinstance(area, QScrollArea) and area.widget().width() > area.viewport().width():
            found.append(f"too wide {area} {area.widget().width()} > {area.viewport().width()}")
    return found


def not_gathered(translator: PseudoTranslator) -> list[tuple[str, str]]:
    """Texts for which nobody could ever write a translation; Qt's own and the toy engine's sayings are others'."""
    known = {(text.context, text.source) for text in gather()}
    asked = {(context, source) for context, source in translator.asked if source}
    return sorted(one for one in asked - known if one[0] != "engine" and not one[0].startswith("Q"))


def test_every_page_is_translated_and_whole_and_named(walked, engine, session, home, pseudo_translator):
    known, found = data(engine) | words_in(str(home.root)) | {"log"}, []
    for scene in scenes():
        enter(scene, walked, session, engine)
        found += [f"{scene.name}: {trouble}" for trouble in troubles(walked, known)]
    assert not found, "\n".join(found)
    assert not_gathered(pseudo_translator) == []


def test_the_first_run_is_translated_and_whole_and_named(first_run, engine, session, pseudo_translator):
    known, found = data(engine), []
    for step in (Step.CONSENT, Step.DECLINED, Step.ALLOW, Step.JOIN):
        first_run.first_run._turn_to(step)
        if step is Step.ALLOW:
            wait_until(first_run.first_run.allow.preview.text)
        elif step is Step.JOIN:
            wait_until(lambda: first_run.first_run.join.ways.nearby.found)
        settle()
        found += [f"{step.name}: {trouble}" for trouble in troubles(first_run, known)]
    assert not found, "\n".join(found)
    assert not_gathered(pseudo_translator) == []


def test_the_menus_and_the_tray_are_translated(qt, session, engine, home, settings, pseudo_translator):
    arranged(engine)
    settings.setValue("first_run/done", True)
    window, tray = MainWindow(session, home, settings, lambda: True), Tray(session, settings)
    session.start()
    wait_until(lambda: session.situation.live is not None)
    window.show()
    menus = [window.menuBar(), tray.menu, *window.findChildren(QMenu)]
    texts = [text for menu in menus for text in texts_of_actions(menu.actions())] + [tray.icon.toolTip()]
    assert len(texts) > 40
    assert [text for text in texts if untranslated(text, {"Idlewild"})] == []
    window.hide()
    window.deleteLater()
    tray.deleteLater()


@pytest.mark.parametrize("reason", list(Reason))
def test_what_is_told_outside_the_window_is_translated(qt, pseudo_translator, reason):
    situation = Situation(Link.READY, "", state(Phase.FAILED, reason, "What the engine says."))
    deciding = Deciding(Memory())
    assert deciding.look(situation, Wishes(), 0.0) is None
    notice = deciding.look(situation, Wishes(), PATIENCE_S)
    texts = [notice.title, *notice.text.split("\n")] if notice else []
    texts += [words.headline(situation), words.sentence(situation), words.action(situation), words.tooltip(situation)]
    assert [text for text in texts if untranslated(text, set())] == []


def test_what_is_told_of_the_engine_and_of_milestones_is_translated(qt, pseudo_translator):
    said = [text for link in Link for text in (words.headline(Situation(link)), words.sentence(Situation(link)))]
    deciding, wishes = Deciding(Memory()), Wishes(milestones=True)
    few, many = (
        Situation(Link.READY, "", state(Phase.TRAINING, Reason.NONE, "Training.", collaboration=collaboration))
        for collaboration in (its_own_words(my_samples=1), its_own_words(my_samples=1_000))
    )
    assert deciding.look(few, wishes, 0.0) is None
    notice = deciding.look(many, wishes, 1.0)
    said += [notice.title, notice.text]
    assert [text for text in said if untranslated(text, words_in(NAME))] == []


OF_NO_USER = {"QGuiApplication", "QShortcut", "QAbstractFileIconProvider"}
"""The direction of writing, names of keys as they stand on keyboards, kinds of files that no tooltip shows."""


def test_qts_own_parts_can_be_translated(qt, tmp_path, pseudo_translator):
    for mode in (QFileDialog.AcceptMode.AcceptSave, QFileDialog.AcceptMode.AcceptOpen):
        dialog = QFileDialog(None, "A title", str(tmp_path))
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        dialog.setAcceptMode(mode)
        dialog.show()
        settle()
        dialog.hide()
        dialog.deleteLater()
    for edit in (QLineEdit("text"), QPlainTextEdit("text")):
        edit.createStandardContextMenu().deleteLater()
    known = {(text.context, text.source) for text in gather()}
    asked = {one for one in pseudo_translator.asked if one[0].startswith("Q") and one[0] not in OF_NO_USER}
    assert len(asked) > 30
    assert {one for one in asked - known if not one[1].startswith("Alt+")} == set()
    assert all(text.startswith(OPEN) for text in texts_of_qt())
