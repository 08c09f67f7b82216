from core.saying import quote
from core.transport.refusals import NOT_INVITED, NOT_LISTED, understood


def test_a_usual_reason_is_known_again_after_its_way_here():
    assert understood(str(NOT_INVITED)) == NOT_INVITED
    assert understood(f"{NOT_LISTED}.") == NOT_LISTED


def test_other_words_stay_as_they_are():
    assert understood("this peer takes {nobody}") == quote("this peer takes {nobody}")
