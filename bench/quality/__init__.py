"""Measures what the roles make of small models: splits, judgements, leaf decisions. See docs/quality.md."""
