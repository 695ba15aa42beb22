"""The page's own words: every sentence that `t("...")` says in the modules of `static`, for the catalogues."""

from __future__ import annotations

from referee.kernel import phrase

PAGE: tuple[str, ...] = (phrase("Confirm"),)
