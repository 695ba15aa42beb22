"""Two sample armies of about 2,000 points, as the Games Workshop app exports lists."""

from __future__ import annotations

from pathlib import Path

SAMPLES = {path.stem: path for path in sorted(Path(__file__).parent.glob("*.txt"))}
"""Paths by name: `azure_gate` (Space Marines), `tendril_ouroboros` (Tyranids)."""
