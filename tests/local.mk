# Tests speak TAP. Programs are cmocka groups; scripts are bash. They find data through $srcdir, the source root.
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
LOG_COMPILER = $(BASH_PROGRAM) $(top_srcdir)/tests/timed.sh
SH_LOG_COMPILER = $(LOG_COMPILER) $(BASH_PROGRAM)
TEST_EXTENSIONS = .sh
AM_TESTS_ENVIRONMENT = \
	CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
	SIMT_DATADIR='$(abs_top_srcdir)/sim'; export SIMT_DATADIR; \
	builddir='$(abs_top_builddir)'; export builddir;

# Those that take longest begin first, so that none of them runs alone at the end.
long_programs = \
	tests/test-policies \
	tests/test-shipped \
	tests/test-windows
if HAVE_CMOCKA
check_PROGRAMS += $(long_programs)
TESTS += $(long_programs)
endif
long_scripts = \
	tests/readme.sh \
	tests/check-run.sh \
	tests/scoreboard.sh \
	tests/streams.sh \
	tests/hazards.sh \
	tests/checks.sh
TESTS += $(long_scripts)

test_programs = \
	tests/test-accuracy \
	tests/test-address-map \
	tests/test-advice \
	tests/test-atomics \
	tests/test-banks \
	tests/test-block-schedulers \
	tests/test-blocks \
	tests/test-cfg \
	tests/test-check \
	tests/test-checks \
	tests/test-choices \
	tests/test-compact \
	tests/test-concurrent \
	tests/test-cluster \
	tests/test-cooperative \
	tests/test-coalescer \
	tests/test-collective \
	tests/test-coverage \
	tests/test-cubin \
	tests/test-cubin-damage \
	tests/test-deadlock \
	tests/test-dram \
	tests/test-dynamic \
	tests/test-exec \
	tests/test-exec-device \
	tests/test-exec-float \
	tests/test-exec-matrix \
	tests/test-exec-move \
	tests/test-exec-vote \
	tests/test-exec-words \
	tests/test-fetch \
	tests/test-fixed-array \
	tests/test-functional \
	tests/test-generate \
	tests/test-gpu \
	tests/test-gpu-profile \
	tests/test-hazards \
	tests/test-heap \
	tests/test-heldout \
	tests/test-lsu \
	tests/test-interconnect \
	tests/test-l1 \
	tests/test-l2 \
	tests/test-l2-paths \
	tests/test-latencies \
	tests/test-matmul \
	tests/test-memory \
	tests/test-memory-system \
	tests/test-mshr \
	tests/test-mufu \
	tests/test-occupancy \
	tests/test-paths \
	tests/test-patterns \
	tests/test-pieces \
	tests/test-ports \
	tests/test-print \
	tests/test-probes \
	tests/test-remote \
	tests/test-roots \
	tests/test-sample \
	tests/test-scheduler \
	tests/test-scoreboard \
	tests/test-split \
	tests/test-stores \
	tests/test-streams \
	tests/test-tag-store \
	tests/test-tap \
	tests/test-timing \
	tests/test-timing-flow \
	tests/test-variants \
	tests/test-write-combining \
	tests/test-wholefile \
	tests/test-width \
	tests/test-workload

if HAVE_CMOCKA
check_PROGRAMS += $(test_programs)
TESTS += $(test_programs)
check-local: check-TESTS
	@$(count) && $(count) --report
else
check-local:
	@echo "make check: the unit tests need cmocka (Debian: libcmocka-dev); install it and run configure again" >&2; exit 1
endif

# What ran is held against what is kept of it, behind the last test (check-local).
count = srcdir='$(srcdir)' builddir='$(abs_top_builddir)' SIMT_TESTS='$(TESTS)' SIMT_ALL_TESTS='$(all_tests)' \
	SIMT_TEST_HELPERS='$(test_helpers)' $(BASH_PROGRAM) $(srcdir)/tests/count.sh
.PHONY: list-tests
list-tests:
	@echo 'TESTS $(TESTS)'; echo 'all_tests $(all_tests)'; echo 'test_helpers $(test_helpers)'

# What several test programs share.
check_LIBRARIES = tests/libtests.a
tests_libtests_a_SOURCES = \
	tests/accesses.h \
	tests/asm.c \
	tests/asm.h \
	tests/bench.c \
	tests/bench.h \
	tests/cases.c \
	tests/cases.h \
	tests/exec-machine.h \
	tests/hash.h \
	tests/sample.h \
	tests/source.c \
	tests/source.h \
	tests/unit.h \
	tests/variants.c \
	tests/variants.h

