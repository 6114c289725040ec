"""The search of the AIs.

determinization.py  tables sampled to fit what a seat knows
rollout.py          games played on from them, and evaluated
"""
