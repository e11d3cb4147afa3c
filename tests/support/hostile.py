"""What nobody types on purpose: signs of query languages, long repetitions, other scripts, markup, broken fields."""

from __future__ import annotations

HOSTILE = [
    "*", "**", "((", "))((", "[a TO", "]", '"', '"""', "AND", "NOT", "OR OR", "-", "+", "~", "^3", "\\", "a*b*c*", "?",
    "x" * 5000, "ab " * 2500, "(" * 800, "\x00\x01\x02", "\ud7ff\ue000", "кириллица", "橋牌規則", "قوانين", "🂡🂢",
    "<script>alert(1)</script>", "' OR 1=1 --", "{{7*7}}", "in:", "in:nowhere kort", "lov:", "lov:abc kort", "def:",
    "§", "§§§", "§ § §", "", "   ", "\n\t", "e\u0301" * 300, "a\u0300\u0301\u0302" * 200, "9" * 400, "16" * 200,
    "kort* " * 50, "-" * 300, "in:sv-2017 in:da-2017", "sprog:xx kort", "s* k* m*",
]  # fmt: skip