test_libraries = tests/libtests.a workloads/libworkloads.a $(simulator_libraries) $(CMOCKA_LIBS)

tests_test_accuracy_SOURCES = tests/test-accuracy.c
tests_test_accuracy_LDADD = validate/libcheck.a $(test_libraries)
tests_test_advice_SOURCES = tests/test-advice.c
tests_test_advice_LDADD = $(test_libraries)

tests_test_atomics_SOURCES = tests/test-atomics.c
tests_test_atomics_LDADD = $(test_libraries)

tests_test_banks_SOURCES = tests/test-banks.c
tests_test_banks_LDADD = $(test_libraries)

tests_test_blocks_SOURCES = tests/test-blocks.c
tests_test_blocks_LDADD = $(test_libraries)

# Units of the memory system stand alone: nothing else of sim/ is linked.
unit_libraries = base/libbase.a $(CMOCKA_LIBS)

tests_test_block_schedulers_SOURCES = tests/test-block-schedulers.c sim/dispatch/blocks-leftover.c sim/dispatch/blocks-round-robin.c \
	sim/dispatch/blocks-spatial.c
tests_test_block_schedulers_LDADD = $(unit_libraries)
tests_test_scoreboard_SOURCES = tests/test-scoreboard.c sim/core/copy-groups.c sim/core/lg-queue.c sim/core/scoreboard.c
tests_test_scoreboard_LDADD = $(unit_libraries)
tests_test_tag_store_SOURCES = tests/test-tag-store.c sim/memory/tag-store.c
tests_test_tag_store_LDADD = $(unit_libraries)

tests_test_memory_system_SOURCES = tests/test-memory-system.c sim/memory/memory-system.c \
	sim/memory/port.c \
	sim/memory/cycle-order.c \
	sim/memory/address-map.c \
	sim/memory/l2-tags.c \
	sim/memory/tag-store.c \
	sim/memory/interconnect.c \
	sim/memory/dram.c \
	sim/memory/atomic-units.c
tests_test_memory_system_LDADD = $(unit_libraries)

tests_test_coalescer_SOURCES = tests/test-coalescer.c sim/memory/coalescer.c sim/memory/banks.c
tests_test_coalescer_LDADD = $(unit_libraries)

tests_test_interconnect_SOURCES = tests/test-interconnect.c sim/memory/interconnect.c
tests_test_interconnect_LDADD = $(unit_libraries)

tests_test_write_combining_SOURCES = tests/test-write-combining.c sim/memory/write-combining.c
tests_test_write_combining_LDADD = $(unit_libraries)

tests_test_mshr_SOURCES = tests/test-mshr.c sim/memory/mshr.c
tests_test_mshr_LDADD = $(unit_libraries)

tests_test_dram_SOURCES = tests/test-dram.c sim/memory/dram.c
tests_test_dram_LDADD = $(unit_libraries)

tests_test_address_map_SOURCES = tests/test-address-map.c sim/memory/address-map.c
tests_test_address_map_LDADD = $(unit_libraries)

tests_test_cfg_SOURCES = tests/test-cfg.c
tests_test_cfg_LDADD = $(test_libraries)

tests_test_check_SOURCES = tests/test-check.c
tests_test_check_LDADD = validate/libcheck.a $(test_libraries)

tests_test_checks_SOURCES = tests/test-checks.c
tests_test_checks_LDADD = validate/libcheck.a $(test_libraries)

tests_test_choices_SOURCES = tests/test-choices.c
tests_test_choices_LDADD = $(test_libraries)

tests_test_compact_SOURCES = tests/test-compact.c
tests_test_compact_LDADD = $(test_libraries)

tests_test_concurrent_SOURCES = tests/test-concurrent.c
tests_test_concurrent_LDADD = $(test_libraries)

tests_test_collective_SOURCES = tests/test-collective.c
tests_test_collective_LDADD = $(test_libraries)

tests_test_coverage_SOURCES = tests/test-coverage.c
tests_test_coverage_LDADD = $(test_libraries)

tests_test_cubin_SOURCES = tests/test-cubin.c
tests_test_cubin_LDADD = $(test_libraries)

tests_test_cubin_damage_SOURCES = tests/test-cubin-damage.c
tests_test_cubin_damage_LDADD = $(test_libraries)

tests_test_deadlock_SOURCES = tests/test-deadlock.c
tests_test_deadlock_LDADD = $(test_libraries)

tests_test_dynamic_SOURCES = tests/test-dynamic.c
tests_test_dynamic_LDADD = $(test_libraries)

