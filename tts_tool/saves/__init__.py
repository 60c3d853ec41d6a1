"""The save format of Tabletop Simulator: read and written without loss, taken apart, built anew."""
