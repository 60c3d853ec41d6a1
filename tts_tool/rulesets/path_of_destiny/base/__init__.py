"""What every game of Path of Destiny has, whatever its story."""
