"""The rules of Firefly Festival, with a module for each chapter of the sheet.

In the order of the sheet: ``setup``; ``turn``; ``build`` with ``rewards``; ``move``; ``pagoda``;
``hold``; ``secondary``; ``ending``. Each ends with the table of its actions, and ``judging`` puts
the tables together. ``network`` and ``chains`` say what follows from the bridges. ``state`` has the
class that everybody uses.
"""
