"""Small damages of a text, one after another: what `commands.py` does to puzzles, models, records, plans and options."""

import re

NUMBERS = ["0", "-1", "1", "2", "3", "12", "0.5", "-0.0", "nan", "inf", "-inf", "NaN", "1e308", "1e-320", "1e999", "255", "256", "65536",
           "4294967296", "9223372036854775807", "18446744073709551616", "99999999999999999999999999"]
SYMBOLS = list(".#01ABCTQxX?*-=_ /~9") + ["☀", "é", "\t", "\0", "\u202e"]
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
WORD = re.compile(r"[A-Za-z_]{3,}")


def _lines(change):
    """A damage of lines as one of the whole text."""
    def damage(random, text):
        lines = text.split("\n")
        change(random, lines)
        return "\n".join(lines)
    return damage


def _double(random, lines):
    place = random.randrange(len(lines))
    lines.insert(place, lines[place])


def _remove(random, lines):
    del lines[random.randrange(len(lines))]


def _swap(random, lines):
    a, b = random.randrange(len(lines)), random.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]


def _replace(pattern, make):
    """Replaces one match of the pattern, if there is one."""
    def damage(random, text):
        found = list(pattern.finditer(text))
        if not found:
            return text
        match = random.choice(found)
        return text[:match.start()] + make(random, match.group()) + text[match.end():]
    return damage


def _misspell(random, word):
    place = random.randrange(len(word) - 1)
    return random.choice([
        word[:place] + word[place + 1:],
        word[:place] + word[place + 1] + word[place] + word[place + 2:],
        word + random.choice("sx_"),
        word.upper(),
    ])


def _flip(random, text):
    """Flips one bit of one byte; what is no longer UTF-8 goes on as such."""
    data = bytearray(text.encode("utf-8", "surrogateescape"))
    if data:
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return data.decode("utf-8", "surrogateescape")


def _symbol(random, text):
    place = random.randrange(len(text) + 1)
    kept = text[place + random.randrange(2):]
    return text[:place] + random.choice(SYMBOLS) + kept


def _cut(random, text):
    return text[:random.randrange(len(text) + 1)]


def _repeat(random, text):
    """Writes a short stretch many times: long lines, long lists, deep brackets."""
    start = random.randrange(len(text) + 1)
    stretch = text[start:start + random.randrange(1, 9)]
    return text[:start] + stretch * random.choice([2, 10, 300]) + text[start:]


DAMAGES = [
    _flip, _symbol, _symbol, _symbol, _cut, _repeat,
    _lines(_double), _lines(_remove), _lines(_swap),
    _replace(NUMBER, lambda random, _: random.choice(NUMBERS)),
    _replace(NUMBER, lambda random, _: random.choice(NUMBERS)),
    _replace(NUMBER, lambda random, _: random.choice(NUMBERS)),
    _replace(WORD, _misspell),
]


def mutated(random, text):
    """The text after one to four damages."""
    for _ in range(random.choice([1, 1, 1, 2, 2, 3, 4])):
        text = random.choice(DAMAGES)(random, text) if text else random.choice(SYMBOLS)
    return text
