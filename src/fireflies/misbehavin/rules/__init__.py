"""The rules of Misbehavin', with a module for each chapter of the summary.

In the order of play: ``setup`` and ``draft``; ``abilities`` (which cards a seat may use);
``activation``; ``tableau``; ``fight``; ``deals``; ``recruitment``; ``offer``; ``verse``;
``spending``; ``use`` (innate abilities, supply cards, maneuvers); ``ending``. ``effects`` and
``choices`` do what cards say. Each of these ends with the table of its actions, and ``judging``
puts the tables together. ``queue`` does the steps without a decision. ``state`` has the class that
everybody uses.
"""
