#!/usr/bin/env python3
"""Makes words.*, mutations.* and flips.* on a machine with a CUDA toolkit (ptxas, cuobjdump) and a C preprocessor.

    tests/golden/make-words.py [--words N] [--flips N] [--mutations N] [--seed S] [--extra FILE] [--only TEXT] OUTPUT-FOLDER
    tests/golden/make-words.py --again OUTPUT-FOLDER

words: for every row of isa/opcodes.def, encodings made from its syntax string: each operand, modifier and control field varied over
all that the row gives a meaning to. flips: the same words with one to three other bits flipped. --extra: more words, as lines of two
hexadecimal numbers (bits 0..63, bits 64..127); they go to flips. mutations: so many words of each row; mutations.txt.gz has the text
of each and those of the words with one bit changed, bits 0 to 104 and 122 to 127, "=" where that is the same text; mutation k is at
the offset of instruction k % 48. --only: the rows alone whose syntax begins so. --again: no new words, new texts for words.*, forms.* and flips.* as they are here.
Each word is put into a kernel at some offset; cuobjdump -sass says what it prints, or that it refuses the word.
X.bin.gz holds 20 bytes a word, little-endian: bits 0..63, bits 64..127, offset in the function; line i of X.txt.gz is the text of word i,
"!" where cuobjdump refuses it."""
import argparse
import concurrent.futures
import gzip
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
NOP = 0x000fc000000000000000000000007918
WIDTH = {'R': 8, 'U': 6, 'P': 3, 'UP': 3, 'F': 32, 'D': 32, 'H': 32, 'B': 4, 'AT': 6, 'GDESC': 6}


def rows():
    """(code, syntax, pipe, is the latency variable) of every row, as the C preprocessor expands them."""
    source = '#define OP(id, name, code, lo, hi, pipe, flow, lat, unit, traits, syntax, exec, doc) ROW #pipe #lat code syntax END\n#include "isa/opcodes.def"\n'
    text = subprocess.run([os.environ.get('CPP', 'cc'), '-E', '-P', '-I', ROOT, '-'], input=source, capture_output=True, text=True, check=True).stdout
    for row in re.findall(r'ROW\s*(.*?)\s*END', text, re.S):
        strings = re.findall(r'"((?:[^"\\]|\\.)*)"', row)
        yield int(re.search(r'\b0x[0-9a-f]+', row)[0], 16), ''.join(strings[2:]), strings[0], strings[1] == 'VARIABLE'


def parts(syntax):
    return re.findall(r'<(\w+)@(\d+)=([^ >]*)(?: if ([^>]*))?>|\{([^}]*)\}', syntax)


class Word:
    def __init__(self, code):
        self.value = 0
        self.put(0, 12, code)
        self.put(91, 1, code >> 12)
        self.field = {}

    def put(self, bit, width, value):
        mask = (1 << width) - 1
        self.value = self.value & ~(mask << bit) | (value & mask) << bit

    def holds(self, conditions):
        for c in conditions:
            name, _, value = c.lstrip('!').partition('=')
            have = self.field.get(name, 0)
            if (have == int(value) if value else have != 0) == c.startswith('!'):
                return False
        return True


def some(rnd, width, special=()):
    """A number of `width` bits: small, large, a power of two, anything, or one of the special ones."""
    top = (1 << width) - 1
    return rnd.choice([rnd.getrandbits(width), rnd.getrandbits(width), rnd.getrandbits(min(width, 4)), 0, top, 1 << rnd.randrange(width), *special]) & top


