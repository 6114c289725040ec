"""One file a page of the rulebook; each docstring names the rules that it implements."""
