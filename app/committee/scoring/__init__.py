"""The arithmetic of an adjusted score: pure functions from numbers to numbers, each step with the provision it is from.

``tables`` reads the scales out of the texts; ``duplicate`` scores a contract, ``comparison`` turns scores into IMPs or
matchpoints, ``adjusted`` weighs outcomes, ``victory_points`` closes a match. Which outcomes a committee finds likely,
and who offended, is typed in: nothing here decides a case.
"""
