"""The tests; a package, so that tests of one room can share what they read and compare with."""
