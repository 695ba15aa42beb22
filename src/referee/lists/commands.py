"""`referee check-list` and `referee export-list`."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from referee.kernel.citation import Refusal, phrase, text
from referee.lists.army import ArmyList, Finding, ListRefused, Severity
from referee.lists.limits import DEFAULT_LIMITS, Limits
from referee.locale import preferred, speaker

if TYPE_CHECKING:
    from rich.console import Console

EXACT, WARNINGS, REFUSED = 0, 1, 2
"""Exit codes: read exactly; read with warnings or errors in parts; not read (or the file is not there)."""

_NEVER_LISTS = frozenset({
    ".bmp", ".css", ".csv", ".db", ".doc", ".docx", ".gif", ".ico", ".ini", ".jpeg", ".jpg", ".js", ".lock", ".log",
    ".mp3", ".mp4", ".ods", ".odt", ".pdf", ".png", ".po", ".ppt", ".pptx", ".py", ".pyc", ".svg", ".tiff", ".toml",
    ".tsv", ".webp", ".xls", ".xlsx", ".yaml", ".yml",
})  # fmt: skip
"""Endings of files in a folder that are passed over; all others are read, and recognised by what is in them."""

_FEW = 5
"""So many lists are shown whole; more, one line each."""


def check_list(
    paths: Sequence[Path],
    *,
    json_output: bool = False,
    notes: bool = False,
    models: bool = False,
    summary: bool = False,
    limits: Limits = DEFAULT_LIMITS,
    lang: str = "",
    console: Console | None = None,
) -> int:
    """Read the lists, print what was read and whether the army is legal, and return the worst exit code.

    Folders are read file by file, with a count of the results and their reasons at the end; so are several files.
    """
    from referee.lists.table import Sheet, heading
    from referee.lists.table import console as new_console

    out = console or new_console()
    sheet = Sheet(speaker(lang or preferred(os.environ)))
    files = list(_files(paths))
    short = summary or len(files) > _FEW
    counts: Counter[int] = Counter()
    reasons: Counter[str] = Counter()
    records: list[dict[str, Any]] = []
    for name, path in _progress(files, out, short):
        army, findings = _read(path, limits)
        code = _code(army)
        counts[code] += 1
        reasons.update({finding.code for finding in findings if finding.severity is not Severity.NOTE})
        if json_output:
            records.append(_record(name, army, findings, code))
        elif short:
            out.print(sheet.one_line(name, army, findings, code), soft_wrap=True)
        else:
            if len(files) > 1:
                out.print(heading(name))
            out.print(sheet.refused(findings) if army is None else sheet.army(army, _legality(army), notes, models))
    if json_output:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(records), indent=2).decode() + "\n")
    elif len(files) > 1:
        out.print(sheet.totals(counts[EXACT], counts[WARNINGS], counts[REFUSED], reasons))
    return max((code for code, count in counts.items() if count), default=REFUSED)


def export_list(
    path: Path,
    format: str,
    *,
    output: Path | None = None,
    force: bool = False,
    lang: str = "",
    console: Console | None = None,
) -> int:
    """Read a list and write it in another format, to a file or to standard output; return the exit code.

    A list that is not read exactly is written too, with its warnings on standard error and exit code 1.
    """
    from referee.lists.export import export
    from referee.lists.table import Sheet
    from referee.lists.table import console as new_console

    err = console or new_console(stderr=True)
    sheet = Sheet(speaker(lang or preferred(os.environ)))
    army, findings = _read(path, DEFAULT_LIMITS)
    if army is None:
        err.print(sheet.refused(findings))
        return REFUSED
    try:
        written = export(army, format)
    except ListRefused as refusal:
        err.print(sheet.refused(refusal.findings))
        return REFUSED
    for finding in findings:
        if finding.severity is not Severity.NOTE:
            err.print(sheet.doubt(finding))
    if output is None:
        sys.stdout.write(written)
        return _code(army)
    if output.exists() and not force:
        message = text("{file} exists; nothing was written. Use --force to replace it.", file=str(output))
        err.print(sheet.problem(message))
        return REFUSED
    try:
        output.write_text(written, encoding="utf-8")
    except OSError as error:
        message = text("{file} cannot be written: {reason}.", file=str(output), reason=error.strerror or str(error))
        err.print(sheet.problem(message))
        return REFUSED
    return _code(army)


def _files(paths: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """The files named, and those in the folders named; a folder without any stands for itself."""
    for path in paths:
        if not path.is_dir():
            yield str(path), path
            continue
        found = False
        for inner in sorted(path.rglob("*")):
            if inner.is_file() and inner.suffix.lower() not in _NEVER_LISTS and not inner.name.startswith("."):
                found = True
                yield str(inner), inner
        if not found:
            yield str(path), path


def _progress(files: Sequence[tuple[str, Path]], out: Console, short: bool) -> Iterator[tuple[str, Path]]:
    if not short or not out.is_terminal or len(files) < 20:
        yield from files
        return
    from rich.progress import track

    yield from track(files, description="", console=out, transient=True)


def _read(path: Path, limits: Limits) -> tuple[ArmyList | None, tuple[Finding, ...]]:
    from referee.lists.reader import read

    if path.is_dir():
        return None, (
            Finding(Severity.ERROR, "folder-empty", text("There are no army lists in {folder}.", folder=str(path))),
        )
    try:
        army = read(sys.stdin.buffer.read(limits.file_bytes + 1) if str(path) == "-" else path, limits)
    except ListRefused as refusal:
        return None, refusal.findings
    return army, army.findings


def _code(army: ArmyList | None) -> int:
    if army is None:
        return REFUSED
    return EXACT if army.is_exact else WARNINGS


def _legality(army: ArmyList) -> tuple[Refusal, ...]:
    from referee.lists.legality import legality

    return legality(army)


def _record(name: str, army: ArmyList | None, findings: Sequence[Finding], code: int) -> dict[str, Any]:
    """One list as JSON: what was read, findings with their sentences, refusals by rule id."""
    shown = [{**msgspec.to_builtins(finding), "text": str(finding.message)} for finding in findings]
    record: dict[str, Any] = {"file": name, "read": ("exact", "warnings", "refused")[code], "findings": shown}
    if army is not None:
        tree = msgspec.to_builtins(army)
        tree.pop("findings", None)
        record["army"] = tree
        record["legal"] = [{**msgspec.to_builtins(r), "text": str(r)} for r in _legality(army)]
    return record


_CHECK_HELP = phrase(
    "Read army lists exactly or loudly, and judge them by the mustering rules.\n\n"
    "Exit code: 0 read exactly, 1 read with warnings, 2 refused.\n\n"
    "Examples:\n\nreferee check-list army.txt\n\nreferee check-list lists/ --summary\n\n"
    "referee check-list army.rosz --json"
)
_EXPORT_HELP = phrase(
    "Write an army list in another format: what is read and written again is the same army.\n\n"
    "Examples:\n\nreferee export-list army.rosz --format gw-app\n\n"
    "referee export-list army.txt -f new-recruit-json -o army.json"
)
Lang = Annotated[
    str, typer.Option("--lang", metavar="LANG", help=phrase("Language: en, hu or ru; by default your system's."))
]
NoColor = Annotated[bool, typer.Option("--no-color", help=phrase("Without colours (also with NO_COLOR set)."))]


def add_commands(app: typer.Typer) -> None:
    """Mount `check-list` and `export-list` on the command line."""

    @app.command("check-list", help=_CHECK_HELP)
    def check(
        files: Annotated[
            list[Path],
            typer.Argument(metavar="FILE...", help=phrase("Army lists, folders of them, or - for standard input.")),
        ],
        json: Annotated[bool, typer.Option("--json", help=phrase("JSON for programs."))] = False,
        notes: Annotated[
            bool, typer.Option("--notes", help=phrase("Show notes too: old points, odd spellings."))
        ] = False,
        models: Annotated[bool, typer.Option("--models", help=phrase("Show what each model carries."))] = False,
        summary: Annotated[bool, typer.Option("--summary", help=phrase("One line a list."))] = False,
        max_bytes: Annotated[
            int, typer.Option("--max-bytes", metavar="N", help=phrase("Largest file that is read."))
        ] = DEFAULT_LIMITS.file_bytes,
        lang: Lang = "",
        no_color: NoColor = False,
    ) -> None:
        from referee.lists.table import console

        code = check_list(
            files,
            json_output=json,
            notes=notes,
            models=models,
            summary=summary,
            limits=msgspec.structs.replace(DEFAULT_LIMITS, file_bytes=max_bytes),
            lang=lang,
            console=console(not no_color),
        )
        raise typer.Exit(code)

    @app.command("export-list", help=_EXPORT_HELP)
    def export(
        file: Annotated[Path, typer.Argument(metavar="FILE", help=phrase("An army list, or - for standard input."))],
        format: Annotated[
            str,
            typer.Option(
                "--format",
                "-f",
                metavar="FORMAT",
                help=phrase("gw-app, new-recruit-gw, new-recruit-simple, new-recruit-json, wtc-full or wtc-compact."),
            ),
        ] = "gw-app",
        output: Annotated[
            Path | None,
            typer.Option("--output", "-o", metavar="FILE", help=phrase("File to write; printed, if left out.")),
        ] = None,
        force: Annotated[bool, typer.Option("--force", help=phrase("Replace an existing file."))] = False,
        lang: Lang = "",
        no_color: NoColor = False,
    ) -> None:
        from referee.lists.table import console

        err = console(not no_color, stderr=True)
        raise typer.Exit(export_list(file, format, output=output, force=force, lang=lang, console=err))
