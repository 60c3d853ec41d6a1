"""The one local service process: what joins the game on the table with the referee."""
