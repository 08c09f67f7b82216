from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.collaboration.manifest_file import DataFile, Draft, TokenizerTraining, read_draft
from core.errors import UsageError
from core.identity.ids import PeerId
from core.identity.manifest import AdamW, Lamb, Schedule, kind_of

EXAMPLE = Path(__file__).parents[3] / "resources" / "example-manifest.toml"
SMALLEST = """
name = "N"
language = "bn"
licence = "CC0"
data.files = ["*.txt"]
optimizer.learning_rate = 1e-3
schedule.total_steps = 10
"""


def read(folder: Path, text: str) -> Draft:
    (folder / "a.txt").write_text("text")
    (folder / "b.jsonl.zst").write_bytes(b"x")
    path = folder / "manifest.toml"
    path.write_text(text)
    return read_draft(path)


def test_the_smallest_manifest_and_its_defaults(tmp_path: Path) -> None:
    draft = read(tmp_path, SMALLEST)
    assert draft.name == "N"
    assert draft.tokenizer == TokenizerTraining(32_000, lowercase=True, is_bengali=True)
    assert draft.files == (DataFile(tmp_path / "a.txt", "text"),)
    assert draft.optimizer == Lamb(learning_rate=1e-3)
    assert draft.schedule == Schedule(kind="linear", warmup_steps=0, total_steps=10)
    assert (draft.target_batch, draft.codec, draft.clip_norm, draft.policy) == (256, "float32", None, "open")
    assert kind_of(draft.task) == "mlm_sop"
    assert draft.task.model["num_attention_heads"] == 4
    assert draft.task.model["intermediate_size"] == 1024
    assert draft.task.model["max_position_embeddings"] == draft.task.sequence_tokens == 128
    assert "vocab_size" not in draft.task.model


def test_the_example_can_be_used(tmp_path: Path) -> None:
    draft = read(tmp_path, EXAMPLE.read_text(encoding="utf-8"))
    assert draft.files == (DataFile(tmp_path / "b.jsonl.zst", "jsonl.zst"),)
    assert draft.clip_norm == 1.0


def test_the_examples_comments_show_the_defaults(tmp_path: Path) -> None:
    """Every commented-out key but the alternatives, taken in, changes nothing."""
    text = EXAMPLE.read_text(encoding="utf-8")
    shown = "\n".join(
        line[2:] if " = " in line and line.startswith("# ") and not line.startswith(("# bootstrap", "# file")) else line
        for line in text.splitlines()
    )
    assert shown.count("\n# ") < text.count("\n# ") - 15
    assert read(tmp_path, shown) == read(tmp_path, text)


def test_mirrors_tell_files_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.txt").write_text("text")
    text = SMALLEST.replace('["*.txt"]', '["**/*.txt"]')
    assert len(read(tmp_path, text).files) == 2
    with pytest.raises(UsageError, match="two files are called a"):
        read(tmp_path, text + 'data.mirrors = ["https://mirror.example/"]')


