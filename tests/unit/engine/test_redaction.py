"""No secret of any form is left, and what is none stays readable."""

import string

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.collaboration.invitation import Invitation
from core.engine.redaction import Known, Redactor
from core.identity.ids import PeerId, RunId
from core.transport.api import Address

ALICE = (
    Known("user name", "alice"),
    Known("host name", "wonder-pc"),
    Known("~", "/home/alice"),
    Known("home", "/srv/h"),
)
AROUND = st.sampled_from(
    ["{}", "{}:4433", "[{}]:4433", "via/abcdef/{}:1", "'{}'", "at {}.", "({})", "addr={},", "x:{}"]
)
NAMES = st.text(string.ascii_lowercase, min_size=4, max_size=12)
SAID = "root home user users name files open failed"
"""Around the names."""


def clean(text, known=ALICE):
    return Redactor(known).clean(text)


@given(st.ip_addresses(v=4), AROUND)
def test_no_v4_address_is_left(address, around):
    assume(not address.is_loopback and address.packed[0])
    text = around.format(address)
    assert str(address) not in clean(f"2026-11-23 17:05:57,123 INFO core.nat: no manifest from {text} (timeout)")


@given(st.ip_addresses(v=6), AROUND, st.booleans())
def test_no_v6_address_is_left(address, around, is_long):
    assume(not address.is_loopback and not address.is_unspecified)
    written = address.exploded if is_long else str(address)
    assert written not in clean(f"dial {around.format(written)} failed")
    assert written.upper() not in clean(f"dial {around.format(written.upper())} failed")


@given(st.lists(st.ip_addresses(), min_size=2, max_size=4), st.sampled_from([" ", ", ", " -> ", "\n"]))
def test_several_addresses_beside_each_other(addresses, between):
    found = clean(between.join(map(str, addresses)))
    for address in addresses:
        if not address.is_loopback and not address.is_unspecified and address.packed[0]:
            assert str(address) not in found


@given(NAMES, NAMES, st.sampled_from(["/home/{}/x.py", "C:\\Users\\{}\\x", "C:\\\\Users\\\\{}\\\\x", "/Users/{}"]))
def test_no_own_name_and_nobody_elses_home_is_left(own, other, path):
    assume(own not in SAID and other not in SAID)
    known = [Known("user name", own)]
    assert own not in clean(f"{own} {own.upper()} my_{own}_files {path.format(own)}", known).lower()
    assert other not in clean(f'open("{path.format(other)}") failed', [])


@given(st.binary(min_size=6, max_size=6), st.sampled_from(":-"))
def test_no_hardware_address_is_left(raw, between):
    written = raw.hex(between)
    assert written not in clean(f"link/ether {written} brd")


def test_invitations_keys_logins_and_mail():
    link = Invitation(RunId(bytes(32)), PeerId(bytes(32)), (Address("192.0.2.1", 7),), b"0123456789abcdef").link
    key = "idlewild-key-1 " + "ab" * 32 + " 0123456789abcdef"
    text = f"join {link} now; {key}; http://me:pass@proxy.example:8080/ from anna.k@mail.example; hf_" + "A" * 30
    found = clean(text)
    for secret in (link, link[-20:], "ab" * 32, "me:pass", "anna.k", "A" * 30, "192.0.2.1"):
        assert secret not in found
    assert "proxy.example:8080" in found


def test_the_same_secret_has_the_same_placeholder_and_each_place_counts():
    redactor = Redactor(ALICE)
    assert redactor.clean("192.0.2.1, 192.0.2.2, 192.0.2.1") == "<address 1>, <address 2>, <address 1>"
    assert redactor.clean("2001:db8:0::1 is [2001:DB8::1]") == "<address 3> is [<address 3>]"
    assert redactor.clean("/home/alice/data of ALICE at wonder-pc, /srv/h/log") == (
        "~/data of <user name 1> at <host name 1>, <home>/log"
    )
    assert redactor.removed == 9


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-23 17:05:57,123 INFO core.swarm.coordinator: step 12: loss 2.3456, 128 samples, abcdefg",
        "127.0.0.1:4433 [::1]:4433 [::]:0",
        "Python 3.11.7, torch 2.13.0, 12:30 to 14:15",
        'File "core/engine/engine.py", line 12, in run',
    ],
)
def test_what_is_no_secret_stays(text):
    assert clean(text) == text


def test_short_names_are_taken_out_as_words_alone():
    known = [Known("user name", "al")]
    assert (
        clean("al logs all formal al-x al_y", known) == "<user name 1> logs all formal <user name 1>-x <user name 1>_y"
    )


def test_documents_are_cleaned_to_their_keys():
    document = {"192.0.2.1": ["alice", 5, None, {"x": "wonder-pc"}], "n": 1.5}
    assert Redactor(ALICE).cleaned(document) == {
        "<address 1>": ["<user name 1>", 5, None, {"x": "<host name 1>"}],
        "n": 1.5,
    }


def test_a_run_of_colons_takes_no_time():
    assert "a:" * 40 not in clean("a:" * 5_000)
