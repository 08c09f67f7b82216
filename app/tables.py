"""Tables of peers, of links and of collaborations; the models hold ready text, so that painting computes nothing."""

from dataclasses import dataclass
from typing import Any

from app import chart_words, network_words, words
from app.history import History
from app.qt import (
    QAbstractItemView,
    QAbstractTableModel,
    QFont,
    QFontMetrics,
    QHeaderView,
    QModelIndex,
    QPersistentModelIndex,
    QResizeEvent,
    Qt,
    QTableView,
)
from app.words import escaped, translate
from core.ipc.messages import LinkStatus, PeerStatus

Index = QModelIndex | QPersistentModelIndex
_NUMBER = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_FIRST_COLUMN_CHARACTERS = 14
"""Room for a name before other columns have to go."""
_CELL_MARGIN_PX = 12
_WORD = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Row:
    key: str
    cells: tuple[str, ...]
    is_bold: bool = False


class Rows(QAbstractTableModel):
    """Rows of text under `titles`; the columns from `first_number` on hold numbers."""

    def __init__(self, titles: tuple[str, ...], first_number: int) -> None:
        super().__init__()
        self._titles = titles
        self._first_number = first_number
        self.rows: tuple[Row, ...] = ()

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        """Keeps selection and scroll position while the same keys stand in the same order."""
        if rows == self.rows:
            return
        if [row.key for row in rows] != [row.key for row in self.rows]:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()
            return
        before, self.rows = self.rows, rows
        for number, (old, new) in enumerate(zip(before, rows, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(number, 0), self.index(number, len(self._titles) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 (Qt's signature)
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 (Qt's signature)
        return 0 if parent.isValid() else len(self._titles)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, text = self.rows[index.row()], self.rows[index.row()].cells[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return text
            case Qt.ItemDataRole.ToolTipRole:
                return f"<span>{escaped(text)}</span>"
            case Qt.ItemDataRole.TextAlignmentRole:
                return _NUMBER if index.column() >= self._first_number else _WORD
            case Qt.ItemDataRole.FontRole if row.is_bold:
                font = QFont()
                font.setBold(True)
                return font
        return None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _NUMBER if section >= self._first_number else _WORD
        return None


class Table(QTableView):
    """Reads like a list: whole rows, no grid, the first column takes the room that is left; Tab leaves it.

    Where there is too little room, the columns `spare` go, in that order.
    """

    def __init__(
        self, model: Rows, accessible_name: str, *, spare: tuple[int, ...], most_rows: int, gap_px: int = 0
    ) -> None:
        """`most_rows`: how many are shown at once; more scroll. `gap_px`: room between columns beside what is usual,
        where their cells are wider than their titles."""
        super().__init__()
        self._gap_px = gap_px
        self._spare = spare
        self._most_rows = most_rows
        self._widths_px: list[int] = []
        self.setModel(model)
        self.setAccessibleName(accessible_name)
        self.setShowGrid(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 9)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setStyleSheet(
            "QHeaderView { background: transparent; border: 0 }"
            "QHeaderView::section { background: transparent; border: 0; padding: 3px;"
            " color: palette(placeholder-text) }"
        )
        self.viewport().setAutoFillBackground(False)

    def fit(self) -> None:
        """To be called when rows have changed."""
        rows = min(self.model().rowCount(), self._most_rows)
        header_px = self.horizontalHeader().sizeHint().height()
        self.setFixedHeight(header_px + rows * self.verticalHeader().defaultSectionSize() + 4)
        self._widths_px = self._measure()
        self._choose_columns()

    def sizeHintForColumn(self, column: int) -> int:  # noqa: N802
        return super().sizeHintForColumn(column) + self._gap_px

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._choose_columns()

    def _choose_columns(self) -> None:
        excess = sum(self._widths_px) - self.viewport().width()
        for column in self._spare:
            self.setColumnHidden(column, excess > 0)
            if excess > 0:
                excess -= self._widths_px[column]

    def _measure(self) -> list[int]:
        """Width that each column wants, hidden ones too, which Qt's own hints leave out."""
        font = QFont(self.font())
        font.setBold(True)
        metrics = QFontMetrics(font)
        model = self.model()
        widths = []
        for column in range(model.columnCount()):
            title = str(model.headerData(column, Qt.Orientation.Horizontal))
            texts = [title, *(str(model.index(row, column).data()) for row in range(model.rowCount()))]
            widths.append(max(metrics.horizontalAdvance(text) for text in texts) + _CELL_MARGIN_PX + self._gap_px)
        widths[0] = min(widths[0], metrics.averageCharWidth() * _FIRST_COLUMN_CHARACTERS)
        return widths


def peers_model() -> Rows:
    titles = (
        translate("words", "Peer"),
        translate("words", "Role"),
        translate("words", "Samples/s"),
        translate("words", "This step"),
    )
    return Rows(titles, first_number=2)


def peer_rows(peers: list[PeerStatus]) -> tuple[Row, ...]:
    """This computer first, then by name, so that rows keep their place from one status to the next."""
    ordered = sorted(peers, key=lambda peer: (not peer.is_me, peer.peer))
    return tuple(
        Row(
            peer.peer,
            (
                translate("words", "This computer") if peer.is_me else words.plain(peer.peer, 60),
                words.role(peer.role),
                words.bare_speed(peer.samples_per_s),
                words.count(peer.samples),
            ),
            is_bold=peer.is_me,
        )
        for peer in ordered
    )


def links_model() -> Rows:
    titles = (
        translate("words", "Peer"),
        translate("words", "Path"),
        translate("words", "Round trip"),
        translate("words", "Up"),
        translate("words", "Down"),
    )
    return Rows(titles, first_number=2)


def link_rows(links: list[LinkStatus]) -> tuple[Row, ...]:
    """By name, so that rows keep their place from one status to the next."""
    ordered = sorted(links, key=lambda link: (link.peer, link.path, link.address))
    return tuple(
        Row(
            f"{link.peer} {number}",
            (
                words.plain(link.peer, 60),
                network_words.link_path(link),
                network_words.round_trip(link.round_trip_s),
                words.rate(link.upload_bytes_per_s),
                words.rate(link.download_bytes_per_s),
            ),
        )
        for number, link in enumerate(ordered)
    )


def collaborations_model() -> Rows:
    titles = (
        translate("words", "Collaboration"),
        translate("words", "Samples"),
        translate("words", "Steps"),
        translate("words", "Training time"),
        translate("words", "Energy"),
    )
    return Rows(titles, first_number=1)


def collaboration_rows(history: History) -> tuple[Row, ...]:
    """Most samples first."""
    ordered = sorted(
        ((run, history.in_all(run)) for run in history.names), key=lambda entry: entry[1].samples, reverse=True
    )
    return tuple(
        Row(
            run,
            (
                words.plain(history.names[run], 120),
                words.count(sums.samples),
                words.count(sums.steps),
                words.duration(sums.training_s),
                chart_words.energy(sums.energy_wh),
            ),
        )
        for run, sums in ordered
    )
