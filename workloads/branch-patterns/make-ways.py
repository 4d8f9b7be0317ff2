#!/usr/bin/env python3
# Writes ways.csv: 4,096 numbers of 0 to 31, each 128 times, in a random order and sorted; the input of the switch kernels.
#   python3 make-ways.py > ways.csv
import random

ways = [k // 128 for k in range(4096)]
shuffled = ways[:]
random.Random(1).shuffle(shuffled)
print('random,sorted')
for a, b in zip(shuffled, ways):
    print(f'{a},{b}')
