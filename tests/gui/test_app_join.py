import pytest
from measures import kept
from toy_engine import a_collaboration, a_membership, a_neighbour, a_status, wait_until

from app.joining.reading import link_in_file
from app.qt import (
    QApplication,
    QColor,
    QDragEnterEvent,
    QDropEvent,
    QImage,
    QMimeData,
    QPainter,
    QPoint,
    QPointF,
    Qt,
    QUrl,
)
from app.widgets.qr import QrCode
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
        assert card.verdict.isVisible() is bool(text), "the hint above an empty field says it already"
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
    assert window.join.starter.verdict.text() == "Starting; this takes a moment…"
    wait_until(lambda: window.join.starter.verdict.text() == kept("The disk is full; free 1 GB."))
    assert window.join.starter.verdict.isVisible()
    engine.faults.clear()
    engine.status = a_status(collaboration=a_collaboration(name="starter", is_host=True))
    window.join.starter.start.click()
    wait_until(lambda: session.situation.collaboration is not None)
    assert window.tabs.currentWidget() is window.now
    assert not window.join.starter.verdict.text() or not window.join.starter.verdict.isVisible()


def test_the_keyboard_stays_where_one_started(first_run, engine, window):
    starter = window.join.starter
    starter.start.setFocus()
    engine.silent.add(Method.HOST_STARTER)
    starter.start.click()
    assert starter.verdict.hasFocus()
    starter.failed("The disk is full.")
    assert starter.start.hasFocus()


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


def test_joining_something_else_says_what_stays(joined, window):
    window.tabs.setCurrentWidget(window.join)
    assert "“sahajBERT” stays joined too" in window.join.link.leaving.text()
    assert not window.join.starter.isVisible()


# --- invitations as pictures, and dragged ------------------------------------------------------------------------


@pytest.fixture
def code(tmp_path, qt):
    """A picture of the invitation's code, as another computer's window shows it."""
    shown = QrCode("code")
    shown.show_text(LINK)
    path = tmp_path / "code.png"
    assert shown.grab().save(str(path))
    return path


def test_a_code_is_read_from_a_file(first_run, code, window):
    window.join.link.take_file(str(code))
    wait_until(window.join.link.link.text)
    assert window.join.link.link.text() == LINK
    assert window.join.link.join.isEnabled()


def test_a_code_is_read_from_the_clipboard(first_run, code, clipboard, window):
    clipboard.setImage(QImage(str(code)))
    window.join.link.look_at_clipboard()
    assert window.join.link.paste.isVisible()
    window.join.link.paste.click()
    wait_until(window.join.link.link.text)
    assert window.join.link.link.text() == LINK


def test_a_photograph_of_a_code_is_read(first_run, code, tmp_path, window):
    image = QImage(str(code))
    photograph = QImage(1_600, 1_200, QImage.Format.Format_RGB32)
    photograph.fill(QColor("#8a8f70"))
    painter = QPainter(photograph)
    painter.translate(420, 160)
    painter.rotate(9)
    painter.drawImage(0, 0, image.scaledToWidth(760))
    painter.end()
    path = tmp_path / "photo.jpg"
    photograph.save(str(path), "JPG", 70)
    assert link_in_file(str(path)) == LINK


@pytest.mark.parametrize("content", [b"", b"no picture", None])
def test_a_file_without_a_code_is_said(first_run, tmp_path, content, window):
    path = tmp_path / "other.png"
    if content is None:
        QImage(40, 40, QImage.Format.Format_RGB32).save(str(path))
    else:
        path.write_bytes(content)
    window.join.link.take_file(str(path))
    wait_until(lambda: "no QR code" in window.join.link.verdict.text())
    assert window.join.link.link.text() == ""
    assert link_in_file(str(tmp_path)) == ""
    assert link_in_file(str(tmp_path / "absent.png")) == ""


@pytest.mark.parametrize("kind", ["text", "address", "picture"])
def test_an_invitation_can_be_dragged_here(first_run, code, window, kind):
    mime = QMimeData()
    if kind == "text":
        mime.setText(f" <{LINK}>\n")
    else:
        mime.setUrls([QUrl(LINK) if kind == "address" else QUrl.fromLocalFile(str(code))])
    card = window.join.link
    entering = QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    card.dragEnterEvent(entering)
    assert entering.isAccepted()
    dropped = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    card.dropEvent(dropped)
    wait_until(card.link.text)
    assert card.link.text() == LINK
    assert card.join.isEnabled()


