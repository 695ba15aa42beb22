"""`python -m referee.locale`: bring the catalogues up to date and list what is not translated yet.

Names of domains may be given; without any, all whose code is here are done. Ends with 1 if something is missing.
"""

from __future__ import annotations

import sys

from referee.locale import LANGUAGES
from referee.locale.catalogue import DOMAINS
from referee.locale.extract import faults, sentences, write


def main(domains: list[str]) -> int:
    """Write the catalogues of the domains and print their faults; the exit code."""
    unknown = [domain for domain in domains if domain not in DOMAINS]
    if unknown:
        print(f"There is no domain {unknown[0]}. There is: {', '.join(DOMAINS)}.", file=sys.stderr)
        return 2
    missing = 0
    for domain in domains or list(DOMAINS):
        if next(sentences(domain), None) is None:
            continue
        for lang in LANGUAGES:
            if lang == "en":
                continue
            catalog = write(domain, lang)
            found = list(faults(catalog))
            missing += len(found)
            print(f"{lang}/{domain}.po: {len(catalog)} sentences, {len(found)} to do")
            for fault in found:
                print(f"  {fault}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
