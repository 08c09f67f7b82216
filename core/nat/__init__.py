"""Reaching peers behind routers: port mapping, hole punching, relays. Nothing is here yet; links are direct."""
