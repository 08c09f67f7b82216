"""Gathers what the program says into Qt Linguist's files and compiles them: `python installer/translations.py`.

Qt's own gatherer does not know `say` (core/saying.py), whose sentences all have the context `engine`. Otherwise
this does what it does: a text that is new is added unfinished, one that is gone leaves, a translation stays with its
text.
`--check` changes nothing and says what would.
"""

import argparse
import ast
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "translations"
SOURCES = ("app", "core")
LANGUAGES = ("bn", "en")
ENGINE = "engine"
"""Context of what the engine says."""
_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'


class NotLiteral(Exception):
    """Something is to be translated that is not known before the program runs."""


@dataclass(frozen=True, slots=True, order=True)
class Text:
    context: str
    source: str


@dataclass(slots=True)
class Catalogue:
    """One language's file."""

    language: str
    translations: dict[Text, str] = field(default_factory=dict)
    """Without those that are unfinished."""

    @classmethod
    def read(cls, language: str, folder: Path = FOLDER) -> "Catalogue":
        path = folder / f"idlewild_{language}.ts"
        found = cls(language)
        if not path.exists():
            return found
        for context in ET.parse(path).getroot().iter("context"):  # noqa: S314 - a file of this repository
            name = context.findtext("name") or ""
            for message in context.iter("message"):
                translation = message.find("translation")
                if translation is not None and translation.get("type") is None and translation.text:
                    found.translations[Text(name, message.findtext("source") or "")] = translation.text
        return found

    def unfinished(self, texts: dict[Text, set[str]]) -> list[Text]:
        return [text for text in sorted(texts) if text not in self.translations]

    def document(self, texts: dict[Text, set[str]]) -> str:
        """The file's content for these texts, each with the files that say it."""
        root = ET.Element("TS", version="2.1", language=self.language, sourcelanguage="en")
        contexts: dict[str, ET.Element] = {}
        elsewhere = {text.source: words for text, words in self.translations.items()}
        for text in sorted(texts):
            if text.context not in contexts:
                contexts[text.context] = ET.SubElement(root, "context")
                ET.SubElement(contexts[text.context], "name").text = text.context
            message = ET.SubElement(contexts[text.context], "message")
            for place in sorted(texts[text]):
                ET.SubElement(message, "location", filename=f"../../{place}")
            ET.SubElement(message, "source").text = text.source
            translation = ET.SubElement(message, "translation")
            words = self.translations.get(text, elsewhere.get(text.source, ""))
            if self.language == "en":
                words = text.source
            translation.text = words
            if not words:
                translation.set("type", "unfinished")
        ET.indent(root, "    ")
        return _HEAD + ET.tostring(root, encoding="unicode") + "\n"


def gather(root: Path = ROOT) -> dict[Text, set[str]]:
    """Every text, and the files that say it. Raises `NotLiteral`."""
    texts: dict[Text, set[str]] = {}
    for top in SOURCES:
        for path in sorted((root / top).rglob("*.py")):
            place = path.relative_to(root).as_posix()
            for text in _texts_in(ast.parse(path.read_text(encoding="utf-8")), place):
                texts.setdefault(text, set()).add(place)
    return texts


def _texts_in(tree: ast.AST, place: str, owner: str = "") -> Iterator[Text]:
    """`owner`: the class around, which is the context of `self.tr`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Call):
            yield from _said(node, place, owner)
        yield from _texts_in(node, place, node.name if isinstance(node, ast.ClassDef) else owner)


def _said(call: ast.Call, place: str, owner: str) -> Iterator[Text]:
    match call.func:
        case ast.Attribute(attr="tr", value=ast.Name(id="self")):
            yield Text(owner, _literal(call, 0, place))
        case (
            ast.Name(id="translate") | ast.Attribute(attr="translate", value=ast.Name(id="QCoreApplication" | "words"))
        ):
            yield Text(_literal(call, 0, place), _literal(call, 1, place))
        case ast.Name(id="say"):
            yield Text(ENGINE, _literal(call, 0, place))


def _literal(call: ast.Call, number: int, place: str) -> str:
    if len(call.args) > number:
        argument = call.args[number]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            return argument.value
    raise NotLiteral(f"{place}:{call.lineno}: what is translated has to be written out here")


def compile_all(folder: Path = FOLDER) -> None:
    """`.ts` to `.qm`, which the program loads. Raises `subprocess.CalledProcessError`."""
    for language in LANGUAGES:
        source = folder / f"idlewild_{language}.ts"
        command = ["pyside6-lrelease", "-silent", "-nounfinished", str(source), "-qm", str(source.with_suffix(".qm"))]
        subprocess.run(command, check=True)  # noqa: S603 - Qt's own tool on our own file


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python installer/translations.py")
    parser.add_argument("--check", action="store_true", help="change nothing; status 1 if something would be changed")
    checks = parser.parse_args(words).check
    texts, is_current = gather(), True
    for language in LANGUAGES:
        catalogue = Catalogue.read(language)
        path, document = FOLDER / f"idlewild_{language}.ts", catalogue.document(texts)
        is_current &= path.exists() and path.read_text(encoding="utf-8") == document
        if not checks:
            path.write_text(document, encoding="utf-8")
        missing = Catalogue.read(language).unfinished(texts)
        print(f"{language}: {len(texts)} texts, {len(missing)} to be translated")  # noqa: T201
    if not checks:
        compile_all()
    return 0 if is_current or not checks else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
