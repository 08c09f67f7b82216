"""Texts of Qt's own parts that are seen in this program: menus of lines and texts, its dialog for files.

Qt brings them in many languages, but not in all that this program speaks. It asks every translator that is installed,
so what stands in this program's own files is shown too. Written out here to be gathered; nobody has to call it.
"""

from app.words import translate


def texts_of_qt() -> tuple[str, ...]:
    return *_menus(), *_buttons(), *_file_dialog()


def _menus() -> tuple[str, ...]:
    return (
        translate("QLineEdit", "&Undo"),
        translate("QLineEdit", "&Redo"),
        translate("QLineEdit", "Cu&t"),
        translate("QLineEdit", "&Copy"),
        translate("QLineEdit", "&Paste"),
        translate("QLineEdit", "Delete"),
        translate("QLineEdit", "Select All"),
        translate("QWidgetTextControl", "&Undo"),
        translate("QWidgetTextControl", "&Redo"),
        translate("QWidgetTextControl", "Cu&t"),
        translate("QWidgetTextControl", "&Copy"),
        translate("QWidgetTextControl", "&Paste"),
        translate("QWidgetTextControl", "Delete"),
        translate("QWidgetTextControl", "Select All"),
        translate("QAbstractSpinBox", "&Select All"),
        translate("QAbstractSpinBox", "&Step up"),
        translate("QAbstractSpinBox", "Step &down"),
    )


def _buttons() -> tuple[str, ...]:
    return (
        translate("QPlatformTheme", "OK"),
        translate("QPlatformTheme", "Open"),
        translate("QPlatformTheme", "Save"),
        translate("QPlatformTheme", "Cancel"),
    )


def _file_dialog() -> tuple[str, ...]:
    return (
        translate("QFileDialog", "&Look in:"),
        translate("QFileDialog", "Back"),
        translate("QFileDialog", "Forward"),
        translate("QFileDialog", "Parent Directory"),
        translate("QFileDialog", "Create New Folder"),
        translate("QFileDialog", "List View"),
        translate("QFileDialog", "Detail View"),
        translate("QFileDialog", "Go back"),
        translate("QFileDialog", "Go forward"),
        translate("QFileDialog", "Go to the parent directory"),
        translate("QFileDialog", "Create a New Folder"),
        translate("QFileDialog", "Change to list view mode"),
        translate("QFileDialog", "Change to detail view mode"),
        translate("QFileDialog", "Sidebar"),
        translate("QFileDialog", "List of places and bookmarks"),
        translate("QFileDialog", "Files"),
        translate("QFileDialog", "Files of &type:"),
        translate("QFileDialog", "File &name:"),
        translate("QFileDialog", "All Files (*)"),
        translate("QFileDialog", "&Open"),
        translate("QFileDialog", "&Save"),
        translate("QFileDialog", "&Rename"),
        translate("QFileDialog", "&Delete"),
        translate("QFileDialog", "&New Folder"),
        translate("QFileDialog", "Show &hidden files"),
        translate("QFileDialog", "Show "),
        translate("QFileDialog", "%1 already exists.\nDo you want to replace it?"),
        translate("QFileSystemModel", "Name"),
        translate("QFileSystemModel", "Size"),
        translate("QFileSystemModel", "Type"),
        translate("QFileSystemModel", "Date Modified"),
        translate("QFileSystemModel", "Computer"),
    )
