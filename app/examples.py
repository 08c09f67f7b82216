"""What one might ask a model that speaks a language. These are in the model's language, not in the window's."""

import re

GAP = "___"

_FILL_IN = {
    "bn": f"ঢাকা বাংলাদেশের {GAP}।",
    "de": f"Berlin ist die {GAP} von Deutschland.",
    "en": f"Paris is the {GAP} of France.",
    "es": f"Madrid es la {GAP} de España.",
    "fr": f"Paris est la {GAP} de la France.",
    "hi": f"दिल्ली भारत की {GAP} है।",
}
_GO_ON = {
    "bn": "এক দেশে এক রাজা ছিল",
    "de": "Es war einmal",
    "en": "Once upon a time",
    "es": "Había una vez",
    "fr": "Il était une fois",
    "hi": "एक समय की बात है",
}
_NAMES = {
    "bengali": "bn",
    "bangla": "bn",
    "বাংলা": "bn",
    "german": "de",
    "deutsch": "de",
    "english": "en",
    "spanish": "es",
    "español": "es",
    "french": "fr",
    "français": "fr",
    "hindi": "hi",
    "हिन्दी": "hi",
}


def language_code(language: str) -> str:
    """Of what an organiser wrote, such as `bn`, `bn-BD`, `Bengali (bn)` or `English`; empty where none is told."""
    words = language.strip().casefold()
    if words in _NAMES:
        return _NAMES[words]
    found = re.search(r"\(([a-z]{2,3})\b[^)]*\)", words) or re.fullmatch(r"([a-z]{2,3})(?:[-_].*)?", words)
    if found:
        return found[1]
    return next((code for name, code in _NAMES.items() if name in words), "")


def example(kind: str, language: str) -> str:
    """A text to ask about, for `fill_mask` or `complete`; empty where none is known for that language."""
    return (_FILL_IN if kind == "fill_mask" else _GO_ON).get(language_code(language), "")
