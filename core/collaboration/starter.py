"""The embedded *starter* collaboration: its text is what every Python installation carries."""

import ast
import importlib
import inspect
import re
import sysconfig
import textwrap
import warnings
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import msgspec
import zstandard

from core.collaboration.manifest_file import Draft, read_draft
from core.data.files import guarded, write_whole
from core.errors import LocalFault
from core.saying import say

TEXT_CHARACTERS = 3_000_000
"""Of each of the two files at most: preparing them must not keep a new user waiting."""
_LEAST_CHARACTERS = 100_000
_SOURCE_BYTES = 400_000

_NOT_PROSE = {"test", "tests", "idlelib", "lib2to3", "turtledemo", "ensurepip", "site-packages", "dist-packages"}
_NOT_PROSE |= {"__pycache__", "encodings", "pydoc_data", "lib-dynload"}
_WITHOUT_SOURCES = (  # imported where no sources are: none of these does anything but define things
    "abc argparse array ast asyncio base64 bisect calendar cmath cmd codecs collections configparser contextlib csv "
    "ctypes dataclasses datetime decimal difflib email enum fractions functools gettext glob hashlib heapq html http "
    "imaplib inspect io itertools json logging math mimetypes multiprocessing operator os pathlib pickle pprint queue "
    "random re sched secrets shutil socket sqlite3 ssl statistics string struct subprocess tarfile tempfile textwrap "
    "threading time tokenize traceback types typing unittest urllib uuid warnings weakref zipfile zlib"
)
_COMMENT = re.compile(r"(?:^[ \t]*#[ \t]?.*\n){2,}", re.MULTILINE)


def starter_draft(folder: Path) -> Draft:
    """Writes the starter's manifest and text into `folder`, unless they are there, and reads them as a draft.

    What is there stays, so that a new Python does not end the run that was begun with the old one. Takes a few seconds
    the first time. Raises `LocalFault` if this installation carries too little text, or for the disk.
    """
    manifest = folder / "manifest.toml"
    if not manifest.is_file():  # it is written last
        written = {"1-manual": _bounded(_manual()), "2-library": _bounded(_library())}
        if sum(len(text) for documents in written.values() for text in documents) < _LEAST_CHARACTERS:
            raise LocalFault(
                say("This installation carries no text to start with: join a collaboration by its invitation.")
            )
        for name, documents in written.items():
            if documents:
                write_whole(folder / f"{name}.jsonl.zst", _packed(documents))
        write_whole(manifest, resources.files("resources").joinpath("starter", "manifest.toml").read_bytes())
    return read_draft(manifest)


def _packed(documents: list[str]) -> bytes:
    lines = b"".join(msgspec.json.encode({"text": text}) + b"\n" for text in documents)
    return zstandard.ZstdCompressor(level=10).compress(lines)


def _bounded(documents: Iterator[str]) -> list[str]:
    kept, characters = [], 0
    for document in documents:
        if characters + len(document) > TEXT_CHARACTERS:
            break
        kept.append(document)
        characters += len(document)
    return kept


def _manual() -> Iterator[str]:
    """The language reference, as `help()` shows it."""
    try:
        from pydoc_data.topics import topics  # some packages of Python leave it out
    except ImportError:
        return
    for _, text in sorted(topics.items()):
        yield _flowing(text)


def _library() -> Iterator[str]:
    """Docstrings and longer comments of the standard library, a document per module."""
    root = Path(sysconfig.get_path("stdlib"))
    with guarded(root):
        paths = [path for path in sorted(root.rglob("*.py")) if _NOT_PROSE.isdisjoint(path.relative_to(root).parts)]
    found = False
    for path in paths:
        if document := _prose_of_source(path):
            found = True
            yield document
    if not found:
        yield from _imported()


def _prose_of_source(path: Path) -> str:
    try:
        if path.stat().st_size > _SOURCE_BYTES:
            return ""
        source = path.read_text(encoding="utf-8")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the style of other people's sources
            tree = ast.parse(source)
    except (OSError, ValueError, SyntaxError):  # templates and deliberately broken files
        return ""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = (node for node in ast.walk(tree) if isinstance(node, kinds))
    texts = [doc for node in nodes if (doc := ast.get_docstring(node))]
    comments = (re.sub(r"(?m)^[ \t]*#[ \t]?", "", block) for block in _COMMENT.findall(source))
    return _paragraphs([*texts, *map(textwrap.dedent, comments)])


def _imported() -> Iterator[str]:
    """Docstrings of modules without sources, as in a frozen program."""
    for name in _WITHOUT_SOURCES.split():
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        members = (member for _, member in inspect.getmembers(module))
        documented = [module, *(member for member in members if inspect.isroutine(member) or inspect.isclass(member))]
        if document := _paragraphs([doc for thing in documented if (doc := inspect.getdoc(thing))]):
            yield document


def _paragraphs(texts: list[str]) -> str:
    return "\n\n".join(dict.fromkeys(flowing for text in texts if len(flowing := _flowing(text)) > 40))


def _flowing(text: str) -> str:
    """Paragraphs on one line each; what is indented or laid out (code, tables) keeps its lines."""
    paragraphs = re.split(r"\n\s*\n", text.strip())
    return "\n\n".join(map(_flowing_paragraph, paragraphs))


def _flowing_paragraph(paragraph: str) -> str:
    lines = [line for line in textwrap.dedent(paragraph).splitlines() if any(c.isalnum() for c in line)]
    laid_out = any(line[:1].isspace() or line.startswith((">>>", "...", "|", "+", "*")) for line in lines)
    return ("\n" if laid_out else " ").join(lines)
