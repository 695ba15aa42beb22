"""Bytes to characters, and characters as players paste them: code pages, entities, quotation marks, odd spaces."""

from __future__ import annotations

import codecs
import contextlib
import re
import unicodedata

from referee.kernel.citation import text
from referee.lists.army import Finding, Severity

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)


def decoded(content: bytes) -> tuple[str, list[Finding]]:
    """The characters of a file: UTF-8, UTF-16 or UTF-32, else a Windows code page, which is noted."""
    for mark, name in _BOMS:
        if content.startswith(mark):
            return content[len(mark) :].decode(name, errors="replace"), []
    if len(content) >= 4 and content.count(0) >= len(content) // 4:
        name = "utf-16-be" if content[0] == 0 else "utf-16-le"
        return content.decode(name, errors="replace"), []
    try:
        return content.decode("utf-8"), []
    except UnicodeDecodeError:
        page = _code_page(content)
    note = Finding(
        Severity.NOTE, "code-page", text("The file is not UTF-8; it was read as code page {page}.", page=page)
    )
    return content.decode(page, errors="replace"), [note]


_DECLARED = re.compile(
    rb"\s*<\?xml[^>]{0,80}encoding=[\"']((?:windows-|iso-8859-|cp|koi8-)\w{1,8})[\"']", re.IGNORECASE
)


def _code_page(content: bytes) -> str:
    """The page an XML document names; else Windows-1252 as exporters write it, or the one the letters point to.

    Reading: game terms are English, so the pages differ only in a player's own words; bullets and quotation marks lie
    at the same bytes in all Windows pages. Words of high letters alone are Cyrillic; `ő` and `ű`, or letters inside
    words where 1252 has signs, are Central European; a bullet at 0xA5 is the Mac's.
    """
    declared = _DECLARED.match(content)
    if declared:
        with contextlib.suppress(LookupError):
            return codecs.lookup(declared[1].decode()).name
    letters = len(re.findall(rb"[\xc0-\xff]", content))
    if letters > 6 and sum(map(len, re.findall(rb"[\xc0-\xff]{2,}", content))) * 2 > letters:
        return "cp1251"
    if b"\xa5 " in content and b"\x95" not in content:
        return "mac_roman"
    western = re.search(rb"[\xe0\xe3\xe7\xe8\xea\xf1]", content)
    hungarian = re.search(rb"[A-Za-z][\xf5\xfb]|[\xd5\xdb\xf5\xfb][A-Za-z]", content)
    polish = re.search(rb"[A-Za-z][\xb3\xb9\xbf\x9c\x9f]|[\xb3\xb9\xbf\x9c\x9f][a-z]", content)
    if (hungarian and not western) or polish:
        return "cp1250"
    return "cp1252"


_LINE_ENDS = re.compile("\r\n|[\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff]"
)
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f\x80-\x84\x86-\x9f]")
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_MOJIBAKE = re.compile("[ÂÃâ][\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]")


def without_disguise(string: str) -> tuple[str, list[Finding]]:
    """The same text with plain line ends, spaces and characters; lines keep their numbers."""
    findings: list[Finding] = []
    string = _LINE_ENDS.sub("\n", string)
    if _MOJIBAKE.search(string):
        string = _mended(string)
    string = _SPACES.sub(" ", _CONTROLS.sub("", _INVISIBLE.sub("", string)))
    return unicodedata.normalize("NFC", string), findings


def one_line(string: str, most: int = 400) -> str:
    """A name out of a program's file: in one line, without characters that cannot be seen, not longer than `most`."""
    plain = _CONTROLS.sub(" ", _INVISIBLE.sub("", string[: 4 * most]))
    return unicodedata.normalize("NFC", " ".join(plain.split()))[:most]


def _mended(string: str) -> str:
    """UTF-8 that was once read as Windows-1252, line by line; a line that does not turn back cleanly stays."""
    lines = []
    for line in string.split("\n"):
        if _MOJIBAKE.search(line):
            with contextlib.suppress(UnicodeDecodeError, UnicodeEncodeError):
                line = b"".join(_byte(c) for c in line).decode("utf-8")
        lines.append(line)
    return "\n".join(lines)


def _byte(c: str) -> bytes:
    try:
        return c.encode("cp1252")
    except UnicodeEncodeError:
        return c.encode("latin-1")


_ENTITY = re.compile(r"&(?:[a-zA-Z][a-zA-Z0-9]{1,30}|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});")
_QUOTED = re.compile(r"^\s{0,3}(?:[>|]\s?)+")
_TAGS = re.compile(
    r"</?(?:p|br|div|li|ul|ol|b|i|u|strong|em|span|pre|code|h[1-6]|a|font|html|head|body|title|meta|link|blockquote|"
    r"table|tbody|tr|td|th|section|article|main)\b[^<>]{0,400}>|<!--.{0,400}?-->|<!DOCTYPE\b[^<>]{0,200}>",
    re.IGNORECASE,
)
_LINE_TAGS = re.compile(
    r"(?:<br\b[^<>]{0,200}>|</(?:p|div|li|h[1-6]|tr|title|pre)\s{0,9}>)(?=(?:[^\S\n]|<[^<>]{0,400}>){0,99}[^\s<])",
    re.IGNORECASE,
)
"""Tags that end a line, where the text does not end it too."""
_UNSEEN = re.compile(r"<(script|style)\b[^<>]{0,400}>", re.IGNORECASE)


def unquoted(string: str) -> str:
    """A text list without what a page or chat puts around it: tags, entities, `> ` marks, fences, quotation marks.

    Tags that end a line do so where the text does not: then lines are counted as they are seen.
    """
    string = _untagged(string)
    if _ENTITY.search(string):
        string = _untagged(_unescaped(string))
    lines = string.split("\n")
    filled = [line for line in lines if line.strip()]
    if filled and sum(bool(_QUOTED.match(line)) for line in filled) * 2 > len(filled):
        lines = [_QUOTED.sub("", line, count=1) for line in lines]
    lines = ["" if re.fullmatch(r"\s*(?:```\w*|~~~)\s*", line) else line for line in lines]
    return _without_marks_around("\n".join(lines))


def _untagged(string: str) -> str:
    if not _TAGS.search(string):
        return string
    return _TAGS.sub("", _LINE_TAGS.sub("\n", _without_unseen(string)))


def _without_unseen(string: str) -> str:
    """The text without scripts and styles and what is in them."""
    parts = []
    at = 0
    lower = string.lower()
    while opened := _UNSEEN.search(string, at):
        closed = lower.find(f"</{opened[1].lower()}", opened.end())
        if closed < 0:
            break
        parts.append(string[at : opened.start()])
        at = lower.find(">", closed) + 1 or len(string)
    return "".join([*parts, string[at:]])


def _unescaped(string: str) -> str:
    """Entities replaced, twice where a page escaped them twice; a line break among them becomes a space."""
    import html

    for _ in range(2):
        string = "\n".join(
            re.sub(r"[\n\r\x85\u2028\u2029]", " ", html.unescape(line)) if "&" in line else line
            for line in string.split("\n")
        )
    return without_disguise(string)[0]


def _without_marks_around(string: str) -> str:
    """The text without one pair of quotation marks around all of it."""
    stripped = string.strip()
    for opening, closing in (('"', '"'), ("“", "”"), ("„", "“"), ("«", "»"), ("'", "'"), ("„", "”")):
        if len(stripped) > 1 and stripped.startswith(opening) and stripped.endswith(closing):
            lead = string[: string.index(opening)]
            return lead + stripped[1:-1]
    return string
