"""For all tests: hypothesis is never timed, since the machine may be busy."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("referee", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("referee")
