"""The evaluation: estimates of what positions, cards and locations are worth to a seat, in hundredths of a prestige.

weights.py    every number of the evaluation
terms.py      values of single things: goods, abilities, counters, tracks, patrons
position.py   a whole position, feature by feature
cards.py      cards, orchestra seats and performances that a seat could get, quickly
forecast.py   what a worker would bring at each location, for planning
dice_odds.py  chances of performance results
"""
