"""The web table: play any book in a browser, refereed. Needs the extra `table`."""
