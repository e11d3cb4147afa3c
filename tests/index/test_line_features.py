"""The features of lines that are taken together: each line has what it has by itself, said in plain words here."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from index.search.analyzer import fold, words_in
from index.search.line_features import FOLLOWS, MEANING, PIECE_OF_WORD, TOGETHER, feature_number, line_features
from index.search.word_senses import WordSense, WordSenses

SENSES = WordSenses(
    (
        WordSense("card", "kort kort* åben-kort", "card"),
        WordSense("lead", "udspil spil*", "lead led"),
        WordSense("open", "åben åben-kort", "open"),
        WordSense("play", "spil*", "play led"),
    )
)
TEXTS = st.lists(
    st.sampled_from(
        ["åben", "kort", "kortet", "udspil", "spille", "og", "makker", "lead", "led", "card", "open", "play", "7", "♠"]
    )
)
LINES = st.lists(st.tuples(TEXTS.map(" ".join), st.sampled_from(["da", "en", "sv"])), max_size=5)


def of_one_line(text: str, language: str) -> dict[tuple[int, str], float]:
    """By its kind and name what a feature of a line counts."""
    words, found, run = list(map(fold, words_in(text))), {}, []
    for at, word in enumerate(words):
        meant = SENSES.of(words[at : at + 2], language)
        own = [f"={sense}" for sense in meant] or [f"~{word[:6]}"] * (len(word) > 3)
        if meant:
            run.append(own)
        for one in own:
            found[MEANING, one] = max(found.get((MEANING, one), 0.0), 1 / math.sqrt(len(own)))
        ended = f" {word} "
        for at in range(max(1, len(ended) - 3)):
            found[PIECE_OF_WORD, f"<{ended[at : at + 4]}"] = 1.0
        found[PIECE_OF_WORD, f"#{word[:5]}"] = 1.0
    for first, second in pairwise(run):
        for one in first:
            for two in second:
                if one != two:
                    found[MEANING, f"{one}>{two}"] = FOLLOWS / math.sqrt(len(first) * len(second))
    for one, two in combinations(sorted({one for own in run for one in own}), 2):
        found[TOGETHER, f"&{one}{two}"] = 1.0
    return found


@given(LINES)
def test_lines_taken_together_have_what_each_has_by_itself(lines: list[tuple[str, str]]) -> None:
    found = line_features(lines, SENSES)
    rows: defaultdict[int, dict[tuple[int, int], float]] = defaultdict(dict)
    for line, number, worth, kind in zip(*(column.tolist() for column in found), strict=True):
        assert (kind, number) not in rows[line]
        rows[line][kind, number] = round(worth, 9)
    for at, line in enumerate(lines):
        named = {(kind, feature_number(name)): round(worth, 9) for (kind, name), worth in of_one_line(*line).items()}
        assert named == rows[at]
