"""What each role would do next, as pure functions: no I/O, no clock, no randomness of their own."""
