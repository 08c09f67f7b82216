import pytest
from toy_engine import a_collaboration, a_status, wait_until

from app.qt import QApplication
from core.ipc.messages import Method, Phase, Reason

LINK = a_collaboration().invitation
NOTHING = a_status(Phase.IDLE, Reason.NO_COLLABORATION, "Nothing is trained yet.", collaboration=None)


@pytest.fixture(autouse=True)
def clipboard(qt):
    QApplication.clipboard().clear()
    return QApplication.clipboard()


@pytest.fixture
def first_run(engine, session, window):
    engine.status = NOTHING
    session.start()
    wait_until(lambda: session.situation.live is not None)


def test_a_first_start_asks_what_to_train(first_run, window):
    assert window.tabs.currentWidget() is window.join
    assert window.join.welcome.isVisible()
    assert window.join.link.isVisible()
    assert window.join.starter.start.isEnabled()
    assert not window.join.current.isVisible()
    assert not window.join.link.join.isEnabled()


def test_nothing_is_asked_of_the_engine_before_the_user_chooses(first_run, engine, window):
    assert [name for name, _ in engine.asked] == [Method.SUBSCRIBE]


def test_the_now_page_leads_to_the_choice(first_run, window):
    window.tabs.setCurrentWidget(window.now)
    assert window.now.state.go.isVisible()
    window.now.state.go.click()
    assert window.tabs.currentWidget() is window.join


def test_the_link_is_judged_while_it_is_typed(first_run, window):
    card = window.join.link
    for text, is_possible in (("i", False), ("http://x", False), (LINK[:30], False), (LINK, True), ("", False)):
        card.link.setText(text)
        assert card.join.isEnabled() is is_possible
        assert card.verdict.text()
    assert card.link.accessibleDescription() == card.verdict.text()


def test_join_sends_the_tidied_link_and_shows_what_was_joined(first_run, engine, session, window):
    window.join.link.link.setText(f"<{LINK}>")
    engine.status = a_status(Phase.STARTING, Reason.FETCHING, "Fetching.")
    window.join.link.join.click()
    assert not window.join.link.join.isEnabled()
    wait_until(lambda: session.situation.collaboration is not None)
    assert engine.asked[-1] == ("join", {"link": LINK})
    assert window.tabs.currentWidget() is window.now
    window.tabs.setCurrentWidget(window.join)
    assert window.join.current.name.text() == "sahajBERT"
    assert "Bengali" in window.join.current.facts.text()
    assert "CC BY-SA 4.0" in window.join.current.facts.text()
    assert window.join.current.description.text().startswith("A small language model")
    assert window.join.link.link.text() == ""


def test_return_joins_too(first_run, engine, window):
    window.join.link.link.setText(LINK)
    window.join.link.link.returnPressed.emit()
    wait_until(lambda: engine.count(Method.JOIN))


def test_return_on_a_wrong_link_does_nothing(first_run, engine, window):
    window.join.link.link.setText("nonsense")
    window.join.link.link.returnPressed.emit()
    assert engine.count(Method.JOIN) == 0


def test_a_refusal_is_shown_beside_the_link_which_stays(first_run, engine, window):
    engine.faults[Method.JOIN] = (1, "Nobody at the addresses of this invitation answers; ask for a newer one.")
    window.join.link.link.setText(LINK)
    window.join.link.join.click()
    wait_until(lambda: "newer one" in window.join.link.verdict.text())
    assert window.join.link.link.text() == LINK
    assert window.join.link.join.isEnabled()
    assert window.tabs.currentWidget() is window.join


def test_a_lost_engine_does_not_leave_the_button_dead(first_run, engine, session, window):
    engine.silent.add(Method.JOIN)
    window.join.link.link.setText(LINK)
    window.join.link.join.click()
    wait_until(lambda: engine.count(Method.JOIN))
    engine.drop_clients()
    wait_until(lambda: "lost" in window.join.link.verdict.text())
    wait_until(lambda: session.situation.live is not None)
    assert window.join.link.join.isEnabled()


def test_starter(first_run, engine, session, window):
    engine.faults[Method.HOST_STARTER] = (1, "The disk is full; free 1 GB.")
    window.join.starter.start.click()
    wait_until(window.join.starter.verdict.isVisible)
    assert window.join.starter.verdict.text() == "The disk is full; free 1 GB."
    engine.faults.clear()
    engine.status = a_status(collaboration=a_collaboration(name="starter", is_host=True))
    window.join.starter.start.click()
    wait_until(lambda: session.situation.collaboration is not None)
    assert window.tabs.currentWidget() is window.now
    assert not window.join.starter.verdict.text() or not window.join.starter.verdict.isVisible()


def test_a_link_in_the_clipboard_is_offered(first_run, clipboard, window):
    assert not window.join.link.paste.isVisible()
    clipboard.setText(f"  {LINK}\n")
    window.tabs.setCurrentWidget(window.now)
    window.tabs.setCurrentWidget(window.join)
    assert window.join.link.paste.isVisible()
    window.join.link.paste.click()
    assert window.join.link.link.text() == LINK
    assert window.join.link.join.isEnabled()


def test_a_link_from_the_command_line_is_offered_and_not_joined(engine, session, window):
    engine.status = NOTHING
    window.offer_link(LINK)
    session.start()
    wait_until(lambda: session.situation.live is not None)
    assert window.tabs.currentWidget() is window.join
    assert window.join.link.link.text() == LINK
    assert engine.count(Method.JOIN) == 0


def test_the_invitation_can_be_copied(joined, clipboard, window):
    window.tabs.setCurrentWidget(window.join)
    assert window.join.invitation.link.text() == LINK
    window.join.invitation.copy.click()
    assert clipboard.text() == LINK
    assert window.join.invitation.copy.text() == "Copied"


def test_the_code_holds_the_invitation_in_whole(joined, window):
    import segno

    window.tabs.setCurrentWidget(window.join)
    code = window.join.invitation.code
    assert not code.isVisible()
    window.join.invitation.show_code.click()
    assert code.isVisible()
    modules = segno.make_qr(LINK, error="m").symbol_size(border=0)[0]
    assert code.width() == code.height() == (modules + 8) * 4


def test_without_an_address_there_is_no_invitation(joined, engine, window):
    window.tabs.setCurrentWidget(window.join)
    engine.say(a_status(collaboration=a_collaboration(invitation="")))
    joined()
    assert not window.join.invitation.link.isVisible()
    assert not window.join.invitation.copy.isVisible()
    assert "organiser" in window.join.invitation.hint.text()


def test_joining_something_else_says_what_it_ends(joined, window):
    window.tabs.setCurrentWidget(window.join)
    assert "“sahajBERT”" in window.join.link.leaving.text()
    assert not window.join.starter.isVisible()
