"""The evaluation: values of positions, cards and locations to a seat, in hundredths of a prestige.

weights.py    every number of the evaluation
features.py   what a value is about
terms.py      goods, abilities, counters, tracks, materials needed
position.py   a whole position, feature by feature
cards.py      cards, orchestra seats and performances that a seat could get
forecast.py   locations to which a worker could go
setup.py      setup choices
dice_odds.py  chances of performance results
"""
