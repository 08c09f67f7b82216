import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.collaboration.invitation import SCHEME, Invitation
from core.errors import UsageError
from core.identity.ids import Digest, PeerId, RunId
from core.transport.api import Address

RUN, ORGANISER = RunId(bytes(range(32))), PeerId(bytes(range(32, 64)))
PLAIN = Invitation(RUN, ORGANISER)
FULL = Invitation(
    RUN, ORGANISER, (Address("192.0.2.7", 7777), Address("2001:db8::1", 80), Address("a.example", 1)), bytes(16)
)

hosts = st.one_of(st.ip_addresses().map(str), st.from_regex(r"[a-z0-9]([a-z0-9-]{0,20}\.)[a-z]{2,8}", fullmatch=True))
invitations = st.builds(
    Invitation,
    st.binary(min_size=32, max_size=32).map(RunId),
    st.binary(min_size=32, max_size=32).map(PeerId),
    st.lists(st.builds(Address, hosts, st.integers(0, 65535)), max_size=4).map(tuple),
    st.none() | st.binary(min_size=16, max_size=16),
)


@given(invitations)
def test_a_link_is_read_back(invitation: Invitation) -> None:
    assert Invitation.parse(invitation.link) == invitation


def test_a_link_fits_chat_and_qr_code() -> None:
    assert len(PLAIN.link) < 140
    assert len(FULL.link) < 280
    assert FULL.link.isascii()
    assert " " not in FULL.link
    assert FULL.token_digest == Digest.of(bytes(16))
    assert PLAIN.token_digest is None


@pytest.mark.parametrize(
    "mangle",
    [
        lambda link: f"  {link}\n",
        lambda link: f"<{link}>",
        lambda link: f"“{link}”.",
        lambda link: f"`{link}`",
        lambda link: link.replace("&", "&amp;"),
        lambda link: "\r\n".join(link[start : start + 40] for start in range(0, len(link), 40)),
        lambda link: "\u200b".join(link[start : start + 9] for start in range(0, len(link), 9)),
        lambda link: link.upper(),
        lambda link: f"Join us: {link}",
        lambda link: f"({link}), please",
    ],
)
@pytest.mark.parametrize("invitation", [PLAIN, FULL])
def test_what_chat_programs_do_is_forgiven(invitation: Invitation, mangle: "type[str]") -> None:
    assert Invitation.parse(mangle(invitation.link)) == invitation


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("", "not an invitation"),
        ("https://example.org", "not an invitation"),
        ("idlewild://", "not an invitation"),
        (PLAIN.link[:-20], "end is missing"),
        (PLAIN.link[:-2], "typing error"),
        (PLAIN.link.replace(RUN.text[5], "7", 1) if RUN.text[5] != "7" else "", "typing error"),
        (FULL.link.replace("7777", "7778"), "typing error"),
    ],
)
def test_broken_links_say_what_is_wrong(link: str, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        Invitation.parse(link)


def checked(body: str) -> str:
    from core.collaboration.invitation import _check

    return f"{body}&c={_check(body)}"


@pytest.mark.parametrize(
    "body",
    [
        f"{SCHEME}{RUN.text}?",
        f"{SCHEME}{RUN.text}?x=1",
        f"{SCHEME}{RUN.text[:-1]}?o={ORGANISER.text}",
        f"{SCHEME}?o={ORGANISER.text}",
        f"{SCHEME}{RUN.text}?o=abc",
        f"{SCHEME}{RUN.text}?o={ORGANISER.text}&b=nonsense",
        f"{SCHEME}{RUN.text}?o={ORGANISER.text}&t=1",
        f"{SCHEME}{RUN.text}?o={ORGANISER.text}&" + "&".join(f"x{n}=1" for n in range(30)),
        f"{SCHEME}../{RUN.text}?o={ORGANISER.text}",
    ],
)
def test_well_checked_nonsense(body: str) -> None:
    with pytest.raises(UsageError, match="another version"):
        Invitation.parse(checked(body))


def test_later_versions_may_add_fields() -> None:
    body = PLAIN.link.rpartition("&c=")[0] + "&z=new"
    assert Invitation.parse(checked(body)) == PLAIN


@given(st.text(max_size=300) | st.text(max_size=200).map(lambda tail: SCHEME + tail))
def test_any_text_is_an_invitation_or_a_sentence(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        Invitation.parse(text)
    assert str(caught.value).endswith(".")


def test_a_book_is_no_invitation() -> None:
    with pytest.raises(UsageError):
        Invitation.parse(SCHEME + "a" * 10_000_000)


@given(st.integers(0, len(FULL.link) - 1), st.sampled_from("abcdefghijklmnopqrstuvwxyz234567"))
def test_a_typing_error_never_passes(place: int, letter: str) -> None:
    link = FULL.link[:place] + letter + FULL.link[place + 1 :]
    if link != FULL.link:
        with pytest.raises(UsageError):
            Invitation.parse(link)
