"""The search of the AIs: tables sampled to fit what a seat knows (determinizations), and rollouts played from them."""
