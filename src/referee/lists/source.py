"""From bytes to content: what kind of file it is, decided by looking inside, and what had to be undone on the way.

Nothing here trusts a file's name. Archives are unpacked in memory, up to the limits, and never to disk, so the path
names in them mean nothing.
"""

from __future__ import annotations

import base64
import binascii
import io
import re
import zipfile
import zlib
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec

from referee.kernel.citation import Text, text
from referee.lists.army import Finding, ListRefused, Severity
from referee.lists.encoding import decoded, without_disguise
from referee.lists.limits import Limits

ACCEPTED = text(
    "Army lists are read as text (Games Workshop app, New Recruit, WTC, ListForge), JSON (New Recruit, ListForge, "
    "Rosterizer) or BattleScribe .ros and .rosz."
)


_CHAT_LINES = 6
"""A longer text with a share link is the list itself, with the link at its end."""


class Content(msgspec.Struct):
    """What was inside: a text, a JSON value or an XML document."""

    text: str | None = None
    json: Any = None
    xml: bytes | None = None
    findings: list[Finding] = []
    via: str = ""
    """What it came in, where that names a program: `listforge`."""


def refused(code: str, message: Text, line: int | None = None) -> ListRefused:
    """The refusal of a whole file."""
    return ListRefused(Finding(Severity.ERROR, code, message, line))


def load(source: bytes | str | Path, limits: Limits) -> Content:
    """The content of a path, of bytes, or of a text; raises ListRefused if there is none to read."""
    if isinstance(source, str):
        path = _as_path(source)
        if path is None:
            if len(source) > limits.file_bytes:
                raise _too_large(len(source), limits)
            return _from_text(source, [], limits)
        source = path
    if isinstance(source, Path):
        source = _read_file(source, limits)
    return _from_bytes(bytes(source), limits)


def _as_path(source: str) -> Path | None:
    """A text without line breaks that names a file, or looks like nothing but a file name."""
    if len(source) > 1024 or "\n" in source or "\r" in source or "\0" in source or not source.strip():
        return None
    path = Path(source)
    try:
        if path.exists():
            return path
    except OSError:
        return None
    return path if re.fullmatch(r"[^{<(\[]*\.(txt|json|rosz?|xml|md|list)", source, re.IGNORECASE) else None


def _read_file(path: Path, limits: Limits) -> bytes:
    name = str(path)
    if path.is_dir():
        raise refused("file-missing", text("{file} is a folder. Name the files in it.", file=name))
    try:
        with path.open("rb") as file:
            content = file.read(limits.file_bytes + 1)
    except FileNotFoundError:
        raise refused("file-missing", text("There is no file {file}.", file=name)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise refused("file-missing", text("{file} cannot be read: {reason}.", file=name, reason=reason)) from None
    if len(content) > limits.file_bytes:
        raise _too_large(path.stat().st_size, limits)
    return content


def _too_large(size: int, limits: Limits) -> ListRefused:
    return refused(
        "too-large",
        text("The file has {size} bytes; an army list may have {limit}.", size=size, limit=limits.file_bytes),
    )


def _from_bytes(content: bytes, limits: Limits) -> Content:
    if len(content) > limits.file_bytes:
        raise _too_large(len(content), limits)
    if content[:4] in (b"PK\x03\x04", b"PK\x05\x06") or _is_zip_after_stub(content):
        return _from_zip(content, limits)
    if content[:2] == b"\x1f\x8b":
        return _from_bytes(_unpacked(content, limits), limits)
    string, findings = decoded(content)
    return _from_text(string, findings, limits)


def _is_zip_after_stub(content: bytes) -> bool:
    return b"PK\x03\x04" in content[:64] and zipfile.is_zipfile(io.BytesIO(content))


def _from_text(string: str, findings: list[Finding], limits: Limits) -> Content:
    string, more = without_disguise(string)
    findings = [*findings, *more]
    start = string.lstrip()[:400]
    if not start:
        raise refused("empty", text("The file is empty. {accepted}", accepted=ACCEPTED))
    if start.startswith("<") and re.match(r"<(\?xml|!--|!DOCTYPE(?!\s+html)|[\w:]*roster)\b", start, re.IGNORECASE):
        return Content(xml=string.strip().encode(), findings=findings)
    payload = _share_payload(string)
    if payload is not None:
        return _from_share(payload, findings, limits)
    if start[0] == "{" or (start[0] == "[" and re.match(r"\[\s*[\[{]", start)):
        return Content(json=parse_json(string, limits), findings=findings)
    if len(string) > limits.text_characters:
        message = text(
            "The text has {size} characters; an army list may have {limit}.",
            size=len(string),
            limit=limits.text_characters,
        )
        raise refused("too-large", message)
    return Content(text=string, findings=findings)


def parse_json(string: str, limits: Limits) -> Any:
    """A JSON value, refused with its line if it is broken, too deep or too large."""
    depth = _json_depth(string, limits.depth)
    if depth > limits.depth:
        raise _too_deep(limits)
    try:
        value = msgspec.json.decode(string)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        at = re.search(r"byte (\d+)", str(error))
        line = string.encode()[: int(at[1])].count(b"\n") + 1 if at else None
        raise refused(
            "json-broken", text("The JSON is cut off or damaged ({reason}).", reason=str(error)), line
        ) from None
    return value


def _json_depth(string: str, limit: int) -> int:
    """Greatest nesting of brackets outside strings, counted no further than just over `limit`."""
    depth = deepest = 0
    for token in re.finditer(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{]|[\]}]', string, re.DOTALL):
        if token[0] in "[{":
            depth += 1
            if depth > deepest:
                deepest = depth
                if deepest > limit:
                    break
        elif token[0] in "]}":
            depth -= 1
    return deepest


