"""`referee check-list` and `referee export-list`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from referee.kernel.citation import text
from referee.lists.army import ArmyList, Finding, ListRefused, Severity
from referee.lists.limits import DEFAULT_LIMITS, Limits

if TYPE_CHECKING:
    from rich.console import Console

EXACT, WARNINGS, REFUSED = 0, 1, 2
"""Exit codes: read exactly; read with warnings or errors in parts; not read (or the file is not there)."""

_EXTENSIONS = frozenset({".txt", ".json", ".ros", ".rosz", ".xml", ".md", ".list", ""})


def check_list(
    paths: Sequence[Path],
    *,
    json_output: bool = False,
    notes: bool = False,
    models: bool = False,
    summary: bool = False,
    limits: Limits = DEFAULT_LIMITS,
    console: Console | None = None,
) -> int:
    """Read the lists, print what was read and whether the army is legal, and return the worst exit code.

    Folders are read file by file, with a count of the results and their reasons at the end; so are several files.
    """
    from referee.lists import table

    out = console or table.console()
    files = list(_files(paths))
    short = summary or len(files) > 5
    counts: Counter[int] = Counter()
    reasons: Counter[str] = Counter()
    records: list[dict[str, Any]] = []
    for at, (name, path) in enumerate(_progress(files, out, short)):
        army, findings = _read(path, limits)
        code = _code(army)
        counts[code] += 1
        reasons.update({finding.code for finding in findings if finding.severity is not Severity.NOTE})
        if json_output:
            records.append(_record(name, army, findings, code))
        elif short:
            out.print(table.one_line(name, army, findings, code), soft_wrap=True)
        else:
            if at:
                out.print()
            if len(files) > 1:
                out.print(table.heading(name))
            out.print(table.refused(findings) if army is None else table.shown(army, _legality(army), notes, models))
    if json_output:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(records), indent=2).decode() + "\n")
    elif len(files) > 1:
        out.print(table.totals(counts[EXACT], counts[WARNINGS], counts[REFUSED], reasons))
    return max((code for code, count in counts.items() if count), default=REFUSED)


def export_list(
    path: Path,
    format: str,
    *,
    output: Path | None = None,
    force: bool = False,
    console: Console | None = None,
) -> int:
    """Read a list and write it in another format, to a file or to standard output; return the exit code.

    A list that is not read exactly is written too, with its warnings on standard error and exit code 1.
    """
    from referee.lists import table
    from referee.lists.export import export

    err = console or table.console(stderr=True)
    army, findings = _read(path, DEFAULT_LIMITS)
    if army is None:
        err.print(table.refused(findings))
        return REFUSED
    try:
        written = export(army, format)
    except ListRefused as refusal:
        err.print(table.refused(refusal.findings))
        return REFUSED
    for finding in findings:
        if finding.severity is not Severity.NOTE:
            err.print(table.one_finding(finding))
    if output is None:
        sys.stdout.write(written)
        return _code(army)
    if output.exists() and not force:
        err.print(
            table.problem(str(text("{file} exists; nothing was written. Use --force to replace it.", file=str(output))))
        )
        return REFUSED
    try:
        output.write_text(written, encoding="utf-8")
    except OSError as error:
        err.print(
            table.problem(str(text("{file} cannot be written: {reason}.", file=str(output), reason=error.strerror)))
        )
        return REFUSED
    return _code(army)


def _files(paths: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """The files named, and those in the folders named."""
    for path in paths:
        if not path.is_dir():
            yield str(path), path
            continue
        for inner in sorted(path.rglob("*")):
            if inner.is_file() and inner.suffix.lower() in _EXTENSIONS and not inner.name.startswith("."):
                yield str(inner), inner


def _progress(files: Sequence[tuple[str, Path]], out: Console, short: bool) -> Iterator[tuple[str, Path]]:
    if not short or not out.is_terminal or len(files) < 20:
        yield from files
        return
    from rich.progress import track

    yield from track(files, description="reading", console=out, transient=True)


def _read(path: Path, limits: Limits) -> tuple[ArmyList | None, tuple[Finding, ...]]:
    from referee.lists.reader import read

    try:
        army = read(sys.stdin.buffer.read(limits.file_bytes + 1) if str(path) == "-" else path, limits)
    except ListRefused as refusal:
        return None, refusal.findings
    return army, army.findings


def _code(army: ArmyList | None) -> int:
    if army is None:
        return REFUSED
    return EXACT if army.is_exact else WARNINGS


def _legality(army: ArmyList) -> tuple[Any, ...]:
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


def add_commands(app: typer.Typer) -> None:
    """Mount `check-list` and `export-list` on the command line."""

    @app.command("check-list")
    def check(
        files: Annotated[list[Path], typer.Argument(help="Army lists, folders of them, or - for standard input.")],
        json_output: Annotated[bool, typer.Option("--json", help="Machine-readable output.")] = False,
        notes: Annotated[bool, typer.Option("--notes", help="Show notes too: old points, odd spellings.")] = False,
        models: Annotated[bool, typer.Option("--models", help="Show what each model carries.")] = False,
        summary: Annotated[bool, typer.Option("--summary", help="One line a list.")] = False,
        color: Annotated[bool, typer.Option("--color/--no-color", help="Colours; NO_COLOR is respected.")] = True,
        max_bytes: Annotated[int, typer.Option(help="Largest file that is read.")] = DEFAULT_LIMITS.file_bytes,
    ) -> None:
        """Read army lists exactly or loudly, and judge them by the mustering rules.

        Exit code: 0 read exactly, 1 read with warnings, 2 refused.

        Examples:

            referee check-list army.txt

            referee check-list lists/ --summary

            referee check-list army.rosz --json
        """
        from referee.lists import table

        limits = msgspec.structs.replace(DEFAULT_LIMITS, file_bytes=max_bytes)
        console = table.console(color)
        raise typer.Exit(
            check_list(
                files,
                json_output=json_output,
                notes=notes,
                models=models,
                summary=summary,
                limits=limits,
                console=console,
            )
        )

    @app.command("export-list")
    def export(
        file: Annotated[Path, typer.Argument(help="An army list, or - for standard input.")],
        format: Annotated[str, typer.Option("--format", "-f", help="gw-app, new-recruit-gw, new-recruit-simple, "
                                            "new-recruit-json, wtc-full or wtc-compact.")] = "gw-app",
        output: Annotated[Path | None, typer.Option("--output", "-o", help="File to write; else printed.")] = None,
        force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
    ) -> None:  # fmt: skip
        """Write an army list in another format: what is read and written again is the same army.

        Examples:

            referee export-list army.rosz --format gw-app

            referee export-list army.txt -f new-recruit-json -o army.json
        """
        raise typer.Exit(export_list(file, format, output=output, force=force))
