"""Whole plays may take longer to draw than Hypothesis expects."""

from hypothesis import HealthCheck, settings

settings.register_profile("plays", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("plays")
