"""Printed ability text: grammars, the records they give, and what was understood in words."""
