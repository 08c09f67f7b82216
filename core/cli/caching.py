"""Libraries that compile for a device keep what they made in folders all over a user's home; here they keep it in the
peer's own, so that it goes with it."""

from collections.abc import MutableMapping

from core.paths import Home

_FOLDERS = {
    "TORCHINDUCTOR_CACHE_DIR": "inductor",
    "TRITON_CACHE_DIR": "triton",
    "CUDA_CACHE_PATH": "cuda",
    "MIOPEN_USER_DB_PATH": "miopen",
    "MIOPEN_CUSTOM_CACHE_DIR": "miopen",
    "NEO_CACHE_DIR": "neo",
    # Not HF_HOME, where the user's token lies as well.
    "HF_HUB_CACHE": "huggingface/hub",
    "HF_ASSETS_CACHE": "huggingface/assets",
    "HF_XET_CACHE": "huggingface/xet",
    "HF_DATASETS_CACHE": "huggingface/datasets",
    "HF_MODULES_CACHE": "huggingface/modules",
    "MPLCONFIGDIR": "matplotlib",
}


def keep_caches_in(home: Home, environment: MutableMapping[str, str]) -> None:
    """For this process and those that it starts. Who has chosen a folder already keeps it."""
    for variable, folder in _FOLDERS.items():
        if variable.startswith("HF_") and "HF_HOME" in environment:
            continue
        environment.setdefault(variable, str(home.caches / folder))
