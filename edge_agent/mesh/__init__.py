"""The mesh: libp2p hosts that gossip records and beacons, and exchange what the other lacks."""
