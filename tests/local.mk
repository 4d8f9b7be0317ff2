# Tests speak TAP. Programs are cmocka groups; scripts are bash. They find data through $srcdir, the source root.
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
LOG_COMPILER = $(BASH_PROGRAM) $(top_srcdir)/tests/helpers/timed.sh
SH_LOG_COMPILER = $(LOG_COMPILER) $(BASH_PROGRAM)
TEST_EXTENSIONS = .sh
AM_TESTS_ENVIRONMENT = \
	CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
	SIMT_DATADIR='$(abs_top_srcdir)/sim'; export SIMT_DATADIR; \
	SIMT_ALLOW_PATH='$(abs_top_srcdir):$(abs_top_builddir)'; export SIMT_ALLOW_PATH; \
	SIMT_JOBS=1; export SIMT_JOBS; \
	builddir='$(abs_top_builddir)'; export builddir;

# Those that take longest begin first, so that none of them runs alone at the end.
long_programs = \
	tests/kernels/test-policies \
	tests/kernels/test-shipped \
	tests/sim/runtime/test-windows
if HAVE_CMOCKA
check_PROGRAMS += $(long_programs)
TESTS += $(long_programs)
endif
long_scripts = \
	tests/readme.sh \
	tests/validate/check-run.sh \
	tests/kernels/scoreboard.sh \
	tests/kernels/streams.sh \
	tests/sim/observe/hazards.sh \
	tests/sim/observe/checks.sh
TESTS += $(long_scripts)

test_programs = \
	tests/base/test-nearest \
	tests/base/test-pool \
	tests/base/test-sources \
	tests/base/test-characters \
	tests/base/test-text \
	tests/base/test-wholefile \
	tests/helpers/test-sample \
	tests/isa/test-cfg \
	tests/isa/test-cubin \
	tests/isa/test-cubin-damage \
	tests/isa/test-cxx-name \
	tests/isa/test-exec \
	tests/isa/test-exec-device \
	tests/isa/test-exec-float \
	tests/isa/test-exec-gmma \
	tests/isa/test-exec-hmma \
	tests/isa/test-exec-matrix \
	tests/isa/test-exec-move \
	tests/isa/test-exec-quick \
	tests/isa/test-exec-vote \
	tests/isa/test-exec-words \
	tests/isa/test-mufu \
	tests/isa/test-print \
	tests/isa/test-row-access \
	tests/isa/test-span \
	tests/isa/test-tensor-map \
	tests/isa/test-variants \
	tests/kernels/test-concurrent \
	tests/kernels/test-coverage \
	tests/kernels/test-dynamic \
	tests/kernels/test-fixed-array \
	tests/kernels/test-heldout \
	tests/kernels/test-matmul \
	tests/kernels/test-patterns \
	tests/kernels/test-probes \
	tests/kernels/test-width \
	tests/sim/core/test-banks \
	tests/sim/core/test-block-barrier \
	tests/sim/core/test-block-room \
	tests/sim/core/test-copy-groups \
	tests/sim/core/test-fetch \
	tests/sim/core/test-issue \
	tests/sim/core/test-lg-queue \
	tests/sim/core/test-ready-slots \
	tests/sim/core/test-ports \
	tests/sim/core/test-regroup \
	tests/sim/core/test-scheduler \
	tests/sim/core/test-scoreboard \
	tests/sim/core/test-timing \
	tests/sim/core/test-timing-flow \
	tests/sim/core/test-warpgroup \
	tests/sim/core/test-warp-scheduler \
	tests/sim/dispatch/test-block-schedulers \
	tests/sim/dispatch/test-blocks \
	tests/sim/dispatch/test-cluster \
	tests/sim/dispatch/test-cooperative \
	tests/sim/dispatch/test-occupancy \
	tests/sim/dispatch/test-remote \
	tests/sim/dispatch/test-streams \
	tests/sim/divergence/test-choices \
	tests/sim/divergence/test-collective \
	tests/sim/divergence/test-paths \
	tests/sim/divergence/test-split \
	tests/sim/divergence/test-uniform \
	tests/sim/machine/test-equal-silicon \
	tests/sim/machine/test-knobs \
	tests/sim/machine/test-rules \
	tests/sim/memory/test-address-map \
	tests/sim/memory/test-atomic-units \
	tests/sim/memory/test-atomics \
	tests/sim/memory/test-backing-store \
	tests/sim/memory/test-coalescer \
	tests/sim/memory/test-data-path \
	tests/sim/memory/test-dram \
	tests/sim/memory/test-effects \
	tests/sim/memory/test-interconnect \
	tests/sim/memory/test-l1 \
	tests/sim/memory/test-l1-lines \
	tests/sim/memory/test-l1-queue \
	tests/sim/memory/test-l2 \
	tests/sim/memory/test-l2-paths \
	tests/sim/memory/test-l2-tags \
	tests/sim/memory/test-lane-atomics \
	tests/sim/memory/test-latencies \
	tests/sim/memory/test-loads \
	tests/sim/memory/test-local \
	tests/sim/memory/test-lsu \
	tests/sim/memory/test-lsu-rows \
	tests/sim/memory/test-memory \
	tests/sim/memory/test-memory-clock \
	tests/sim/memory/test-memory-system \
	tests/sim/memory/test-mshr \
	tests/sim/memory/test-port \
	tests/sim/memory/test-speculation \
	tests/sim/memory/test-stores \
	tests/sim/memory/test-tag-store \
	tests/sim/memory/test-write-combining \
	tests/sim/observe/test-checks \
	tests/sim/observe/test-deadlock \
	tests/sim/observe/test-fixed-results \
	tests/sim/observe/test-hazards \
	tests/sim/observe/test-shadow-rows \
	tests/sim/observe/test-tap \
	tests/sim/runtime/test-alike \
	tests/sim/runtime/test-functional \
	tests/sim/runtime/test-heap \
	tests/sim/runtime/test-jobs \
	tests/sim/runtime/test-mixes \
	tests/sim/runtime/test-rates \
	tests/sim/runtime/test-side-by-side \
	tests/sim/runtime/test-uncertainty \
	tests/sim/runtime/test-unsupported \
	tests/validate/test-accuracy \
	tests/validate/test-check \
	tests/validate/test-gpu \
	tests/validate/test-gpu-profile \
	tests/workloads/test-advice \
	tests/workloads/test-bound \
	tests/workloads/test-compact \
	tests/workloads/test-compare \
	tests/workloads/test-figures \
	tests/workloads/test-generate \
	tests/workloads/test-intervals \
	tests/workloads/test-pieces \
	tests/workloads/test-plot \
	tests/workloads/test-recording \
	tests/workloads/test-remedies \
	tests/workloads/test-report-html \
	tests/workloads/test-roots \
	tests/workloads/test-split \
	tests/workloads/test-columns \
	tests/workloads/test-thin \
	tests/workloads/test-touched \
	tests/workloads/test-trials \
	tests/workloads/test-workload

