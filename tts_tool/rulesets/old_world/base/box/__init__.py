"""What is in the box, what is printed on it, where it can lie, and how it is set up."""
