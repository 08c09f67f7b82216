"""Everything that the program says can be said in the other languages, and is."""

import re
import string
from pathlib import Path

import pytest
from translations import FOLDER, LANGUAGES, Catalogue, NotLiteral, Text, gather

TEXTS = gather()
SHIPPED = [language for language in LANGUAGES if language != "en"]


def names_in(template: str) -> set[str]:
    """What stands in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def mnemonics_in(text: str) -> int:
    return len(re.findall(r"&(?!&)\S", text.replace("&&", "")))


def test_texts_of_all_kinds_are_gathered():
    assert Text("engine", "Training together with {peers} other peers.") in TEXTS
    assert any(text.context == "words" for text in TEXTS)
    assert any(text.context == "MainWindow" for text in TEXTS)


def test_what_is_not_written_out_is_refused(tmp_path: Path):
    (tmp_path / "app").mkdir()
    (tmp_path / "core").mkdir()
    (tmp_path / "app" / "one.py").write_text("class A:\n    def f(self, x):\n        self.tr(x)\n", encoding="utf-8")
    with pytest.raises(NotLiteral, match=r"app/one\.py:3"):
        gather(tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_hold_what_the_program_says(language: str):
    """After a change: `python installer/translations.py`."""
    path = FOLDER / f"idlewild_{language}.ts"
    assert path.read_text(encoding="utf-8") == Catalogue.read(language).document(TEXTS)
    assert path.with_suffix(".qm").stat().st_size > 16


@pytest.mark.parametrize("language", SHIPPED)
def test_translations_are_complete(language: str):
    assert Catalogue.read(language).unfinished(TEXTS) == []


@pytest.mark.parametrize("language", SHIPPED)
def test_translations_take_the_same_values(language: str):
    for text, words in Catalogue.read(language).translations.items():
        assert names_in(words) == names_in(text.source), text


@pytest.mark.parametrize("language", SHIPPED)
def test_translations_keep_a_key_where_there_is_one(language: str):
    for text, words in Catalogue.read(language).translations.items():
        assert mnemonics_in(words) == mnemonics_in(text.source), text


def test_an_old_translation_stays_with_its_text_and_others_leave():
    old = Catalogue("bn", {Text("A", "Pause"): "বিরতি", Text("A", "Gone"): "গেছে"})
    document = old.document(
        {Text("A", "Pause"): {"app/a.py"}, Text("B", "Pause"): {"app/b.py"}, Text("A", "New"): {""}}
    )
    assert document.count("বিরতি") == 2  # also where the same is said elsewhere
    assert "গেছে" not in document
    assert document.count('type="unfinished"') == 1
