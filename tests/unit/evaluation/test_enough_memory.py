import numpy as np
import pytest
import torch

from core.errors import LocalFault
from core.evaluation.memory import enough_memory


def test_a_request_that_no_machine_fulfils_is_a_sentence() -> None:
    with pytest.raises(LocalFault, match=r"or stop\.$"), enough_memory("stop"):
        torch.empty(1 << 50)
    with pytest.raises(LocalFault, match=r"or stop\.$"), enough_memory("stop"):
        np.ones(1 << 50)
    with pytest.raises(LocalFault), enough_memory("stop"):
        raise torch.OutOfMemoryError("CUDA out of memory")


def test_other_errors_stay_what_they_are() -> None:
    with pytest.raises(RuntimeError, match="size"), enough_memory("stop"):
        torch.ones(2) + torch.ones(3)
