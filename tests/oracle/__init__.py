"""Second, independent statements of the rules, for tests to compare the library with."""
