"""loads() and TOMLDecodeError, from Python 3.11 on or from the library that became a part of it."""
try:
    from tomllib import TOMLDecodeError, loads
except ModuleNotFoundError:
    from tomli import TOMLDecodeError, loads

__all__ = ["TOMLDecodeError", "loads"]
