"""Expands rules with python-dateutil and zoneinfo: one JSON case a line in, one answer a line out (null when it takes long)."""
import json
import signal
import sys
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr


class Late(Exception):
    pass


def late(*_):
    raise Late()


def expand(case):
    start = datetime.strptime(case["start"], "%Y%m%dT%H%M%S")
    zone = ZoneInfo(case["tz"])
    found = []
    for at in rrulestr(case["rule"], dtstart=start):
        if at.year > start.year + case["years"]:
            break
        moment = int(at.replace(tzinfo=zone).astimezone(timezone.utc).timestamp() * 1000)
        if not found or found[-1] != moment:
            found.append(moment)
        if len(found) >= case["max"]:
            break
    return found


signal.signal(signal.SIGALRM, late)
for line in sys.stdin:
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        answer = expand(json.loads(line))
    except (Late, ValueError):
        # ValueError: a rule that can never come true is noticed late and called an invalid one.
        answer = None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    print(json.dumps(answer))