if HAVE_GSL
test_programs += \
	tests/workloads/test-sweep-emit \
	tests/workloads/test-study \
	tests/workloads/test-sweep-plan \
	tests/workloads/test-sweep-store
endif

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
check_LIBRARIES = tests/helpers/libtests.a
tests_helpers_libtests_a_SOURCES = \
	tests/helpers/accesses.h \
	tests/helpers/asm.c \
	tests/helpers/asm.h \
	tests/helpers/bench.c \
	tests/helpers/bench.h \
	tests/helpers/cases.c \
	tests/helpers/cases.h \
	tests/helpers/hash.h \
	tests/helpers/requests.h \
	tests/helpers/sample.h \
	tests/helpers/source.c \
	tests/helpers/source.h \
	tests/helpers/unit.h \
	tests/isa/exec-machine.h \
	tests/isa/variants.c \
	tests/isa/variants.h

test_libraries = tests/helpers/libtests.a workloads/libworkloads.a $(simulator_libraries) $(CMOCKA_LIBS)

# Units of sim/ stand alone: nothing else of it is linked.
unit_libraries = base/libbase.a $(CMOCKA_LIBS)

tests_base_test_nearest_SOURCES = tests/base/test-nearest.c
tests_base_test_nearest_LDADD = $(unit_libraries)

tests_base_test_pool_SOURCES = tests/base/test-pool.c
tests_base_test_pool_LDADD = $(unit_libraries)

tests_base_test_sources_SOURCES = tests/base/test-sources.c
tests_base_test_sources_LDADD = $(test_libraries)

tests_base_test_characters_SOURCES = tests/base/test-characters.c
tests_base_test_characters_LDADD = $(unit_libraries)

tests_base_test_text_SOURCES = tests/base/test-text.c
tests_base_test_text_LDADD = $(unit_libraries) -lm

tests_base_test_wholefile_SOURCES = tests/base/test-wholefile.c
tests_base_test_wholefile_LDADD = $(test_libraries)

tests_helpers_test_sample_SOURCES = tests/helpers/test-sample.c
tests_helpers_test_sample_LDADD = $(test_libraries)

tests_isa_test_cfg_SOURCES = tests/isa/test-cfg.c
tests_isa_test_cfg_LDADD = $(test_libraries)

tests_isa_test_cubin_damage_SOURCES = tests/isa/test-cubin-damage.c
tests_isa_test_cubin_damage_LDADD = $(test_libraries)

tests_isa_test_cubin_SOURCES = tests/isa/test-cubin.c
tests_isa_test_cubin_LDADD = $(test_libraries)

tests_isa_test_cxx_name_SOURCES = tests/isa/test-cxx-name.c
tests_isa_test_cxx_name_LDADD = $(test_libraries)