# --- the home network -----------------------------------------------------------------------------------------------


def test_what_is_nearby_is_joined_with_one_button(first_run, engine, session, window):
    card = window.join.nearby
    card.look.click()
    assert not card.look.isEnabled()
    wait_until(lambda: card.found)
    assert [button.text() for button in card.found] == ["Join “Fables”"]
    engine.status = a_status()
    card.found[0].click()
    wait_until(lambda: session.situation.collaboration is not None)
    assert ("join", {"link": engine.neighbours[0].link}) in engine.asked


def test_nobody_nearby_is_said_and_a_refusal_too(first_run, engine, window):
    card = window.join.nearby
    engine.neighbours = []
    card.look.click()
    wait_until(card.look.isEnabled)
    assert "No other computer" in card.verdict.text()
    engine.neighbours = [a_neighbour(name="A & B\n" + "x" * 200)]
    engine.faults[Method.JOIN] = (1, "It does not let anybody in; ask its organiser.")
    card.look.click()
    wait_until(lambda: card.found)
    assert "A && B" in card.found[0].text()
    card.found[0].click()
    wait_until(lambda: "ask its organiser" in card.verdict.text())
    assert card.found[0].isEnabled()


# --- several collaborations -----------------------------------------------------------------------------------------


@pytest.fixture
def members(joined, engine, window):
    engine.memberships = [a_membership(), a_membership(run="s" * 52, name="Fables", share=50, is_active=False)]
    window.tabs.setCurrentWidget(window.join)
    wait_until(lambda: len(window.join.memberships.members) == 2)
    return window.join.memberships


def test_joined_collaborations_and_their_shares_are_listed(members):
    rows = list(members.members.values())
    assert [row.name.text() for row in rows] == ["sahajBERT", "Fables"]
    assert [row.slider.value() for row in rows] == [100, 50]
    assert rows[1].slider.accessibleDescription().startswith("33")
    assert "under way" in rows[0].facts.text()
    assert kept("67 % of the time") in rows[0].facts.text()
    assert all(row.slider.isVisible() for row in rows)


def test_one_collaboration_alone_has_nothing_to_divide(members, engine):
    engine.memberships = engine.memberships[:1]
    members.refresh()
    wait_until(lambda: len(members.members) == 1)
    row = members.members["r" * 52]
    assert not row.slider.isVisible()
    assert row.leave.isVisible()
    assert "of the time" not in row.facts.text()
    engine.memberships = [a_membership(share=0)]
    members.refresh()
    wait_until(row.slider.isVisible)  # which brings it back


def test_a_share_is_sent_once_it_stands_still(members, engine):
    row = members.members["s" * 52]
    for value in (51, 70, 0):
        row.slider.setValue(value)
    assert row.share.text() == "set aside"
    wait_until(lambda: engine.count(Method.SET_SHARE))
    assert [params for name, params in engine.asked if name == "set_share"] == [{"run": "s" * 52, "share": 0}]


def test_a_share_that_cannot_be_set_goes_back(members, engine):
    engine.faults[Method.SET_SHARE] = (1, "The disk is full; free 1 GB.")
    row = members.members["s" * 52]
    row.slider.setValue(80)
    wait_until(lambda: row.slider.value() == 50)
    wait_until(members.verdict.isVisible)
    assert members.verdict.text() == kept("The disk is full; free 1 GB.")


def test_leaving_asks_first(members, engine):
    row = members.members["s" * 52]
    row.leave.click()
    assert row.asking.isVisible()
    assert "stays in your history" in row.question.text()
    row.keep.click()
    assert not row.asking.isVisible()
    assert engine.count(Method.LEAVE) == 0
    row.leave.click()
    row.confirm.click()
    wait_until(lambda: list(members.members) == ["r" * 52])
    assert [one.run for one in engine.memberships] == ["r" * 52]


def test_the_list_is_asked_for_when_the_page_opens_and_not_with_each_status(members, engine, joined, window):
    for _ in range(3):
        engine.say(a_status())
        joined()
    assert engine.count(Method.COLLABORATIONS) == 1
    window.tabs.setCurrentWidget(window.now)
    window.tabs.setCurrentWidget(window.join)
    wait_until(lambda: engine.count(Method.COLLABORATIONS) == 2)
