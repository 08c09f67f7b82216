"""Every page in a language that does not exist, and as a screen reader meets it."""

from walking import clipped, nameless, pseudo, untranslated

from app.qt import QApplication, QLabel, QLayout, QLineEdit, QVBoxLayout, QWidget


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
    root.hide()