tests_isa_test_exec_device_SOURCES = tests/isa/test-exec-device.c
tests_isa_test_exec_device_LDADD = $(test_libraries)

tests_isa_test_exec_float_SOURCES = tests/isa/test-exec-float.c
tests_isa_test_exec_float_LDADD = $(test_libraries)

tests_isa_test_exec_gmma_SOURCES = tests/isa/test-exec-gmma.c tests/isa/gmma-cases.def tests/isa/gmma-inputs.h
tests_isa_test_exec_gmma_LDADD = $(test_libraries)
tests_isa_test_exec_hmma_SOURCES = tests/isa/test-exec-hmma.c
tests_isa_test_exec_hmma_LDADD = $(test_libraries)
tests_isa_test_exec_matrix_SOURCES = tests/isa/test-exec-matrix.c
tests_isa_test_exec_matrix_LDADD = $(test_libraries)

tests_isa_test_exec_move_SOURCES = tests/isa/test-exec-move.c
tests_isa_test_exec_move_LDADD = $(test_libraries)

tests_isa_test_exec_quick_SOURCES = tests/isa/test-exec-quick.c
tests_isa_test_exec_quick_LDADD = $(test_libraries)
tests_isa_test_exec_vote_SOURCES = tests/isa/test-exec-vote.c
tests_isa_test_exec_vote_LDADD = $(test_libraries)

tests_isa_test_exec_words_SOURCES = tests/isa/test-exec-words.c
tests_isa_test_exec_words_LDADD = $(test_libraries)

tests_isa_test_exec_SOURCES = tests/isa/test-exec.c
tests_isa_test_exec_LDADD = $(test_libraries)

tests_isa_test_mufu_SOURCES = tests/isa/test-mufu.c
tests_isa_test_mufu_LDADD = $(test_libraries)

tests_isa_test_print_SOURCES = tests/isa/test-print.c
tests_isa_test_print_LDADD = $(test_libraries)

tests_isa_test_row_access_SOURCES = tests/isa/test-row-access.c
tests_isa_test_row_access_LDADD = $(unit_libraries) isa/libexec.a isa/libisa.a isa/libexec.a base/libbase.a -lm

tests_isa_test_span_SOURCES = tests/isa/test-span.c
tests_isa_test_span_LDADD = $(unit_libraries) isa/libexec.a isa/libisa.a isa/libexec.a base/libbase.a

tests_isa_test_tensor_map_SOURCES = tests/isa/test-tensor-map.c
tests_isa_test_tensor_map_LDADD = $(unit_libraries) isa/libisa.a base/libbase.a -lz

tests_isa_test_variants_SOURCES = tests/isa/test-variants.c
tests_isa_test_variants_LDADD = $(test_libraries)

tests_kernels_test_concurrent_SOURCES = tests/kernels/test-concurrent.c
tests_kernels_test_concurrent_LDADD = $(test_libraries)

tests_kernels_test_coverage_SOURCES = tests/kernels/test-coverage.c
tests_kernels_test_coverage_LDADD = $(test_libraries)

tests_kernels_test_dynamic_SOURCES = tests/kernels/test-dynamic.c
tests_kernels_test_dynamic_LDADD = $(test_libraries)

tests_kernels_test_fixed_array_SOURCES = tests/kernels/test-fixed-array.c
tests_kernels_test_fixed_array_LDADD = $(test_libraries)

tests_kernels_test_heldout_SOURCES = tests/kernels/test-heldout.c \
	tests/kernels/heldout-integer.c \
	tests/kernels/heldout-real.c \
	tests/kernels/heldout.h
tests_kernels_test_heldout_LDADD = $(test_libraries) -lm

tests_kernels_test_matmul_SOURCES = tests/kernels/test-matmul.c
tests_kernels_test_matmul_LDADD = $(test_libraries)

tests_kernels_test_patterns_SOURCES = tests/kernels/test-patterns.c
tests_kernels_test_patterns_LDADD = $(test_libraries)

tests_kernels_test_policies_SOURCES = tests/kernels/test-policies.c
tests_kernels_test_policies_LDADD = $(test_libraries)

tests_kernels_test_probes_SOURCES = tests/kernels/test-probes.c
tests_kernels_test_probes_LDADD = $(test_libraries)

tests_kernels_test_shipped_SOURCES = tests/kernels/test-shipped.c
tests_kernels_test_shipped_LDADD = $(test_libraries)

tests_kernels_test_width_SOURCES = tests/kernels/test-width.c
tests_kernels_test_width_LDADD = $(test_libraries)

tests_sim_core_test_banks_SOURCES = tests/sim/core/test-banks.c
tests_sim_core_test_banks_LDADD = $(test_libraries)

tests_sim_core_test_block_room_SOURCES = tests/sim/core/test-block-room.c sim/core/block-room.c
tests_sim_core_test_block_room_LDADD = $(unit_libraries)

