"""What answers show: events and certified bounds on epsilon, the test of the law, and what could have been found."""
