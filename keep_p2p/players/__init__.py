"""Computer players, and the simulator that lets them play each other. They see what a person in their seat sees."""
