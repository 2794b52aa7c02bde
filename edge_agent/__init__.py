"""swarm-agent: machines at home plan and answer goals together, each from its own copy of the same records."""

__version__ = "0.1.0"