tests_sim_core_test_block_barrier_SOURCES = tests/sim/core/test-block-barrier.c sim/core/block-barrier.c sim/memory/data-path.c
tests_sim_core_test_block_barrier_LDADD = $(unit_libraries)

tests_sim_core_test_copy_groups_SOURCES = tests/sim/core/test-copy-groups.c sim/core/copy-groups.c
tests_sim_core_test_copy_groups_LDADD = $(unit_libraries)

tests_sim_core_test_fetch_SOURCES = tests/sim/core/test-fetch.c
tests_sim_core_test_fetch_LDADD = $(test_libraries)

tests_sim_core_test_issue_SOURCES = tests/sim/core/test-issue.c
tests_sim_core_test_issue_LDADD = $(test_libraries)

tests_sim_core_test_lg_queue_SOURCES = tests/sim/core/test-lg-queue.c sim/core/lg-queue.c
tests_sim_core_test_lg_queue_LDADD = $(unit_libraries)

tests_sim_core_test_ports_SOURCES = tests/sim/core/test-ports.c
tests_sim_core_test_ports_LDADD = $(test_libraries)

tests_sim_core_test_regroup_SOURCES = tests/sim/core/test-regroup.c
tests_sim_core_test_regroup_LDADD = $(test_libraries)

tests_sim_core_test_scheduler_SOURCES = tests/sim/core/test-scheduler.c
tests_sim_core_test_scheduler_LDADD = $(test_libraries)

tests_sim_core_test_ready_slots_SOURCES = tests/sim/core/test-ready-slots.c sim/core/ready-slots.c
tests_sim_core_test_ready_slots_LDADD = $(unit_libraries)

tests_sim_core_test_scoreboard_SOURCES = tests/sim/core/test-scoreboard.c sim/core/copy-groups.c sim/core/lg-queue.c sim/core/scoreboard.c
tests_sim_core_test_scoreboard_LDADD = $(unit_libraries)

tests_sim_core_test_timing_flow_SOURCES = tests/sim/core/test-timing-flow.c
tests_sim_core_test_timing_flow_LDADD = $(test_libraries)
tests_sim_core_test_warpgroup_SOURCES = tests/sim/core/test-warpgroup.c
tests_sim_core_test_warpgroup_LDADD = $(test_libraries)

tests_sim_core_test_timing_SOURCES = tests/sim/core/test-timing.c
tests_sim_core_test_timing_LDADD = $(test_libraries)

tests_sim_core_test_warp_scheduler_SOURCES = tests/sim/core/test-warp-scheduler.c sim/core/warp-scheduler.c
tests_sim_core_test_warp_scheduler_LDADD = $(unit_libraries)

tests_sim_dispatch_test_block_schedulers_SOURCES = tests/sim/dispatch/test-block-schedulers.c \
	sim/dispatch/blocks-leftover.c \
	sim/dispatch/blocks-round-robin.c \
	sim/dispatch/blocks-spatial.c
tests_sim_dispatch_test_block_schedulers_LDADD = $(unit_libraries)

tests_sim_dispatch_test_blocks_SOURCES = tests/sim/dispatch/test-blocks.c
tests_sim_dispatch_test_blocks_LDADD = $(test_libraries)

tests_sim_dispatch_test_cluster_SOURCES = tests/sim/dispatch/test-cluster.c
tests_sim_dispatch_test_cluster_LDADD = $(test_libraries)

tests_sim_dispatch_test_cooperative_SOURCES = tests/sim/dispatch/test-cooperative.c
tests_sim_dispatch_test_cooperative_LDADD = $(test_libraries)

tests_sim_dispatch_test_occupancy_SOURCES = tests/sim/dispatch/test-occupancy.c
tests_sim_dispatch_test_occupancy_LDADD = $(test_libraries)

tests_sim_dispatch_test_remote_SOURCES = tests/sim/dispatch/test-remote.c
tests_sim_dispatch_test_remote_LDADD = $(test_libraries)

tests_sim_dispatch_test_streams_SOURCES = tests/sim/dispatch/test-streams.c
tests_sim_dispatch_test_streams_LDADD = $(test_libraries)

tests_sim_divergence_test_choices_SOURCES = tests/sim/divergence/test-choices.c
tests_sim_divergence_test_choices_LDADD = $(test_libraries)

tests_sim_divergence_test_collective_SOURCES = tests/sim/divergence/test-collective.c
tests_sim_divergence_test_collective_LDADD = $(test_libraries)

tests_sim_divergence_test_paths_SOURCES = tests/sim/divergence/test-paths.c
tests_sim_divergence_test_paths_LDADD = $(test_libraries)

tests_sim_divergence_test_split_SOURCES = tests/sim/divergence/test-split.c
tests_sim_divergence_test_split_LDADD = $(test_libraries)

tests_sim_divergence_test_uniform_SOURCES = tests/sim/divergence/test-uniform.c
tests_sim_divergence_test_uniform_LDADD = $(test_libraries)

