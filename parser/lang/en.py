"""English citation words (for readers' queries and appeal cases). The fields are explained at ``Words``."""

from __future__ import annotations

from parser.lang.words import BookWords, Words

WORDS = Words(
    signs=("§", "law", "laws", "section"),
    title_signs=("rule",),
    part_signs=("letter", "no.", "clause", "item", "paragraph", "point", "section"),
    note_signs=("note",),
    team_signs=(),
    ands=("and", "or", "and/or"),
    ranges=("to", "through"),
    onwards=("and following", "et seq.", "ff.", "ff"),
    signals=(
        *("but see also", "but see", "see also", "see", "cf."),
        *("according to", "in accordance with", "pursuant to", "under", "as in", "as per", "per"),
        *("instead of", "except", "except for"),
        *("in", "of", "by"),
    ),
    pointers=("see", "see also", "but see", "cf."),
    cues=(),
    applies=("applies", "apply"),
    above=("above",),
    below=("below",),
    locators=("item", "section", "paragraph"),
    this_law=("of this law", "in this law"),
    self_law=(),
    self_rule=(),
    self_works=(),
    not_before=("not", "instead of", "except", "except for"),
    not_after=("does not apply", "do not apply"),
    not_words=("not",),
    gloss_after=("on", "about", "concerning", "regarding"),
    see=("see also", "see"),
    definition_of=("the definition of", "definition of"),
    books=(),
    other_books=("by-laws", "bylaws", "statutes"),
    subsection=("sub-section", "para."),
    units=(
        *("tricks", "boards", "cards", "points", "imps"),
        *("percent", "%", "minutes", "rounds", "tables", "pairs", "teams", "players", "days", "times"),
    ),
    names=("en", "engelsk", "engelske", "engelska", "english"),
    numerals="one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    " fifteen sixteen seventeen eighteen nineteen",
    tens="twenty thirty forty fifty sixty seventy eighty ninety",
    # Words that join a number to the edition or day behind it: "16C i lovene fra 2007".
    edition_links=("in", "of", "from", "the", "laws", "law", "edition", "code", "on", "as of"),
    edition_prepositions=("in", "of", "from", "on", "as of"),
    book_titles=("law", "laws"),
    laws_of_year=("law", "laws"),
    edition_names=("edition", "code"),
    seats=("north", "east", "south", "west"),
    offices=("director", "committee", "captain", "jury"),
    book=BookWords(
        foreword=("foreword", "preface"),
        contents=("contents", "table of contents"),
        introduction=("introduction", "scope of the laws"),
        definitions=("definitions",),
        index=("index", "subject index"),
        notes=("notes", "footnotes", "endnotes"),
        rules=(),
        chapters=("chapter", "part"),
    ),
)
