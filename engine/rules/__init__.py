"""The rules, one file per chapter of the rulebook; docstrings name the rules that they implement."""
