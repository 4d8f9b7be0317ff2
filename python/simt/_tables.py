"""Tables: rows as dicts, or frames of pandas where that is there."""
import csv
import gzip
import os

from ._library import Error


def frame(rows):
    """A pandas.DataFrame of rows that are dicts; the rows themselves where there is no pandas."""
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows)


def _value(text):
    """A cell as a number where it is one, None where it is empty."""
    if text == "":
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def read_table(path):
    """The table of a sweep (its folder), or any CSV file that simt-sim has written: a frame, or rows where there is no pandas. Numbers are
    numbers, and empty cells are None."""
    path = os.fspath(path)
    if os.path.isdir(path):
        path = os.path.join(path, "results.csv")
    try:
        with gzip.open(path, "rt", newline="", encoding="utf-8") if path.endswith(".gz") else open(path, newline="", encoding="utf-8") as f:
            rows = list(csv.DictReader(line for line in f if not line.startswith("#")))
    except (OSError, UnicodeDecodeError) as e:
        raise Error(f"{path}: {getattr(e, 'strerror', None) or e}", 3) from None
    for row in rows:
        if None in row or None in row.values():
            raise Error(f"{path}: a row has another number of cells than the header", 3)
    return frame([{name: _value(text) for name, text in row.items()} for row in rows])
