"""Made-up attacks, by the thousand, on what reads files of strangers."""
