"""What the commands do around a build."""

from __future__ import annotations

import gc

import pytest

from app.build import products
from app.cli.building import build_stale


def test_dead_values_are_looked_for_again_after_a_build_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[bool] = []

    def build(*_: object, **__: object) -> None:
        looked.append(gc.isenabled())
        raise products.BuildError("a fault")

    monkeypatch.setattr(products, "build", build)
    with pytest.raises(products.BuildError, match="a fault"):
        build_stale()
    assert (looked, gc.isenabled()) == ([False], True)