def operand(w, rnd, words, offset):
    """Puts random bits where the operand has its; returns the reuse flag it allows."""
    role, place, options = words[0], words[1], words[2:]
    kind, _, at = place.partition('@')
    at, _, more = at.partition('+')
    bit, _, width = at.partition('*')
    bit = int(bit) if bit else None
    conditions = [options[i + 1] for i, o in enumerate(options) if o == 'if']
    default = [int(options[i + 1]) for i, o in enumerate(options) if o == 'else']
    width = int(width) if width else WIDTH.get(kind, 0)
    if role in ('s0', 's1', 's2'):
        width += 1
    if not w.holds(conditions):
        if default:
            w.put(bit, width, default[0])
        return None
    if role == '#':
        w.field[kind] = some(rnd, width, (15, 15))
        w.put(bit, width, w.field[kind])
        if more:
            w.put(*map(int, more.split('*')), rnd.getrandbits(8))
    elif role == 'n':
        w.put(bit, 8, some(rnd, 8, (255,)))
        w.put(44, 20, some(rnd, 20, (0, 0, 0x10, 0xffff0)))
    elif role == 'm' and kind in ('LONG', 'ASYNC'):
        w.put(24, 8, some(rnd, 8, (255,)))
        w.put(32, 32 if kind == 'LONG' else 12, some(rnd, 32 if kind == 'LONG' else 12, (0, 0, 0x10, 0xfffffff0)))
        if kind == 'ASYNC':
            w.put(bit, 6, some(rnd, 6, (63,)))
    elif role == 'm':
        if kind != 'SHAREDU':
            w.put(24, 8, some(rnd, 8, (255, 255)) if kind not in ('U64', 'PAIR') else rnd.randrange(255))
        w.put(40, 24, some(rnd, 24, (0, 0, 0x10, 0xfffff0)))
        if kind == 'SHARED':
            w.put(78, 2, rnd.choice([0, 0, 0, 1, 2, 3]))
        if kind not in ('R', 'PAIR') and bit is not None:
            w.put(bit, 6, some(rnd, 6, (63,)))
    elif role == 'k':
        w.put(38, 16, some(rnd, 16, (0x210, 0)))
        if kind in ('CX', 'RX', 'U'):
            w.put(24, 6, some(rnd, 6, (63,)))
        if kind in ('C', 'R', 'U'):
            w.put(54, 5, some(rnd, 5, (3, 0)))
        if kind == 'R':
            w.put(24, 8, some(rnd, 8, (255, 255)))
        if kind == 'RX':
            w.put(64, 8, some(rnd, 8, (255, 255)))
    elif role == 'T':
        target = rnd.randrange(0, 1 << rnd.choice([8, 12, 16, 20, 27])) * 16 - offset - 16
        if kind == 'T' and width == 32:
            w.put(bit, 32, target if abs(target) < 1 << 31 else 0)
        else:
            w.put(16, 8, target // 4)
            w.put(34, 48, target // 4 >> 8)
    elif kind == 'C':
        w.put(40, 14, some(rnd, 14, (0x84,)))
        w.put(54, 5, some(rnd, 5, (0, 0, 3)))
    elif kind == 'CX':
        w.put(32, 6, some(rnd, 6, (63,)))
        w.put(40, 14, some(rnd, 14))
    elif kind in 'FD':
        w.put(bit, 32, rnd.choice([some(rnd, 32, (0x3f800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x80000000)),
                                   struct.unpack('<I', struct.pack('<f', rnd.choice([1, -1]) * rnd.randrange(1, 10**6) * 10.0**rnd.randrange(-12, 12)))[0]]))
    elif kind == 'H':
        for half in (bit, bit + 16):
            w.put(half, 16, some(rnd, 16, (0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0x8000)))
    else:
        special = {'R': (255, 255), 'U': (63,), 'P': (7, 7), 'UP': (7, 7)}.get(kind, (1, 2, (1 << width) - 1))
        w.put(bit, width, some(rnd, width, special))
    reuse = None
    for o in options:
        if re.fullmatch(r'[-~|xu]\d+', o):
            w.put(int(o[1:]), 1, rnd.random() < .3)
        elif re.fullmatch(r'U\d+', o):
            w.put(int(o[1:]), 1, w.value >> 84 & 7 in (1, 4) and rnd.random() < .3)
        elif re.fullmatch(r'h\d+', o):
            w.put(int(o[1:]), 2, rnd.choice([0, 2, 3]))
        elif re.fullmatch(r'y\d+', o):
            w.put(int(o[1:]), 2, rnd.choice([0, 0, 1, 2, 3]))
        elif re.fullmatch(r'r\d', o):
            reuse = int(o[1:])
    return reuse


def control(w, rnd, reuse, pipe, writes):
    hint = rnd.random() < .2
    w.put(109, 1, not hint)
    w.put(105, 4, rnd.randrange(16) if hint else rnd.randrange(1, 12))
    w.put(110, 3, rnd.choice([7, 7, 7, 0, 1, 2, 3, 4, 5]) if writes else 7)
    w.put(113, 3, rnd.choice([7, 7, 7, 0, 1, 2, 3, 4, 5]) if pipe != 'cbu' else 7)
    w.put(116, 6, rnd.choice([0, 0, rnd.getrandbits(6)]))
    if not hint:
        for r in reuse:
            w.put(122 + r, 1, rnd.random() < .25)


def generate(row, rnd, offset):
    """A random word of the row, or None where the row refuses what came out."""
    code, syntax, pipe, variable = row
    w = Word(code)
    reuse = []
    w.put(12, 4, rnd.choice([7, 7, 7, rnd.getrandbits(4)]))
    for name, bit, values, condition, _ in parts(syntax):
        if not name:
            continue
        values = values.split('|')
        good = [i for i, v in enumerate(values) if v != '!']
        usual = [i for i in good if not values[i]]
        v = rnd.choice(usual) if usual and rnd.random() < .5 else rnd.choice(good)
        if condition and not w.holds([condition]):
            v = 0
        w.field[name] = v
        w.put(int(bit), (len(values) - 1).bit_length(), v)
    for name, _, _, _, brace in parts(syntax):
        words = brace.split()
        if name or words[0] in ('alias', 'text', '=', 'say', 'one'):
            continue
        if words[0] == 'set':
            w.field[words[1]] = int(words[2])
        elif words[0] == '!':
            if w.holds([c for c in words[1:] if c != 'if']):
                return None
        else:
            r = operand(w, rnd, words, offset)
            if r is not None:
                reuse.append(r)
    for _, _, _, _, brace in parts(syntax):
        words = brace.split()
        bits = [int(x) for x in words[1:] if x.isdigit()]
        if words and words[0] == 'one' and sum(w.value >> b & 1 for b in bits) > 1:
            w.put(bits[0], 1, 0)
    control(w, rnd, reuse, pipe, not variable or '{d ' in syntax or ('{p0 ' in syntax and w.value >> 81 & 7 != 7))
    if re.match(r'[HIQB]GMMA|WARPGROUP', syntax):  # these have a barrier of their own
        w.put(110, 6, 63)
        if '.DEPBAR' in syntax:
            w.put(116, 6, 0)
    for _, _, _, _, brace in parts(syntax):
        words = brace.split()
        if words and words[0] == '=':
            bit, width = words[1][1:].split('*')
            w.put(int(bit), int(width), int(words[2]))
    return w.value


def carrier():
    """A cubin with one long kernel, the offset of its code in the file, and the number of its instructions."""
    body = ''.join('\tst.volatile.global.u32 [%%rd1+%d], %%r1;\n' % (4 * i) for i in range(600))
    ptx = ('.version 8.0\n.target sm_90\n.address_size 64\n.visible .entry carrier(.param .u64 p)\n{\n\t.reg .u64 %rd<3>;\n\t.reg .u32 %r<3>;\n'
           '\tld.param.u64 %rd2, [p];\n\tcvta.to.global.u64 %rd1, %rd2;\n\tmov.u32 %r1, %tid.x;\n' + body + '\tret;\n}\n')
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'carrier')
        with open(path + '.ptx', 'w') as f:
            f.write(ptx)
        subprocess.run(['ptxas', '-arch=sm_90', '-o', path + '.cubin', path + '.ptx'], check=True)
        with open(path + '.cubin', 'rb') as f:
            data = f.read()
    at, = struct.unpack_from('<Q', data, 0x28)
    size, count, names = struct.unpack_from('<HHH', data, 0x3a)
    sections = [struct.unpack_from('<IIQQQQIIQQ', data, at + i * size) for i in range(count)]
    for s in sections:
        name = data[sections[names][4] + s[0]:].split(b'\0', 1)[0]
        if name == b'.text.carrier':
            return data, s[4], s[5] // 16
    sys.exit('make-words.py: no .text.carrier in what ptxas wrote')


class Printer:
    LINE = re.compile(r'^\s+/\*([0-9a-f]{4,})\*/\s+(.*?)\s*;?\s*/\* 0x[0-9a-f]{16} \*/', re.M)

    def __init__(self):
        self.data, self.start, self.slots = carrier()
        self.folder = tempfile.mkdtemp()

    def run(self, words):
        """Texts by slot, slots that cuobjdump complains about."""
        data = bytearray(self.data)
        for i in range(self.slots):
            struct.pack_into('<QQ', data, self.start + 16 * i, (words[i] if i in words else NOP) & (1 << 64) - 1, (words[i] if i in words else NOP) >> 64)
        with tempfile.NamedTemporaryFile(dir=self.folder, suffix='.cubin') as f:
            f.write(data)
            f.flush()
            r = subprocess.run(['cuobjdump', '-sass', f.name], capture_output=True, text=True, errors='replace')
        texts = {int(a, 16) // 16: t for a, t in self.LINE.findall(r.stdout)} if r.returncode == 0 else {}
        return texts, {int(a, 16) // 16 for a in re.findall(r'address (0x[0-9a-f]+)', r.stderr)}

    def texts(self, words):
        """Text of each word of a dict slot -> word; '!' where it is refused."""
        result, left = {}, dict(words)
        while left:
            texts, bad = self.run(left)
            bad &= left.keys()
            if len(texts) == self.slots:
                return result | {i: texts[i] for i in left}
            if not bad and len(left) == 1:
                bad = set(left)
            if not bad:  # it does not say where
                half = set(sorted(left)[:len(left) // 2])
                return result | self.texts({i: left[i] for i in half}) | self.texts({i: left[i] for i in left if i not in half})
            for i in bad:
                result[i] = '!'
                del left[i]
        return result


def write(printer, path, words):
    """words: list of (value, slot or None); a slot of its own for each in its carrier."""
    chunks, usable = [], printer.slots - 16
    for value, slot in words:
        if slot is None:
            if not chunks or len(chunks[-1]) >= usable // 2:
                chunks.append({})
            slot = next(i for i in range(len(chunks[-1]), printer.slots) if i not in chunks[-1])
            chunks[-1][slot] = value
        else:
            for c in chunks:
                if slot not in c:
                    c[slot] = value
                    break
            else:
                chunks.append({slot: value})
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        done = list(pool.map(printer.texts, chunks))
    packed, text = b'', ''
    for chunk, texts in zip(chunks, done):
        for slot in sorted(chunk):
            packed += struct.pack('<QQI', chunk[slot] & (1 << 64) - 1, chunk[slot] >> 64, 16 * slot)
            text += tidy(texts[slot]) + '\n'
    compress(path + '.bin.gz', packed)
    compress(path + '.txt.gz', text.encode())


def tidy(text):
    return re.sub(r' +', ' ', text).strip()


def compress(path, data):
    with open(path, 'wb') as f, gzip.GzipFile(filename='', mode='wb', fileobj=f, compresslevel=9, mtime=0) as z:
        z.write(data)


def mutate(printer, path, words):
    """words: list of (value, slot)."""
    every = 48
    bits = [*range(105), *range(122, 128)]
    flipped = [value ^ 1 << bit for value, _ in words for bit in bits]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        own = list(pool.map(lambda w: tidy(printer.texts({w[1]: w[0]})[w[1]]), words))
        groups = list(pool.map(lambda i: printer.texts(dict(enumerate(flipped[i:i + every]))), range(0, len(flipped), every)))
    text = ''
    for i, base in enumerate(own):
        text += base + '\n'
        for k in range(i * len(bits), (i + 1) * len(bits)):
            t = tidy(groups[k // every][k % every])
            text += ('=' if t == base else t) + '\n'
    compress(path + '.txt.gz', text.encode())
    with open(path + '.bin', 'wb') as f:
        for value, slot in words:
            f.write(struct.pack('<QQI', value & (1 << 64) - 1, value >> 64, 16 * slot))


def here(name):
    """The words beside this script, with their slots."""
    with gzip.open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name + '.bin.gz')) as f:
        data = f.read()
    return [(lo | hi << 64, offset // 16) for lo, hi, offset in struct.iter_unpack('<QQI', data)]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--words', type=int, default=180, help='words for each row')
    p.add_argument('--flips', type=int, default=100, help='flipped words for each row')
    p.add_argument('--mutations', type=int, default=2, help='mutated words for each row')
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--extra')
    p.add_argument('--only', default='')
    p.add_argument('--again', action='store_true')
    p.add_argument('folder')
    o = p.parse_args()
    rnd = random.Random(o.seed)
    words, flips, mutated = [], [], []
    printer = Printer()
    if o.again:
        for name in ('words', 'forms', 'flips'):
            write(printer, os.path.join(o.folder, name), here(name))
        return
    for row in rows():
        if not row[1].startswith(o.only):
            continue
        seen = set()
        for _ in range(20 * o.words):
            slot = len(words) % (printer.slots - 16)
            value = generate(row, rnd, 16 * slot)
            if value is not None and value not in seen:
                seen.add(value)
                words.append((value, slot))
            if len(seen) >= o.words:
                break
        mutated += words[-len(seen):][:o.mutations]
        for value in rnd.sample(sorted(seen), min(o.flips, len(seen))):
            for bit in rnd.sample([b for b in range(9, 128) if not 105 <= b <= 121], rnd.choice([1, 1, 1, 2, 3])):
                value ^= 1 << bit
            flips.append((value, None))
    if o.extra:
        with open(o.extra) as f:
            flips += [(int(lo, 16) | int(hi, 16) << 64, None) for lo, hi in (l.split()[:2] for l in f if l.strip())]
    write(printer, os.path.join(o.folder, 'words'), words)
    write(printer, os.path.join(o.folder, 'flips'), flips)
    mutate(printer, os.path.join(o.folder, 'mutations'), mutated)
    print(subprocess.run(['cuobjdump', '--version'], capture_output=True, text=True).stdout)


if __name__ == '__main__':
    main()