tests_sim_machine_test_equal_silicon_SOURCES = tests/sim/machine/test-equal-silicon.c
tests_sim_machine_test_equal_silicon_LDADD = $(test_libraries)

tests_sim_machine_test_knobs_SOURCES = tests/sim/machine/test-knobs.c
tests_sim_machine_test_knobs_LDADD = $(test_libraries)

tests_sim_machine_test_rules_SOURCES = tests/sim/machine/test-rules.c
tests_sim_machine_test_rules_LDADD = $(test_libraries)

tests_sim_memory_test_address_map_SOURCES = tests/sim/memory/test-address-map.c sim/memory/address-map.c
tests_sim_memory_test_address_map_LDADD = $(unit_libraries)

tests_sim_memory_test_atomic_units_SOURCES = tests/sim/memory/test-atomic-units.c sim/memory/atomic-units.c
tests_sim_memory_test_atomic_units_LDADD = $(unit_libraries)

tests_sim_memory_test_atomics_SOURCES = tests/sim/memory/test-atomics.c
tests_sim_memory_test_atomics_LDADD = $(test_libraries)

tests_sim_memory_test_backing_store_SOURCES = tests/sim/memory/test-backing-store.c sim/memory/backing-store.c
tests_sim_memory_test_backing_store_LDADD = $(unit_libraries)

tests_sim_memory_test_coalescer_SOURCES = tests/sim/memory/test-coalescer.c sim/memory/banks.c sim/memory/coalescer.c
tests_sim_memory_test_coalescer_LDADD = isa/libexec.a isa/libisa.a isa/libexec.a $(unit_libraries)

tests_sim_memory_test_data_path_SOURCES = tests/sim/memory/test-data-path.c sim/memory/data-path.c
tests_sim_memory_test_data_path_LDADD = $(unit_libraries)

tests_sim_memory_test_dram_SOURCES = tests/sim/memory/test-dram.c sim/memory/dram.c
tests_sim_memory_test_dram_LDADD = $(unit_libraries)

tests_sim_memory_test_effects_SOURCES = tests/sim/memory/test-effects.c
tests_sim_memory_test_effects_LDADD = $(test_libraries)

tests_sim_memory_test_interconnect_SOURCES = tests/sim/memory/test-interconnect.c sim/memory/interconnect.c
tests_sim_memory_test_interconnect_LDADD = $(unit_libraries)

tests_sim_memory_test_l1_queue_SOURCES = tests/sim/memory/test-l1-queue.c sim/memory/l1-queue.c
tests_sim_memory_test_l1_queue_LDADD = $(unit_libraries)

tests_sim_memory_test_l1_lines_SOURCES = tests/sim/memory/test-l1-lines.c sim/memory/l1-lines.c
tests_sim_memory_test_l1_lines_LDADD = $(unit_libraries)
tests_sim_memory_test_l1_SOURCES = tests/sim/memory/test-l1.c
tests_sim_memory_test_l1_LDADD = $(test_libraries)

tests_sim_memory_test_l2_paths_SOURCES = tests/sim/memory/test-l2-paths.c
tests_sim_memory_test_l2_paths_LDADD = $(test_libraries)

tests_sim_memory_test_l2_tags_SOURCES = tests/sim/memory/test-l2-tags.c sim/memory/l2-tags.c sim/memory/tag-store.c
tests_sim_memory_test_l2_tags_LDADD = $(unit_libraries)

tests_sim_memory_test_l2_SOURCES = tests/sim/memory/test-l2.c
tests_sim_memory_test_l2_LDADD = $(test_libraries)

tests_sim_memory_test_lane_atomics_SOURCES = tests/sim/memory/test-lane-atomics.c
tests_sim_memory_test_lane_atomics_LDADD = $(test_libraries)

tests_sim_memory_test_latencies_SOURCES = tests/sim/memory/test-latencies.c
tests_sim_memory_test_latencies_LDADD = $(test_libraries)

tests_sim_memory_test_loads_SOURCES = tests/sim/memory/test-loads.c sim/memory/loads.c
tests_sim_memory_test_loads_LDADD = $(unit_libraries)

tests_sim_memory_test_local_SOURCES = tests/sim/memory/test-local.c sim/memory/local.c
tests_sim_memory_test_local_LDADD = $(unit_libraries)

tests_sim_memory_test_lsu_rows_SOURCES = tests/sim/memory/test-lsu-rows.c
tests_sim_memory_test_lsu_rows_LDADD = $(test_libraries)

tests_sim_memory_test_lsu_SOURCES = tests/sim/memory/test-lsu.c
tests_sim_memory_test_lsu_LDADD = $(test_libraries)

