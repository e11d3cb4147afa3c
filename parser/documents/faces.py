"""The words that a paragraph begins with in a face of their own: italic, underlined, small capitals, or an element or a
style that the words behind them do not have. A house that sets its headings so sets them so throughout; who leans on it
looks whether it does.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from parser.documents.label_words import is_typed_label


@dataclass
class FaceRuns:
    """The runs of one face in a paragraph, in order.

    >>> runs = FaceRuns()
    >>> runs.add("A. ", ""), runs.add("Udspil ", "em"), runs.add("uden for tur", "em"), runs.add(" Hvis", "")
    (None, None, None, None)
    >>> runs.lead
    (22, 'em')
    """

    runs: list[tuple[str, str]] = field(default_factory=list)

    def add(self, words: str, face: str) -> None:
        """Words of a face, "" for that of the paragraph."""
        if self.runs and self.runs[-1][1] == face:
            words = self.runs.pop()[0] + words
        self.runs.append((words, face))

    @property
    def lead(self) -> tuple[int, str]:
        """Where the first words behind the label end, and their face, if they have one of their own; else (0, "")."""
        text = ""
        for n, (words, face) in enumerate(self.runs):
            text += words
            if words.strip() and not (is_typed_label(text) and n + 1 < len(self.runs)):
                return (len(text), face) if face else (0, "")
        return 0, ""
