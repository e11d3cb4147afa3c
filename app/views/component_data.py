"""What a component of a page is given, as Streamlit sends it to the browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def component_data(values: Mapping[str, Any]) -> tuple[dict[str, Any]]:
    """The ``data`` of a component: a row of one, which its script takes out again.

    Of a dictionary Streamlit asks for each value whether it is a table of pandas, and imports pandas and pyarrow to
    know: a quarter of a second of every start before the first page, and 68 MB. Of a row it asks nothing.

    >>> component_data({"part": "main", "asked": {"law": "16"}})
    ({'part': 'main', 'asked': {'law': '16'}},)
    """
    return (dict(values),)