tests_test_exec_SOURCES = tests/test-exec.c
tests_test_exec_LDADD = $(test_libraries)

tests_test_exec_device_SOURCES = tests/test-exec-device.c
tests_test_exec_device_LDADD = $(test_libraries)

tests_test_exec_matrix_SOURCES = tests/test-exec-matrix.c
tests_test_exec_matrix_LDADD = $(test_libraries)

tests_test_exec_float_SOURCES = tests/test-exec-float.c
tests_test_exec_float_LDADD = $(test_libraries)

tests_test_exec_move_SOURCES = tests/test-exec-move.c
tests_test_exec_move_LDADD = $(test_libraries)

tests_test_exec_vote_SOURCES = tests/test-exec-vote.c
tests_test_exec_vote_LDADD = $(test_libraries)

tests_test_exec_words_SOURCES = tests/test-exec-words.c
tests_test_exec_words_LDADD = $(test_libraries)

tests_test_fetch_SOURCES = tests/test-fetch.c
tests_test_fetch_LDADD = $(test_libraries)

tests_test_remote_SOURCES = tests/test-remote.c
tests_test_remote_LDADD = $(test_libraries)

tests_test_cluster_SOURCES = tests/test-cluster.c
tests_test_cluster_LDADD = $(test_libraries)
tests_test_cooperative_SOURCES = tests/test-cooperative.c
tests_test_cooperative_LDADD = $(test_libraries)

tests_test_fixed_array_SOURCES = tests/test-fixed-array.c
tests_test_fixed_array_LDADD = $(test_libraries)

tests_test_functional_SOURCES = tests/test-functional.c
tests_test_functional_LDADD = $(test_libraries)

tests_test_generate_SOURCES = tests/test-generate.c
tests_test_generate_LDADD = $(test_libraries)

tests_test_gpu_SOURCES = tests/test-gpu.c tests/make-believe.c tests/make-believe.h
tests_test_gpu_LDADD = validate/libgpu.a $(test_libraries) -ldl

tests_test_gpu_profile_SOURCES = tests/test-gpu-profile.c
tests_test_gpu_profile_LDADD = validate/libgpu.a $(test_libraries) -ldl

tests_test_hazards_SOURCES = tests/test-hazards.c
tests_test_hazards_LDADD = $(test_libraries)

tests_test_heap_SOURCES = tests/test-heap.c
tests_test_heap_LDADD = $(test_libraries)

tests_test_heldout_SOURCES = tests/heldout.h tests/heldout-integer.c tests/heldout-real.c tests/test-heldout.c
tests_test_heldout_LDADD = $(test_libraries) -lm

tests_test_lsu_SOURCES = tests/test-lsu.c
tests_test_lsu_LDADD = $(test_libraries)

tests_test_l1_SOURCES = tests/test-l1.c
tests_test_l1_LDADD = $(test_libraries)

tests_test_l2_SOURCES = tests/test-l2.c
tests_test_l2_LDADD = $(test_libraries)

tests_test_matmul_SOURCES = tests/test-matmul.c
tests_test_matmul_LDADD = $(test_libraries)

tests_test_memory_SOURCES = tests/test-memory.c
tests_test_memory_LDADD = $(test_libraries)

tests_test_mufu_SOURCES = tests/test-mufu.c
tests_test_mufu_LDADD = $(test_libraries)

tests_test_occupancy_SOURCES = tests/test-occupancy.c
tests_test_occupancy_LDADD = $(test_libraries)

tests_test_paths_SOURCES = tests/test-paths.c
tests_test_paths_LDADD = $(test_libraries)

tests_test_patterns_SOURCES = tests/test-patterns.c
tests_test_patterns_LDADD = $(test_libraries)

tests_test_policies_SOURCES = tests/test-policies.c
tests_test_policies_LDADD = $(test_libraries)

tests_test_print_SOURCES = tests/test-print.c
tests_test_print_LDADD = $(test_libraries)

tests_test_probes_SOURCES = tests/test-probes.c
tests_test_probes_LDADD = $(test_libraries)

tests_test_roots_SOURCES = tests/test-roots.c
tests_test_roots_LDADD = $(test_libraries)
tests_test_pieces_SOURCES = tests/test-pieces.c
tests_test_pieces_LDADD = $(test_libraries)

tests_test_ports_SOURCES = tests/test-ports.c
tests_test_ports_LDADD = $(test_libraries)

tests_test_sample_SOURCES = tests/test-sample.c
tests_test_sample_LDADD = $(test_libraries)

