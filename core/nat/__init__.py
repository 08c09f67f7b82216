"""Reaching peers behind routers: networks of this computer, port mapping, neighbours, hole punching, relays."""
