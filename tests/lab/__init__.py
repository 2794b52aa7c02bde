"""Real machines on a private network: network namespaces, one ``swarm-agent run`` each. See README.md beside this."""