tests_sim_memory_test_memory_system_SOURCES = tests/sim/memory/test-memory-system.c \
	sim/memory/address-map.c \
	sim/memory/atomic-units.c \
	sim/memory/request-order.c \
	sim/memory/dram.c \
	sim/memory/interconnect.c \
	sim/memory/l2-bins.c \
	sim/memory/l2-steps.c \
	sim/memory/l2-tags.c \
	sim/memory/memory-system.c \
	sim/memory/memory-port.c \
	sim/memory/tag-store.c
tests_sim_memory_test_memory_system_LDADD = $(unit_libraries)

tests_sim_memory_test_memory_SOURCES = tests/sim/memory/test-memory.c
tests_sim_memory_test_memory_LDADD = $(test_libraries)

tests_sim_memory_test_memory_clock_SOURCES = tests/sim/memory/test-memory-clock.c
tests_sim_memory_test_memory_clock_LDADD = $(unit_libraries)

tests_sim_memory_test_mshr_SOURCES = tests/sim/memory/test-mshr.c sim/memory/mshr.c
tests_sim_memory_test_mshr_LDADD = $(unit_libraries)

tests_sim_memory_test_port_SOURCES = tests/sim/memory/test-port.c sim/memory/cycle-order.c sim/memory/memory-port.c sim/memory/request-order.c
tests_sim_memory_test_port_LDADD = $(unit_libraries)

tests_sim_memory_test_speculation_SOURCES = tests/sim/memory/test-speculation.c
tests_sim_memory_test_speculation_LDADD = $(test_libraries)

tests_sim_memory_test_stores_SOURCES = tests/sim/memory/test-stores.c
tests_sim_memory_test_stores_LDADD = $(test_libraries)

tests_sim_memory_test_tag_store_SOURCES = tests/sim/memory/test-tag-store.c sim/memory/tag-store.c
tests_sim_memory_test_tag_store_LDADD = $(unit_libraries)

tests_sim_memory_test_write_combining_SOURCES = tests/sim/memory/test-write-combining.c sim/memory/write-combining.c
tests_sim_memory_test_write_combining_LDADD = $(unit_libraries)

tests_sim_observe_test_checks_SOURCES = tests/sim/observe/test-checks.c
tests_sim_observe_test_checks_LDADD = validate/libcheck.a $(test_libraries)

tests_sim_observe_test_deadlock_SOURCES = tests/sim/observe/test-deadlock.c
tests_sim_observe_test_deadlock_LDADD = $(test_libraries)

tests_sim_observe_test_fixed_results_SOURCES = tests/sim/observe/test-fixed-results.c sim/observe/fixed-results.c
tests_sim_observe_test_fixed_results_LDADD = $(unit_libraries)

tests_sim_observe_test_hazards_SOURCES = tests/sim/observe/test-hazards.c
tests_sim_observe_test_hazards_LDADD = $(test_libraries)

tests_sim_observe_test_shadow_rows_SOURCES = tests/sim/observe/test-shadow-rows.c sim/observe/shadow-rows.c
tests_sim_observe_test_shadow_rows_LDADD = $(unit_libraries)

tests_sim_observe_test_tap_SOURCES = tests/sim/observe/test-tap.c
tests_sim_observe_test_tap_LDADD = $(test_libraries)

tests_sim_runtime_test_alike_SOURCES = tests/sim/runtime/test-alike.c
tests_sim_runtime_test_alike_LDADD = $(test_libraries)

tests_sim_runtime_test_functional_SOURCES = tests/sim/runtime/test-functional.c
tests_sim_runtime_test_functional_LDADD = $(test_libraries)

tests_sim_runtime_test_heap_SOURCES = tests/sim/runtime/test-heap.c
tests_sim_runtime_test_heap_LDADD = $(test_libraries)

tests_sim_runtime_test_jobs_SOURCES = tests/sim/runtime/test-jobs.c
tests_sim_runtime_test_jobs_LDADD = $(test_libraries)

tests_sim_runtime_test_mixes_SOURCES = tests/sim/runtime/test-mixes.c
tests_sim_runtime_test_mixes_LDADD = $(test_libraries)

tests_sim_runtime_test_rates_SOURCES = tests/sim/runtime/test-rates.c
tests_sim_runtime_test_rates_LDADD = $(test_libraries)

tests_sim_runtime_test_side_by_side_SOURCES = tests/sim/runtime/test-side-by-side.c
tests_sim_runtime_test_side_by_side_LDADD = $(test_libraries)

tests_sim_runtime_test_uncertainty_SOURCES = tests/sim/runtime/test-uncertainty.c
tests_sim_runtime_test_uncertainty_LDADD = $(test_libraries)

tests_sim_runtime_test_unsupported_SOURCES = tests/sim/runtime/test-unsupported.c
tests_sim_runtime_test_unsupported_LDADD = $(test_libraries)
tests_sim_runtime_test_windows_SOURCES = tests/sim/runtime/test-windows.c
tests_sim_runtime_test_windows_LDADD = $(test_libraries)

tests_validate_test_accuracy_SOURCES = tests/validate/test-accuracy.c
tests_validate_test_accuracy_LDADD = validate/libcheck.a $(test_libraries)

