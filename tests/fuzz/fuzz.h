/* fuzz.h: fuzz targets: programs that eat any bytes without a crash, a hang or a word of a sanitizer.
 *
 * Each fuzz-*.c defines LLVMFuzzerTestOneInput, as libFuzzer wants it. `make fuzz` builds them with clang -fsanitize=fuzzer and lets
 * each run for FUZZ_SECONDS; `make check` links them with replay.c and runs the kept inputs, corpus-*.bin.
 *
 * What these cannot find: wrong results. They look for crashes, hangs, memory errors, undefined behaviour and failed asserts. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
