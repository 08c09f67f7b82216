import pytest

from app.examples import GAP, example, language_code


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("Bengali (bn)", "bn"),
        ("বাংলা (bn)", "bn"),
        ("bn", "bn"),
        ("bn-BD", "bn"),
        ("বাংলা", "bn"),
        ("English", "en"),
        ("English, British", "en"),
        ("Klingon (tlh)", "tlh"),
        ("", ""),
        ("many languages", ""),
    ],
)
def test_what_organisers_write_as_language(language: str, code: str) -> None:
    assert language_code(language) == code


@pytest.mark.parametrize("language", ["bn", "de", "en", "es", "fr", "hi"])
def test_an_example_to_fill_in_has_one_gap_and_one_to_complete_has_none(language: str) -> None:
    assert example("fill_mask", language).count(GAP) == 1
    assert GAP not in example("complete", language) != ""


def test_no_example_in_a_language_that_none_is_known_for() -> None:
    assert example("fill_mask", "tlh") == ""