def _too_deep(limits: Limits) -> ListRefused:
    return refused(
        "too-deep", text("The file is nested deeper than {limit} levels; no army list is.", limit=limits.depth)
    )


def _from_zip(content: bytes, limits: Limits) -> Content:
    """The one roster in a .rosz; inner names, stored or deflated, data descriptors and encryption flags by zipfile."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.filename.endswith("/")]
            if len(entries) > limits.zip_entries:
                raise refused(
                    "zip-entries", text("The archive has {count} files; one is expected.", count=len(entries))
                )
            files = _entries(archive, entries, limits)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError) as error:
        raise refused("zip-broken", text("The archive is damaged ({reason}).", reason=str(error))) from None
    except RuntimeError:
        raise refused(
            "zip-locked", text("The archive is protected by a password. Save the list without one.")
        ) from None
    rosters = [(name, inner) for name, inner in files if inner.strip() and not name.startswith("__MACOSX/")]
    if len(rosters) > 1:
        likely = [pair for pair in rosters if b"<roster" in pair[1][:4000] or pair[0].lower().endswith(".ros")]
        rosters = likely or rosters
    if not rosters:
        raise refused("zip-empty", text("The archive is empty. {accepted}", accepted=ACCEPTED))
    if len(rosters) > 1:
        names = ", ".join(name for name, _ in rosters)
        raise refused("zip-several", text("The archive holds several lists: {names}. Give one of them.", names=names))
    inner = rosters[0][1]
    if inner[:4] == b"PK\x03\x04":
        raise refused("zip-nested", text("The archive holds another archive. Unpack it first."))
    return _from_bytes(inner, limits)


def _entries(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], limits: Limits) -> list[tuple[str, bytes]]:
    """Names and contents, stopped when all together reach the limit, whatever sizes the directory claims."""
    files = []
    left = limits.unpacked_bytes
    for entry in entries:
        with archive.open(entry) as file:
            content = file.read(left + 1)
        left -= len(content)
        if left < 0:
            raise _bomb(limits)
        files.append((entry.filename, content))
    return files


def _bomb(limits: Limits) -> ListRefused:
    return refused(
        "too-large",
        text("The archive unpacks to more than {limit} bytes; no army list does.", limit=limits.unpacked_bytes),
    )


def _unpacked(content: bytes, limits: Limits) -> bytes:
    """A gzip or zlib stream, unpacked up to the limit."""
    unpacker = zlib.decompressobj(47)
    try:
        plain = unpacker.decompress(content, limits.unpacked_bytes + 1)
    except zlib.error as error:
        raise refused("zip-broken", text("The archive is damaged ({reason}).", reason=str(error))) from None
    if len(plain) > limits.unpacked_bytes:
        raise _bomb(limits)
    if not unpacker.eof:
        raise refused("zip-broken", text("The compressed list is cut off."))
    return plain


def _share_payload(string: str) -> str | None:
    """The packed part of a ListForge share link, a line of chat around it or not, or a bare packed list; else None."""
    word = string.strip()
    if not word or re.search(r"\s", word):
        linked = re.findall(r"https?://\S+/listforge/[\w+/%=-]{40,}", string)
        return _payload_of_link(linked[0]) if len(linked) == 1 and len(string.split("\n")) <= _CHAT_LINES else None
    if re.match(r"https?://", word, re.IGNORECASE):
        return _payload_of_link(word)
    squeezed = word.rstrip("=")
    return squeezed if len(word) > 40 and re.fullmatch(r"[\w+/-]+", squeezed) and "H4sI" in word[:4] else None


def _payload_of_link(link: str) -> str:
    marked = re.search(r"/listforge/(?P<payload>[\w+/%=-]{40,})", link)
    if marked:
        return str(unquote(marked["payload"])).rstrip("=")
    parts = urlsplit(link)
    candidates = re.findall(r"[\w+/-]{40,}=*", unquote(parts.query) + " " + unquote(parts.fragment))
    candidates += [unquote(piece) for piece in parts.path.split("/") if len(piece) > 40]
    for candidate in candidates:
        if re.fullmatch(r"[\w+/-]+=*", candidate):
            return str(candidate).rstrip("=")
    raise refused(
        "link-only",
        text("This is a link, not a list; nothing is fetched from the network. Paste the list itself, or export it."),
    )


def _from_share(payload: str, findings: list[Finding], limits: Limits) -> Content:
    standard = payload.replace("-", "+").replace("_", "/")
    try:
        packed = base64.b64decode(standard + "=" * (-len(standard) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise refused("share-broken", text("The share code is cut off or damaged. Copy the whole link.")) from None
    plain: bytes = _unpacked(packed, limits) if packed[:1] in (b"\x1f", b"\x78") else packed
    string, more = decoded(plain)
    if not string.lstrip().startswith(("{", "[")):
        raise refused("share-broken", text("The share code does not hold a list. Copy the whole link."))
    return Content(json=parse_json(string, limits), findings=[*findings, *more], via="listforge")
