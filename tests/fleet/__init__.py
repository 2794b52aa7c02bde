"""Real Debian machines with the real package, booted on this computer."""
