"""Fixtures of the pages' tests."""

from __future__ import annotations

import pytest

from app.reader.context import ReaderServices


@pytest.fixture(scope="session")
def room(services: ReaderServices) -> ReaderServices:
    return services
