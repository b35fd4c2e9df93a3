"""The oracles as engines of the command line: ``direct:tests.engines.right:GAME``."""

from tests.misreadings import engines

smile = engines.right("smile")
festival = engines.right("festival")
misbehavin = engines.right("misbehavin")