tests_validate_test_check_SOURCES = tests/validate/test-check.c
tests_validate_test_check_LDADD = validate/libcheck.a $(test_libraries)

tests_validate_test_gpu_profile_SOURCES = tests/validate/test-gpu-profile.c
tests_validate_test_gpu_profile_LDADD = validate/libgpu.a $(test_libraries) -ldl

tests_validate_test_gpu_SOURCES = tests/validate/test-gpu.c tests/validate/make-believe.c tests/validate/make-believe.h
tests_validate_test_gpu_LDADD = validate/libgpu.a $(test_libraries) -ldl

tests_workloads_test_advice_SOURCES = tests/workloads/test-advice.c
tests_workloads_test_advice_LDADD = $(test_libraries)

tests_workloads_test_bound_SOURCES = tests/workloads/test-bound.c
tests_workloads_test_bound_LDADD = $(test_libraries)

tests_workloads_test_compact_SOURCES = tests/workloads/test-compact.c
tests_workloads_test_compact_LDADD = $(test_libraries)

tests_workloads_test_sweep_emit_SOURCES = tests/workloads/test-sweep-emit.c
tests_workloads_test_sweep_emit_LDADD = workloads/libsweep.a $(test_libraries) $(GSL_LIBS)
tests_workloads_test_study_SOURCES = tests/workloads/test-study.c
tests_workloads_test_study_LDADD = workloads/libsweep.a $(test_libraries) $(GSL_LIBS)

tests_workloads_test_sweep_plan_SOURCES = tests/workloads/test-sweep-plan.c
tests_workloads_test_sweep_plan_LDADD = workloads/libsweep.a $(test_libraries) $(GSL_LIBS)

tests_workloads_test_sweep_store_SOURCES = tests/workloads/test-sweep-store.c
tests_workloads_test_sweep_store_LDADD = workloads/libsweep.a $(test_libraries) $(GSL_LIBS)

tests_workloads_test_compare_SOURCES = tests/workloads/test-compare.c
tests_workloads_test_compare_LDADD = $(test_libraries) $(JANSSON_LIBS)

tests_workloads_test_generate_SOURCES = tests/workloads/test-generate.c
tests_workloads_test_generate_LDADD = $(test_libraries)

tests_workloads_test_figures_SOURCES = tests/workloads/test-figures.c
tests_workloads_test_figures_LDADD = workloads/libcanvas.a $(test_libraries) $(JANSSON_LIBS) $(cairo_libraries) -lm

tests_workloads_test_columns_SOURCES = tests/workloads/test-columns.c
tests_workloads_test_columns_LDADD = $(test_libraries)

tests_workloads_test_intervals_SOURCES = tests/workloads/test-intervals.c
tests_workloads_test_intervals_LDADD = $(test_libraries) $(JANSSON_LIBS)

tests_workloads_test_pieces_SOURCES = tests/workloads/test-pieces.c
tests_workloads_test_pieces_LDADD = $(test_libraries)

tests_workloads_test_plot_SOURCES = tests/workloads/test-plot.c
tests_workloads_test_plot_LDADD = $(test_libraries) -lm

tests_workloads_test_thin_SOURCES = tests/workloads/test-thin.c
tests_workloads_test_thin_LDADD = $(test_libraries) $(JANSSON_LIBS) -lm

tests_workloads_test_report_html_SOURCES = tests/workloads/test-report-html.c
tests_workloads_test_report_html_LDADD = $(test_libraries) -lm

tests_workloads_test_recording_SOURCES = tests/workloads/test-recording.c
tests_workloads_test_recording_LDADD = $(test_libraries)

tests_workloads_test_remedies_SOURCES = tests/workloads/test-remedies.c
tests_workloads_test_remedies_LDADD = $(test_libraries)

tests_workloads_test_roots_SOURCES = tests/workloads/test-roots.c
tests_workloads_test_roots_LDADD = $(test_libraries)

tests_workloads_test_split_SOURCES = tests/workloads/test-split.c
tests_workloads_test_split_LDADD = $(test_libraries)

tests_workloads_test_touched_SOURCES = tests/workloads/test-touched.c
tests_workloads_test_touched_LDADD = $(test_libraries)

tests_workloads_test_trials_SOURCES = tests/workloads/test-trials.c
tests_workloads_test_trials_LDADD = $(test_libraries)

tests_workloads_test_workload_SOURCES = tests/workloads/test-workload.c
tests_workloads_test_workload_LDADD = $(test_libraries)

