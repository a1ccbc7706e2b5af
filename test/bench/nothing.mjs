// Nothing: what Node itself takes to start.
