"""How this computer and the others reach each other, and what to do where they do not."""

from app import network_words, words
from app.qt import QApplication, QGridLayout, Qt, QWidget, Signal
from app.session import Session
from app.situation import Situation
from app.tables import Table, link_rows, links_model
from app.widgets.button import Button
from app.widgets.card import Card, Page
from app.widgets.flow import Flow
from app.widgets.text import Path, Text, breakable, name
from core.ipc.messages import Network, NetworkState
from core.version import VERSION

_MOST_ROWS_SHOWN = 8
_COLUMN_GAP_PX = 8
_TINTS = {
    NetworkState.WELL: "accent",
    NetworkState.LIMITED: "warning",
    NetworkState.BLOCKED: "failure",
    NetworkState.UNKNOWN: "muted",
}


class DiagnosisCard(Card):
    """How it stands in two words, what is the case, the one thing to do, and a button to look again."""

    def __init__(self) -> None:
        super().__init__()
        self.state = Text(bold=True, wraps=True)
        self.sentence = Text(scale=1.25, bold=True, wraps=True, selectable=True)
        self.action = Text(wraps=True, selectable=True)
        self.findings = Text(tint="muted", wraps=True, selectable=True)
        self.check = Button(self.tr("Chec&k again"))
        self.copy = Button(self.tr("&Copy details"))
        for part in (self.state, self.sentence, self.action, self.findings):
            self.rows.addWidget(part)
        self.rows.addLayout(Flow(self.check, self.copy))
        name(self.check, self.tr("Check the connection again"))
        name(self.copy, self.tr("Copy the details of the connection as text"))

    def show_network(self, network: Network) -> None:
        self.state.setText(network_words.standing(network.state))
        self.state.set_tint(_TINTS[network.state])
        self.sentence.setText(breakable(words.said(network.saying, network.sentence)))
        self.action.setText(words.said(network.todo, network.action))
        self.findings.setText("\n".join(network_words.findings(network)))
        self.findings.setVisible(bool(self.findings.text()))


class FactsCard(Card):
    """Two columns: what it is, and how it is here."""

    def __init__(self) -> None:
        super().__init__(self.tr("This computer in the network"))
        self._values: dict[str, Path] = {}
        self._captions = {
            "way": self.tr("Reached"),
            "public": self.tr("Public address"),
            "nat": self.tr("Router (NAT)"),
            "opened": self.tr("Port opened"),
            "relays": self.tr("Relay in use"),
            "rates": self.tr("Line"),
            "clock": self.tr("Clock"),
            "near": self.tr("In this network"),
        }
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        for row, (key, caption) in enumerate(self._captions.items()):
            value = self._values[key] = Path(wraps=True)
            grid.addWidget(Text(caption, tint="muted"), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(value, row, 1)
        self.rows.addLayout(grid)

    def show_network(self, network: Network) -> None:
        public = [address for address in (network.public_address, network.public_address_v6) if address]
        relays = [f"{relay.peer}, {relay.address}" for relay in network.relays]
        texts = {
            "way": network_words.way_in(network.path),
            "public": "\n".join(public),
            "nat": network_words.nat(network),
            "opened": network_words.opened_port(network.port_mapping),
            "relays": "\n".join(relays),
            "rates": network_words.line_rates(network.upload_bytes_per_s, network.download_bytes_per_s),
            "clock": network_words.clock_skew(network.clock_skew_s),
            "near": network_words.neighbours(network.lan_peers),
        }
        for key, text in texts.items():
            self._values[key].show_path(words.plain(text, 300) or "–")

    def lines(self) -> list[str]:
        return [
            f"{caption}: {self._values[key].accessibleName().replace(chr(10), ', ')}"
            for key, caption in self._captions.items()
        ]


class LinksCard(Card):
    def __init__(self) -> None:
        super().__init__(" ")
        self.model = links_model()
        self.table = Table(
            self.model, self.tr("Connections now"), spare=(4, 3, 2), most_rows=_MOST_ROWS_SHOWN, gap_px=_COLUMN_GAP_PX
        )
        self.none = Text(self.tr("No other computer is connected at the moment."), tint="muted", wraps=True)
        self.rows.addWidget(self.table)
        self.rows.addWidget(self.none)

    def show_network(self, network: Network) -> None:
        self.title.setText(self.tr("Connections now: {number}").format(number=words.count(len(network.links))))
        self.model.show_rows(link_rows(network.links))
        self.table.setVisible(bool(network.links))
        self.none.setVisible(not network.links)
        self.table.fit()

    def lines(self) -> list[str]:
        return [f"{self.title.text()}", *(", ".join(row.cells) for row in self.model.rows)]


class ConnectionPart(Page):
    said = Signal(str)
    """A short remark for the window's status line."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._network: Network | None = None
        self._is_checking = False
        self.empty_card = Card()
        self.empty = Text(wraps=True, tint="muted")
        self.empty_card.rows.addWidget(self.empty)
        self.diagnosis = DiagnosisCard()
        self.facts = FactsCard()
        self.links = LinksCard()
        for part in (self.empty_card, *self._cards):
            self.add(part)
        self.column.addStretch(1)
        self.diagnosis.check.clicked.connect(self._check)
        self.diagnosis.copy.clicked.connect(self._copy)

    @property
    def _cards(self) -> tuple[QWidget, ...]:
        return self.diagnosis, self.facts, self.links

    def show_situation(self, situation: Situation) -> None:
        """What the engine said last stays in view, greyed, while it does not answer."""
        network = self._network = situation.status.network if situation.status else None
        self.empty_card.setVisible(network is None)
        if situation.live is None:
            self.empty.setText(words.sentence(situation))
        else:
            self.empty.setText(
                self.tr("As soon as this computer takes part in a collaboration, it says here how others reach it.")
            )
        for card in self._cards:
            card.setVisible(network is not None)
            card.setEnabled(situation.live is not None)
        self.diagnosis.check.setEnabled(not self._is_checking)
        if network is not None:
            self.diagnosis.show_network(network)
            self.facts.show_network(network)
            self.links.show_network(network)

    def details(self) -> str:
        """All that is shown as lines of text, for a question to others. Nothing of it opens a door: the invitation is
        not in it, nor are the addresses of the other computers."""
        network = self._network
        if network is None:
            return ""
        lines = [f"Idlewild {VERSION}", f"{network.code}: {network.sentence}", *network.findings]
        lines += [*self.facts.lines(), *self.links.lines()]
        return "\n".join(words.plain(line, 600) for line in lines).replace(words.NO_BREAK_SPACE, " ")

    def _check(self) -> None:
        self._is_checking = True
        self.diagnosis.check.setEnabled(False)
        self.said.emit(self.tr("Checking the connection…"))
        done = self.tr("The other computers were asked again; what they see appears here.")
        self._session.check_network(lambda: self._on_checked(done), self._on_checked)

    def _on_checked(self, sentence: str) -> None:
        self._is_checking = False
        self.diagnosis.check.setEnabled(True)
        self.said.emit(sentence)

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.details())
        self.said.emit(self.tr("The details were copied."))
