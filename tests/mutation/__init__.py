"""Which small changes to the rules no test notices, and why each of them may live."""