test_scripts = \
	tests/bench/counts.sh \
	tests/compressed.sh \
	tests/counts.sh \
	tests/golden-run.sh \
	tests/includes.sh \
	tests/install.sh \
	tests/isa/disassemble.sh \
	tests/isa/opcodes.sh \
	tests/kernels/banks.sh \
	tests/kernels/breaks.sh \
	tests/kernels/gather.sh \
	tests/kernels/general.sh \
	tests/kernels/heldout.sh \
	tests/kernels/matrix-clock.sh \
	tests/kernels/micro.sh \
	tests/kernels/outputs.sh \
	tests/kernels/strange.sh \
	tests/kernels/structs.sh \
	tests/figures.sh \
	tests/kernels/wgmma.sh \
	tests/layers.sh \
	tests/manifest.sh \
	tests/pages-run.sh \
	tests/programs/bad-run.sh \
	tests/programs/completion.sh \
	tests/programs/helgrind.sh \
	tests/programs/interrupt.sh \
	tests/programs/jobs.sh \
	tests/programs/manual.sh \
	tests/programs/many.sh \
	tests/programs/machine-mistakes.sh \
	tests/programs/mistakes.sh \
	tests/programs/options.sh \
	tests/programs/plot.sh \
	tests/programs/report.sh \
	tests/programs/sample.sh \
	tests/programs/slurm.sh \
	tests/programs/stop.sh \
	tests/programs/sweep-tasks.sh \
	tests/programs/studies.sh \
	tests/programs/sweep.sh \
	tests/programs/template.sh \
	tests/programs/terminal.sh \
	tests/programs/trust.sh \
	tests/programs/why.sh \
	tests/python/package.sh \
	tests/recipes.sh \
	tests/sim/machine/machine.sh \
	tests/sim/machine/properties.sh \
	tests/studies.sh \
	tests/validate/accuracy.sh \
	tests/validate/fit.sh \
	tests/validate/gpu.sh \
	tests/validate/paper.sh \
	tests/validate/placement.sh \
	tests/validate/stop-validate.sh \
	tests/workloads/bound.sh \
	tests/workloads/pieces.sh \
	tests/workloads/record.sh \
	tests/workloads/recording.sh \
	tests/workloads/results.sh \
	tests/workloads/advice-rules.sh \
	tests/workloads/causes.sh \
	tests/workloads/pairs.sh \
	tests/workloads/remedies.sh \
	tests/workloads/diff.sh \
	tests/workloads/save.sh \
	tests/workloads/split-gains.sh \
	tests/workloads/split.sh
TESTS += $(test_scripts)

all_tests = $(long_programs) $(long_scripts) $(test_programs) $(test_scripts) $(fuzz_programs)
# Scripts of tests/ that are no tests.
test_helpers = \
	tests/bench/bench.sh \
	tests/bench/classes.sh \
	tests/bench/never-slower.sh \
	tests/browser/reports.sh \
	tests/bench/sampling.sh \
	tests/bench/sweep.sh \
	tests/bench/threads.sh \
	tests/checks/sanitizer.sh \
	tests/count.sh \
	tests/fuzz/fuzz.sh \
	tests/helpers/pages.sh \
	tests/helpers/sample.sh \
	tests/helpers/tap.sh \
	tests/helpers/timed.sh \
	tests/run.sh

EXTRA_DIST += tests/sim/machine/draw.awk tests/sim/machine/launches.csv
EXTRA_DIST += $(test_helpers) tests/expected.csv tests/pages.csv tests/skips.csv $(long_scripts) $(test_scripts) \
	tests/bad \
	tests/bench/classes.csv \
	tests/bench/history.csv \
	tests/bench/measure.c \
	tests/bench/native.c \
	tests/checks \
	tests/data/features.cu \
	tests/data/features.cubin \
	tests/data/names.cu \
	tests/data/names.cubin \
	tests/data/occupancy.csv \
	tests/data/plot-study \
	tests/python/checks.py \
	tests/data/opcodes-by-program.csv \
	tests/golden \
	tests/helpers/carrier.cu \
	tests/helpers/carrier.cubin \
	tests/kernels/coverage.cu \
	tests/kernels/coverage.cubin \
	tests/kernels/faults.cu \
	tests/kernels/faults.cubin \
	tests/kernels/gather.csv \
	tests/kernels/gather.cu \
	tests/kernels/gather.cubin \
	tests/kernels/groups.csv \
	tests/kernels/groups.cu \
	tests/kernels/groups.cubin.gz \
	tests/kernels/prints-returns.csv \
	tests/kernels/prints.csv \
	tests/kernels/prints.cu \
	tests/kernels/prints.cubin \
	tests/kernels/strange.csv \
	tests/kernels/strange.cu \
	tests/kernels/strange.cubin \
	tests/kernels/structs.csv \
	tests/kernels/structs.cu \
	tests/kernels/structs.cubin \
	tests/kernels/unoptimised.cu \
	tests/kernels/unoptimised.cubin \
	tests/kernels/unknown.cu \
	tests/kernels/unknown.cubin \
	tests/workloads/record.cu \
	tests/workloads/pixels.py \
	tests/workloads/recording.py \
	tests/workloads/results.py
EXTRA_DIST += tests/browser/reports.py
