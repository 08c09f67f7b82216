import pytest
from measures import kept
from toy_engine import a_collaboration, a_link, a_network, a_status, wait_until

from app import colours, network_words, words
from app.qt import QApplication, Qt
from app.situation import Link
from app.widgets.text import breakable
from core.ipc.messages import Method, NetworkState, Phase, Reason, RelayStatus
from core.nat.diagnosis import Diagnosis, NetworkCode, Severity

BENGALI = "এই কম্পিউটারটি কোনো নেটওয়ার্কে যুক্ত নয় — সংযোগ দেখুন।"


@pytest.fixture
def page(joined, window):
    window.open_connection()
    return window.help.connection


def facts(page):
    return dict(line.split(": ", 1) for line in page.facts.lines())


def test_long_addresses_in_a_sentence_may_wrap():
    shown = breakable("Nobody answers (bootstrap.example.org:47100), at 10:30 either.")
    assert shown.replace("\u200b", "|") == "Nobody answers (bootstrap.|example.|org:|47100), at 10:30 either."


def test_a_well_connected_computer(page):
    assert page.diagnosis.state.text() == "Well connected"
    assert page.diagnosis.sentence.text().startswith("Other computers reach this one through a relay")
    assert page.diagnosis.action.text() == "Nothing to do."
    assert page.diagnosis.findings.text() == "2 other peers are in the same home network."
    assert not page.empty_card.isVisible()
    assert facts(page) == {
        "Reached": "through a relay",
        "Public address": "203.0.113.24:47100",
        "Router (NAT)": "usual kind (port-restricted)",
        "Port opened": "no",
        "Relay in use": "cc2yq5r, 198.51.100.7:47100",
        "Line": kept("1.2 MB/s up, 6.4 MB/s down"),
        "Clock": "right",
        "In this network": "2 other peers",
    }


def test_links_by_name_with_path_and_figures(page):
    model = page.links.model
    cells = [[model.index(row, column).data() for column in range(5)] for row in range(model.rowCount())]
    assert cells == [
        ["a7wq2ke", "past the router", kept("23 ms"), kept("310 kB/s"), kept("840 kB/s")],
        ["cc2yq5r", "direct", kept("41 ms"), kept("64 kB/s"), kept("9.4 kB/s")],
        ["p5lnv6d", "direct", kept("1 ms"), "–", kept("12.1 MB/s")],
        ["zt4hh3o", "relay cc2yq5r", kept("118 ms"), kept("64 kB/s"), kept("9.4 kB/s")],
    ]
    assert page.links.title.text() == "Connections now: 4"
    assert not page.links.none.isVisible()


STATES = [
    (NetworkState.WELL, "accent"),
    (NetworkState.LIMITED, "warning"),
    (NetworkState.BLOCKED, "failure"),
    (NetworkState.UNKNOWN, "muted"),
]


@pytest.mark.parametrize(("state", "tint"), STATES)
def test_each_state_has_words_and_a_colour(page, joined, engine, state, tint):
    engine.say(a_status(network=a_network("x", state, "It is so.", action="Do this.")))
    joined()
    assert page.diagnosis.state.text() == network_words.standing(state)
    assert page.diagnosis.state.palette().windowText().color().name() == getattr(colours.LIGHT, tint)
    assert (page.diagnosis.sentence.text(), page.diagnosis.action.text()) == ("It is so.", "Do this.")


def test_the_app_knows_every_severity():
    assert {severity.value for severity in Severity} == {state.value for state in NetworkState}
    assert {Diagnosis(code, "", "").severity for code in NetworkCode} == set(Severity)


def test_what_is_unknown_is_said_to_be(page, joined, engine):
    engine.say(
        a_status(
            network=a_network(
                path="unknown",
                public_address="",
                nat="",
                relays=[],
                lan_peers=0,
                upload_bytes_per_s=0.0,
                download_bytes_per_s=0.0,
                clock_skew_s=None,
                findings=[],
                links=[],
            )
        )
    )
    joined()
    assert facts(page) == {
        "Reached": "not known yet",
        "Public address": "–",
        "Router (NAT)": "–",
        "Port opened": "no",
        "Relay in use": "–",
        "Line": "not measured yet",
        "Clock": "not compared yet",
        "In this network": "no other peer",
    }
    assert not page.diagnosis.findings.isVisible()
    assert page.links.none.isVisible()
    assert not page.links.table.isVisible()


def test_several_addresses_and_relays_stand_one_below_the_other(page, joined, engine):
    relays = [RelayStatus(peer=p, address="198.51.100.7:1", path="direct", is_reserved=True) for p in ("a", "b")]
    engine.say(a_status(network=a_network(public_address_v6="[2001:db8::7]:47100", relays=relays, port_mapping="pcp")))
    joined()
    shown = facts(page)
    assert shown["Public address"] == "203.0.113.24:47100, [2001:db8::7]:47100"
    assert shown["Relay in use"] == "a, 198.51.100.7:1, b, 198.51.100.7:1"
    assert shown["Port opened"] == "yes, by the router (pcp)"


