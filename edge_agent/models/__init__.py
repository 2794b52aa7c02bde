"""Language models: which there are, how they get here, and the process that runs them."""
