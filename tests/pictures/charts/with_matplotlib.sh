#!/bin/sh
# with_matplotlib.sh <script.py> [arguments]: runs it with the first python that has matplotlib; 77 (skipped) without.
for python in python3 /usr/bin/python3; do
    "$python" -c 'from importlib.util import find_spec; exit(find_spec("matplotlib") is None)' 2>/dev/null && exec "$python" "$@"
done
echo "no python with matplotlib: skipped"
exit 77
