"""What is written on cards beside symbols: when it holds, what it does, how long it lasts."""
