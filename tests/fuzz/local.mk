# Fuzz targets: make check runs their kept inputs, make fuzz looks for more (FUZZ_SECONDS each, with clang).
fuzz_programs = \
	tests/fuzz/fuzz-cubin \
	tests/fuzz/fuzz-decode \
	tests/fuzz/fuzz-machine \
	tests/fuzz/fuzz-recording \
	tests/fuzz/fuzz-run \
	tests/fuzz/fuzz-workload
check_PROGRAMS += $(fuzz_programs)
TESTS += $(fuzz_programs)

tests_fuzz_fuzz_cubin_SOURCES = tests/fuzz/fuzz-cubin.c tests/fuzz/fuzz.h tests/fuzz/replay.c
tests_fuzz_fuzz_cubin_LDADD = $(test_libraries)

tests_fuzz_fuzz_decode_SOURCES = tests/fuzz/fuzz-decode.c tests/fuzz/fuzz.h tests/fuzz/replay.c
tests_fuzz_fuzz_decode_LDADD = $(test_libraries)

tests_fuzz_fuzz_machine_SOURCES = tests/fuzz/fuzz-machine.c tests/fuzz/fuzz.h tests/fuzz/replay.c
tests_fuzz_fuzz_machine_LDADD = $(test_libraries)

tests_fuzz_fuzz_recording_SOURCES = tests/fuzz/fuzz-recording.c tests/fuzz/fuzz.h tests/fuzz/replay.c
tests_fuzz_fuzz_recording_LDADD = $(test_libraries)

tests_fuzz_fuzz_run_SOURCES = tests/fuzz/fuzz-run.c tests/fuzz/fuzz.h tests/fuzz/replay.c
tests_fuzz_fuzz_run_LDADD = $(test_libraries)

tests_fuzz_fuzz_workload_SOURCES = tests/fuzz/fuzz-workload.c tests/fuzz/fuzz.h tests/fuzz/replay.c
tests_fuzz_fuzz_workload_LDADD = $(test_libraries)

EXTRA_DIST += \
	tests/fuzz/corpus-fuzz-cubin.bin.gz \
	tests/fuzz/corpus-fuzz-decode.bin.gz \
	tests/fuzz/corpus-fuzz-machine.bin.gz \
	tests/fuzz/corpus-fuzz-recording.bin.gz \
	tests/fuzz/corpus-fuzz-run.bin.gz \
	tests/fuzz/corpus-fuzz-workload.bin.gz

FUZZ_SECONDS = 60
.PHONY: fuzz
fuzz:
	$(BASH_PROGRAM) $(srcdir)/tests/fuzz/fuzz.sh fuzz $(FUZZ_SECONDS)
