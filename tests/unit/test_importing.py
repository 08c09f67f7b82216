import gc

import pytest

from core.importing import import_for_good


def test_the_collector_is_at_work_again_afterwards(tmp_path, monkeypatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "kept_for_good.py").write_text("import gc\nIS_ENABLED, KEPT = gc.isenabled(), [[]]\n")
    (tmp_path / "broken_for_good.py").write_text("import gc\nassert gc.isenabled()\n")
    try:
        import_for_good("kept_for_good")
        assert gc.isenabled()
        import kept_for_good

        assert not kept_for_good.IS_ENABLED
        assert not any(found is kept_for_good.KEPT for found in gc.get_objects())
        with pytest.raises(AssertionError):
            import_for_good("broken_for_good")
        assert gc.isenabled()
    finally:
        gc.unfreeze()
