"""Reasons of AI choices.

parts.py       the words and the data of a reason
explain.py     reasons made of evaluations
visibility.py  the one place where parts of a reason are withheld until people may know them
"""
