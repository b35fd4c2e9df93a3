"""The oracles as engines of the command line: ``direct:tests.engines.right:GAME``."""

from tests.engines import wrong

smile = wrong.right("smile")
festival = wrong.right("festival")
misbehavin = wrong.right("misbehavin")