tests_test_scheduler_SOURCES = tests/test-scheduler.c
tests_test_scheduler_LDADD = $(test_libraries)

tests_test_shipped_SOURCES = tests/test-shipped.c
tests_test_shipped_LDADD = $(test_libraries)

tests_test_split_SOURCES = tests/test-split.c
tests_test_split_LDADD = $(test_libraries)

tests_test_stores_SOURCES = tests/test-stores.c
tests_test_stores_LDADD = $(test_libraries)

tests_test_streams_SOURCES = tests/test-streams.c
tests_test_streams_LDADD = $(test_libraries)

tests_test_tap_SOURCES = tests/test-tap.c
tests_test_tap_LDADD = $(test_libraries)

tests_test_timing_SOURCES = tests/test-timing.c
tests_test_timing_LDADD = $(test_libraries)

tests_test_timing_flow_SOURCES = tests/test-timing-flow.c
tests_test_timing_flow_LDADD = $(test_libraries)

tests_test_variants_SOURCES = tests/test-variants.c
tests_test_variants_LDADD = $(test_libraries)

tests_test_latencies_SOURCES = tests/test-latencies.c
tests_test_latencies_LDADD = $(test_libraries)

tests_test_l2_paths_SOURCES = tests/test-l2-paths.c
tests_test_l2_paths_LDADD = $(test_libraries)

tests_test_wholefile_SOURCES = tests/test-wholefile.c
tests_test_wholefile_LDADD = $(test_libraries)

tests_test_width_SOURCES = tests/test-width.c
tests_test_width_LDADD = $(test_libraries)

tests_test_windows_SOURCES = tests/test-windows.c
tests_test_windows_LDADD = $(test_libraries)

tests_test_workload_SOURCES = tests/test-workload.c
tests_test_workload_LDADD = $(test_libraries)

test_scripts = \
	tests/accuracy.sh \
	tests/bad-run.sh \
	tests/counts.sh \
	tests/banks.sh \
	tests/breaks.sh \
	tests/compressed.sh \
	tests/disassemble.sh \
	tests/general.sh \
	tests/gather.sh \
	tests/strange.sh \
	tests/golden-run.sh \
	tests/fit.sh \
	tests/gpu.sh \
	tests/heldout.sh \
	tests/includes.sh \
	tests/layers.sh \
	tests/install.sh \
	tests/interrupt.sh \
	tests/stop-validate.sh \
	tests/machine.sh \
	tests/manifest.sh \
	tests/manual.sh \
	tests/many.sh \
	tests/mistakes.sh \
	tests/micro.sh \
	tests/opcodes.sh \
	tests/options.sh \
	tests/outputs.sh \
	tests/pieces.sh \
	tests/placement.sh \
	tests/pages-run.sh \
	tests/paper.sh \
	tests/recipes.sh \
	tests/record.sh \
	tests/results.sh \
	tests/save.sh \
	tests/split-gains.sh \
	tests/split.sh \
	tests/stop.sh \
	tests/structs.sh \
	tests/template.sh
TESTS += $(test_scripts)

all_tests = $(long_programs) $(long_scripts) $(test_programs) $(test_scripts) $(fuzz_programs)
# Scripts of tests/ that are no tests.
test_helpers = \
	tests/bench.sh \
	tests/count.sh \
	tests/pages.sh \
	tests/run.sh \
	tests/sample.sh \
	tests/tap.sh \
	tests/timed.sh

EXTRA_DIST += $(test_helpers) tests/expected.csv tests/pages.csv tests/skips.csv $(long_scripts) $(test_scripts) \
	tests/bad \
	tests/carrier.cu \
	tests/carrier.cubin \
	tests/checks \
	tests/coverage.cu \
	tests/coverage.cubin \
	tests/data/features.cu \
	tests/record.cu \
	tests/data/features.cubin \
	tests/data/occupancy.csv \
	tests/data/opcodes-by-program.csv \
	tests/faults.cu \
	tests/faults.cubin \
	tests/gather.csv \
	tests/gather.cu \
	tests/gather.cubin \
	tests/groups.csv \
	tests/groups.cu \
	tests/groups.cubin.gz \
	tests/prints.csv \
	tests/prints-returns.csv \
	tests/prints.cu \
	tests/prints.cubin \
	tests/strange.csv \
	tests/strange.cu \
	tests/strange.cubin \
	tests/structs.csv \
	tests/structs.cu \
	tests/structs.cubin \
	tests/unoptimised.cu \
	tests/unoptimised.cubin \
	tests/golden \
	tests/results.py