def test_everything_can_be_said(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text("{}")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "c.parquet").write_bytes(b"x")
    peers = [PeerId(bytes([n]) * 32) for n in (2, 1)]
    draft = read(
        tmp_path,
        f"""
        name = "N"
        language = "en"
        licence = "CC0"
        target_batch = 4096
        codec = "float16"
        clip_norm = 2
        seed = 9
        bootstrap = ["a.example:1"]
        tokenizer.file = "tokenizer.json"
        data.files = ["a.txt", "**/*.parquet", "*.txt", "{tmp_path}/*.zst"]
        optimizer = {{ kind = "adamw", learning_rate = 1, beta2 = 0.98 }}
        schedule = {{ kind = "cosine", warmup_steps = 3, total_steps = 10 }}
        access = {{ policy = "allow-list", peers = ["{peers[0].text}", "{peers[1].text.upper()}"] }}
        task.model = {{ hidden_size = 32, num_hidden_layers = 1 }}
        """,
    )
    assert [file.path.name for file in draft.files] == ["a.txt", "c.parquet", "b.jsonl.zst"]
    assert draft.optimizer == AdamW(learning_rate=1.0, beta2=0.98)
    assert draft.allowed == tuple(sorted(peers))
    assert draft.tokenizer == tmp_path / "tokenizer.json"
    assert draft.clip_norm == 2.0
    assert draft.task.model["num_attention_heads"] == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ('name = "N"|', "name: it is missing; give the collaboration a name"),
        ('licence = "CC0"|', "licence: it is missing; say under which licence"),
        ('language = "bn"|language = ""', "language: it is empty"),
        ('name = "N"|name = 7', "name: it must be text, not a whole number"),
        ('name = "N"|name = "N"\nnmae = "M"', "nmae: there is no such key; did you mean name?"),
        ('name = "N"|name = "N"\nzzz = 1', "zzz: there is no such key; known here are name, language"),
        ("schedule.total|schedule.totl", "schedule.totl_steps: there is no such key; did you mean total_steps?"),
        ("schedule.total_steps = 10|schedule.warmup_steps = 1", "schedule.total_steps: it is missing; set it"),
        ("schedule.total_steps = 10|", "schedule: it is missing"),
        ("= 10|= 10\nschedule.warmup_steps = 11", "schedule.warmup_steps: 11 is not between 0 and 10"),
        ("= 10|= 10\nschedule.kind = 'step'", "schedule.kind: 'step' is not known; it is one of linear"),
        ("= 10|= 10\ntask.kind = 'gan'", "task.kind: 'gan' is not known; it is one of mlm_sop, causal_lm, swav"),
        (
            "= 10|= 10\ntask.sequence_length = 3",
            "task.sequence_length: there is no such key; did you mean sequence_tokens",
        ),
        ("= 10|= 10\ntask.sequence_tokens = '128'", "task.sequence_tokens: it must be a whole number, not text"),
        ("= 10|= 10\ntask.model.model_type = 'gpt9'", "task.model: .*gpt9"),
        ("= 10|= 10\ntask.model.hidden_size = 'big'", "task.model: .*hidden_size"),
        ("= 10|= 10\ntask.model.hidden_dropout = 0.1", "task.model: .*hidden_dropout"),
        ("= 10|= 10\ntask.model.hidden_size = 100\ntask.model.num_attention_heads = 3", "task.model: .*multiple"),
        ("= 10|= 10\ntask.model.max_position_embeddings = 64", "task.model: .*max_position_embeddings"),
        ("= 10|= 10\noptimizer.kind = 'sgd'", "optimizer.kind: 'sgd' is not known; it is one of lamb, adamw"),
        ("= 10|= 10\noptimizer.momentum = 0.9", "optimizer.momentum: there is no such key"),
        ("= 10|= 10\noptimizer.beta1 = 'x'", "optimizer.beta1: it must be a number, not text"),
        ("learning_rate = 1e-3|beta1 = 0.9", "optimizer.learning_rate: it is missing; set one"),
        ("learning_rate = 1e-3|learning_rate = -1", "optimizer.learning_rate: -1 is not between"),
        ("learning_rate = 1e-3|learning_rate = nan", "optimizer.learning_rate: nan is not between"),
        ("= 10|= 10\ntarget_batch = 1.5", "target_batch: it must be a whole number, not a fraction"),
        ("= 10|= 10\ntarget_batch = 0", "target_batch: 0 is not between"),
        ("= 10|= 10\ncodec = 'zip'", "codec: 'zip' is not known; it is one of float32, float16, bfloat16, int8, int4"),
        ("= 10|= 10\naveraging = 'late'", "averaging: 'late' is not known; it is one of synchronous, delayed"),
        ("= 10|= 10\naccess.policy = 'closed'", "access.policy: 'closed' is not known"),
        ("= 10|= 10\naccess.policy = 'allow-list'", "access.peers: they are listed"),
        ("= 10|= 10\naccess.peers = ['abc']", "access.peers: one of them is not a peer's id"),
        ("= 10|= 10\nbootstrap = ['abc']", "bootstrap: 'abc' is not an address"),
        ("= 10|= 10\nbootstrap = 'a:1'", "bootstrap: it must be a list, not text"),
        ("= 10|= 10\ntokenizer.file = 'none.json'", "tokenizer.file: there is no file .*none.json"),
        ("= 10|= 10\ntokenizer.file = 'a.txt'\ntokenizer.train = {}", "tokenizer: it has both"),
        ("= 10|= 10\ntokenizer.train.vocabulary = 7", "tokenizer.train.vocabulary: 7 is not between 100"),
        (
            "= 10|= 10\ntokenizer.train.vocab = 700",
            "tokenizer.train.vocab: there is no such key; did you mean vocabulary",
        ),
        ("*.txt|*.csv", r"data.files: no file matches '\*.csv'"),
        ("*.txt|*.toml", "data.files: manifest.toml ends in none of"),
        ('["*.txt"]|[]', "data.files: it is missing; name the data"),
        ('["*.txt"]|["*.txt"]\ndata.held_out = ["*.csv"]', r"data.held_out: no file matches '\*.csv'"),
        ('["*.txt"]|["*.txt"]\ndata.held_out = ["*.txt"]', "data.files: nothing is left to train on of 'data'"),
        ('["*.txt"]|["*.txt"]\ndata.mirrors = ["http://a.example/"]', "data.mirrors: 'http://a.example/' is no mirror"),
        ('["*.txt"]|["*.txt"]\ndata.mirors = []', "data.mirors: there is no such key; did you mean mirrors"),
        ('["*.txt"]|["*.txt"]\ndata.sources = [{ name = "a", files = ["*.txt"] }]', "data: it has both `sources` and"),
        ('files = ["*.txt"]|sources = [{ files = ["*.txt"] }]', r"data.sources\[.+\].name: it is missing"),
        (
            'files = ["*.txt"]|sources = [{ name = "a", fils = [] }]',
            r"data.sources\[0\].fils: there is no such key; did you mean files",
        ),
        (
            'files = ["*.txt"]|sources = [{ name = "a", files = ["*.txt"], weight = 0 }]',
            "data.sources.weight: 0 is no weight",
        ),
        (
            'files = ["*.txt"]|sources = [{ name = "a", files = ["*.txt"], weight = 1e-9 }]',
            "data.sources.weight: 0 is not between 1e-06",
        ),
        (
            'files = ["*.txt"]|sources = [{ name = "a", files = ["*.txt"] }, { name = "a", files = ["*.zst"] }]',
            "data.sources: two have the same name",
        ),
        (
            'files = ["*.txt"]|sources = [{ name = "a", files = ["*.txt"] }, { name = "b", files = ["*.txt"] }]',
            "data.files: nothing is left to train on of 'b'",
        ),
        ('["*.txt"]|"*.txt"', "data.files: it must be a list, not text"),
        ('["*.txt"]|[7]', r"data.files\[.+\]: it must be text"),
        ("= 10|= ", "is not a TOML file: Invalid value .at line 7"),
    ],
)
def test_faults_name_file_key_and_remedy(tmp_path: Path, change: str, sentence: str) -> None:
    old, _, new = change.partition("|")
    assert old in SMALLEST
    with pytest.raises(UsageError, match=sentence) as caught:
        read(tmp_path, SMALLEST.replace(old, new))
    assert str(tmp_path / "manifest.toml") in str(caught.value)
    assert caught.value.exit_status == 2


def test_missing_and_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_draft(tmp_path / "nothing.toml")
    with pytest.raises(UsageError, match="cannot be read"):
        read_draft(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b'name = "\xe9"')
    with pytest.raises(UsageError, match="not a TOML file"):
        read_draft(tmp_path / "latin.toml")


def test_an_empty_data_file(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    with pytest.raises(UsageError, match=r"empty\.txt is empty"):
        read(tmp_path, SMALLEST)


@given(st.text(max_size=60), st.sampled_from(["", SMALLEST]))
def test_any_text_is_a_draft_or_a_sentence(tmp_path_factory: pytest.TempPathFactory, text: str, rest: str) -> None:
    folder = tmp_path_factory.mktemp("any")
    (folder / "manifest.toml").write_bytes((text + "\n" + rest).encode("utf-8", "surrogatepass"))
    (folder / "a.txt").write_text("text")
    try:
        read_draft(folder / "manifest.toml")
    except UsageError as fault:
        assert str(fault)  # noqa: PT017  # a comment makes the text a sound manifest