def test_without_a_collaboration_the_page_says_what_will_be_here(engine, session, window):
    engine.status = a_status(Phase.IDLE, Reason.NO_COLLABORATION, "Nothing yet.", collaboration=None, network=None)
    session.start()
    wait_until(lambda: session.situation.live is not None)
    window.open_connection()
    assert "how others reach it" in window.help.connection.empty.text()
    assert window.help.connection.empty_card.isVisible()
    assert not window.help.connection.diagnosis.isVisible()
    assert window.help.connection.details() == ""


def test_without_an_engine_the_page_says_so(window):
    window.open_connection()
    assert window.help.connection.empty.text() == "The engine is starting."


def test_a_lost_engine_leaves_the_last_word_greyed(page, engine, session):
    engine.close()
    wait_until(lambda: session.situation.link is Link.LOST)
    assert page.diagnosis.isVisible()
    assert not page.diagnosis.isEnabled()
    assert not page.diagnosis.check.isEnabled()


def test_checking_again_asks_the_engine_once_at_a_time(page, joined, engine, window):
    engine.silent = {Method.CHECK_NETWORK}
    page.diagnosis.check.click()
    assert not page.diagnosis.check.isEnabled()
    engine.say(a_status(sentence="Training on."))
    joined()
    assert not page.diagnosis.check.isEnabled()
    assert engine.count(Method.CHECK_NETWORK) == 1
    assert window.statusBar().currentMessage() == "Checking the connection…"


def test_a_check_ends_in_the_status_line(page, engine, window):
    engine.status = a_status(network=a_network("direct", NetworkState.WELL, "All is well now."))
    page.diagnosis.check.click()
    wait_until(page.diagnosis.check.isEnabled)
    assert page.diagnosis.sentence.text() == "All is well now."
    assert window.statusBar().currentMessage() == "The other computers were asked again; what they see appears here."
    engine.faults[Method.CHECK_NETWORK] = (1, "There is nobody to reach yet.")
    page.diagnosis.check.click()
    wait_until(lambda: window.statusBar().currentMessage() == "There is nobody to reach yet.")
    assert page.diagnosis.check.isEnabled()


def test_the_copied_details_are_whole_and_open_no_door(page, engine):
    invitation = a_collaboration().invitation
    page.diagnosis.copy.click()
    text = QApplication.clipboard().text()
    assert text.startswith("Idlewild ")
    assert "relayed: Other computers reach this one" in text
    assert "Router (NAT): usual kind (port-restricted)" in text
    assert "zt4hh3o, relay cc2yq5r, 118 ms, 64 kB/s, 9.4 kB/s" in text
    assert "Public address: 203.0.113.24:47100" in text
    assert "\u200b" not in text
    assert "idlewild://" not in text
    assert invitation[20:60] not in text


def test_words_of_others_are_shown_plainly(page, joined, engine):
    evil = "<b>x</b>\u202e"
    engine.say(a_status(network=a_network(sentence=evil, action=BENGALI, findings=[evil], links=[a_link(evil, evil)])))
    joined()
    assert page.diagnosis.sentence.text() == "<b>x</b>"
    assert page.diagnosis.sentence.textFormat().name == "PlainText"
    assert page.diagnosis.action.text() == BENGALI
    assert page.links.model.index(0, 0).data() == "<b>x</b>"


def test_the_keyboard_reaches_everything(page, window):
    window.activateWindow()
    wait_until(window.isActiveWindow)
    window.tabs.tabBar().setFocus(Qt.FocusReason.TabFocusReason)
    seen = []
    while (widget := QApplication.focusWidget()) not in seen:
        seen.append(widget)
        window.focusNextChild()
    wanted = [page.diagnosis.check, page.diagnosis.copy, page.links.table]
    assert [widget for widget in seen if widget in wanted] == wanted


@pytest.mark.parametrize(
    ("bytes_per_s", "text"),
    [
        (0, "–"),
        (float("nan"), "–"),
        (940, "0.9 kB/s"),
        (9_960, "10 kB/s"),
        (999_499, "999 kB/s"),
        (999_600, "1.0 MB/s"),
        (12_100_000, "12.1 MB/s"),
        (125_000_000, "125 MB/s"),
    ],
)
def test_rates(bytes_per_s, text):
    assert words.rate(bytes_per_s) == kept(text)


@pytest.mark.parametrize(
    ("ahead_s", "text"),
    [(0.4, "right"), (-1.9, "right"), (660.0, "11 min ahead of the others'"), (-45.0, "45 s behind the others'")],
)
def test_clocks(ahead_s, text):
    assert network_words.clock_skew(ahead_s) == kept(text)


@pytest.mark.parametrize("path", ["direct", "relayed", "tunnelled", "none", "unknown", "{new}"])
def test_every_way_in_has_words(path):
    assert network_words.way_in(path)
    assert network_words.link_path(a_link("p", path))
