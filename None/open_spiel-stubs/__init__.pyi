# The parts of OpenSpiel in Python that our tests use; see typings/pyspiel.
