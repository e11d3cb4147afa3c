"""The text in the bytes of a file, whatever the file says about its encoding.

A byte order mark is believed; a declared encoding only when it fits. What is left is weighed: the encoding under which
the bytes hold words with the letters of our languages, and not signs in the middle of words, is the right one.
"""

from __future__ import annotations

import re
import unicodedata

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_CHARSET = re.compile(rb"""charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]{2,30})""", re.IGNORECASE)
# What browsers do too: pages that say latin-1 or ascii hold windows-1252.
_ALIASES = {"iso-8859-1": "windows-1252", "latin1": "windows-1252", "us-ascii": "windows-1252", "ascii": "windows-1252"}
# Windows first: it wins where nothing tells them apart. cp865 is Nordic DOS.
_OLD = ("windows-1252", "mac-roman", "cp865", "cp850")
_EXPECTED = frozenset("æøåäöÆØÅÄÖéÉ§–—’‘“”»«½×·•…éèüáà°´¨")
# A suit of Word's Symbol font, as the private character that Word keeps for it.
_SUITS = str.maketrans({"\uf0a7": "♣", "\uf0a8": "♦", "\uf0a9": "♥", "\uf0aa": "♠"})
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"))
# The same font lost: "4ª" is four spades. Only where at least two of the three odd signs are beside a rank.
_LOST_SUITS = str.maketrans({"ª": "♠", "©": "♥", "¨": "♦"})
_LOST_CLUB = re.compile(
    r"(?<![\w§.,-])(?P<rank>[1-7])§(?!\s?\d)|(?<![\w§])§(?=[AKQJTEDB]?[AKQJTEDB\d][\dAKQJTEDB]*(?=[\s,.;)]|$))(?!\s)"
)


def decode(content: bytes, html: bool) -> tuple[str, tuple[str, ...]]:
    """The text, and problems as codes: ``charset`` for a declaration that lies, ``bytes`` for characters lost.

    >>> decode("Nævnet".encode("cp1252"), html=False)
    ('Nævnet', ())
    """
    for mark, codec in _MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(codec, "replace"), ()
    if codec := wide_codec(content):
        return content.decode(codec, "replace"), ()
    declared = _CHARSET.search(content[:4096]) if html else None
    codec = _ALIASES.get(name := declared[1].decode("ascii").lower(), name) if declared else ""
    text = _strict(content, "utf-8")
    if text is None and codec and codec not in ("utf-8", "windows-1252"):
        text = _strict(content, codec)
    if text is not None:
        lies = codec not in ("", "utf-8") and not content.isascii() and _strict(content, codec) != text
        return _untwisted(text), ("charset",) if lies else ()
    problems = ("charset",) if codec == "utf-8" or (codec and _unknown(codec)) else ()
    texts = [_old_text(content, name) for name in _OLD]
    text = max(texts, key=_score)
    return text, (*problems, "bytes") if "\N{REPLACEMENT CHARACTER}" in text else problems


def wide_codec(content: bytes) -> str:
    """The codec of UTF-16 without its mark, in which every second byte is nothing; empty for any other text.

    >>> wide_codec("Nævnet".encode("utf-16-le"))
    'utf-16-le'
    """
    sample = content[:400]
    if len(sample) < 8 or len(content) % 2:
        return ""
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if odd > len(sample) * 0.35 and even == 0:
        return "utf-16-le"
    return "utf-16-be" if even > len(sample) * 0.35 and odd == 0 else ""


def without_invisible(text: str) -> str:
    """The text without the signs of no width that editors of pages leave in it.

    >>> without_invisible("\\u200b§ 204\\ufeff")
    '§ 204'
    """
    return text.translate(_INVISIBLE)


def with_suits(text: str) -> str:
    """The text with the suits of Word's Symbol font as suit signs.

    >>> with_suits("3\\uf0a7 og 4ª over 2©")
    '3♣ og 4♠ over 2♥'
    """
    text = text.translate(_SUITS)
    lost = {sign for sign in "ª©¨" if re.search(rf"(?<!\w)[1-7]{sign}|{sign}[\dAKQJTEDB]", text)}
    if not lost or ("ª" not in lost and len(lost) < 2):
        return text
    text = _LOST_CLUB.sub(lambda match: f"{match['rank'] or ''}♣", text)
    return "".join(sign.translate(_LOST_SUITS) if sign in lost else sign for sign in text)


def _old_text(content: bytes, codec: str) -> str:
    """The text in an encoding of one byte a letter. DOS printed a control character as "§", and files keep it."""
    return content.decode(codec, "replace").replace("\x15", "§")


def _strict(content: bytes, codec: str) -> str | None:
    try:
        return content.decode(codec)
    except (LookupError, UnicodeError):  # the codec "undefined" raises the latter itself
        return None


def _unknown(codec: str) -> bool:
    try:
        "".encode(codec)
    except (LookupError, UnicodeError):
        return True
    return False


def _score(text: str) -> int:
    """Letters of our languages less signs that stand inside words or are nothing."""
    odd = len(re.findall(r"(?<=[a-z])[^\w\s.,;:'’()/&-](?=[a-z])|\N{REPLACEMENT CHARACTER}", text))
    return (
        sum(
            1 if char in _EXPECTED else -2 if unicodedata.category(char) in ("Cc", "Co", "So", "Sc", "Lo", "Sm") else -1
            for char in text
            if char > "\x7f"
        )
        - 3 * odd
    )


def _untwisted(text: str) -> str:
    """Words that were UTF-8 read as Windows and saved as UTF-8 again: "NÃ¸rre" is "Nørre"."""
    if not re.search("Ã[\x80-\xbf‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|Â§", text):
        return text
    try:
        return text.encode("windows-1252").decode("utf-8")
    except UnicodeError:
        return text
