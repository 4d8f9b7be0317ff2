noinst_LIBRARIES += sim/libsimt.a

sim_libsimt_a_SOURCES = \
	sim/machine/equal-silicon.c \
	sim/machine/equal-silicon.def \
	sim/machine/gpcs.c \
	sim/machine/gpcs.h \
	sim/machine/knobs.c \
	sim/machine/fixed.def \
	sim/machine/knobs.def \
	sim/machine/knobs.h \
	sim/machine/machine-file.c \
	sim/machine/machine.c \
	sim/machine/machine.def \
	sim/machine/machine.h \
	sim/machine/parameters.c \
	sim/machine/parameters.h \
	sim/machine/rules.c \
	sim/machine/rules.def \
	sim/machine/rules.h \
	sim/core/account.c \
	sim/core/account.h \
	sim/core/block-barrier.c \
	sim/core/block-barrier.h \
	sim/core/block-room.c \
	sim/core/block-room.h \
	sim/core/cluster-barrier.c \
	sim/core/cluster-barrier.h \
	sim/core/code.h \
	sim/core/copy-groups.c \
	sim/core/copy-groups.h \
	sim/core/cycle.h \
	sim/core/execute.c \
	sim/core/execute.h \
	sim/core/fetch.c \
	sim/core/fetch.h \
	sim/core/issue-counts.c \
	sim/core/issue-counts.h \
	sim/core/issue-quick.h \
	sim/core/issue.c \
	sim/core/issue.h \
	sim/core/lane-set.h \
	sim/core/lg-queue.c \
	sim/core/lg-queue.h \
	sim/core/operand-ports.c \
	sim/core/operand-ports.h \
	sim/core/pipes.c \
	sim/core/pipes.h \
	sim/core/ready-slots.c \
	sim/core/ready-slots.h \
	sim/core/regroup.c \
	sim/core/regroup.h \
	sim/core/scoreboard.c \
	sim/core/scoreboard.h \
	sim/core/slot-choice.h \
	sim/core/slots.c \
	sim/core/slots.h \
	sim/core/sm-blocks.c \
	sim/core/sm-blocks.h \
	sim/core/sm-memory.c \
	sim/core/sm-memory.h \
	sim/core/sm-requests.c \
	sim/core/sm-requests.h \
	sim/core/sm.c \
	sim/core/sm.h \
	sim/core/subcore-step.c \
	sim/core/subcore-step.h \
	sim/core/subcore.h \
	sim/core/timing.c \
	sim/core/timing.h \
	sim/core/warp-scheduler.c \
	sim/core/warp-scheduler.h \
	sim/core/warp.c \
	sim/core/warp.h \
	sim/core/warpgroup.c \
	sim/core/warpgroup.h \
	sim/divergence/co-issue.c \
	sim/divergence/co-issue.h \
	sim/divergence/collective.c \
	sim/divergence/collective.h \
	sim/divergence/concurrent-splits.c \
	sim/divergence/concurrent-splits.h \
	sim/divergence/control-flow.c \
	sim/divergence/control-flow.h \
	sim/divergence/flow-unit.h \
	sim/divergence/ideal.c \
	sim/divergence/ideal.h \
	sim/divergence/indirect.c \
	sim/divergence/indirect.h \
	sim/divergence/policies.def \
	sim/divergence/policy-barrier.c \
	sim/divergence/policy-ideal.c \
	sim/divergence/policy-stack.c \
	sim/divergence/policy-state.h \
	sim/divergence/policy.h \
	sim/divergence/split-selection.c \
	sim/divergence/split-selection.h \
	sim/divergence/split.c \
	sim/divergence/split.h \
	sim/memory/access.c \
	sim/memory/access.h \
	sim/memory/address-map.c \
	sim/memory/address-map.h \
	sim/memory/async-copies.c \
	sim/memory/async-copies.h \
	sim/memory/atomic-units.c \
	sim/memory/atomic-units.h \
	sim/memory/backing-store.c \
	sim/memory/backing-store.h \
	sim/memory/banks.c \
	sim/memory/banks.h \
	sim/memory/bulk-copies.c \
	sim/memory/bulk-copies.h \
	sim/memory/cluster-memory.c \
	sim/memory/cluster-memory.h \
	sim/memory/cluster-port.c \
	sim/memory/cluster-port.h \
	sim/memory/coalesced.c \
	sim/memory/coalesced.h \
	sim/memory/coalescer.c \
	sim/memory/coalescer.h \
	sim/memory/cycle-order.c \
	sim/memory/cycle-order.h \
	sim/memory/data-path.c \
	sim/memory/data-path.h \
	sim/memory/dram.c \
	sim/memory/dram.h \
	sim/memory/effects.c \
	sim/memory/effects.h \
	sim/memory/hash.h \
	sim/memory/interconnect.c \
	sim/memory/interconnect.h \
	sim/memory/l1-lines.c \
	sim/memory/l1-lines.h \
	sim/memory/l1-queue.c \
	sim/memory/l1-queue.h \
	sim/memory/l1-state.h \
	sim/memory/l1-take.c \
	sim/memory/l1.c \
	sim/memory/l1.h \
	sim/memory/l2-bins.c \
	sim/memory/l2-bins.h \
	sim/memory/l2-steps.c \
	sim/memory/l2-steps.h \
	sim/memory/l2-tags.c \
	sim/memory/l2-tags.h \
	sim/memory/lane-atomics.c \
	sim/memory/lane-atomics.h \
	sim/memory/loads.c \
	sim/memory/loads.h \
	sim/memory/local.c \
	sim/memory/local.h \
	sim/memory/lsu-rows.c \
	sim/memory/lsu-rows.h \
	sim/memory/lsu-spaces.c \
	sim/memory/lsu-spaces.h \
	sim/memory/lsu-timing.c \
	sim/memory/lsu-timing.h \
	sim/memory/lsu-whole.c \
	sim/memory/lsu-whole.h \
	sim/memory/lsu.c \
	sim/memory/lsu.h \
	sim/memory/memory-clock.h \
	sim/memory/memory-port.c \
	sim/memory/memory-port.h \
	sim/memory/memory-system.c \
	sim/memory/memory-system.h \
	sim/memory/mshr.c \
	sim/memory/mshr.h \
	sim/memory/remote.h \
	sim/memory/request-order.c \
	sim/memory/request-order.h \
	sim/memory/server.h \
	sim/memory/speculation.c \
	sim/memory/speculation.h \
	sim/memory/stores.c \
	sim/memory/stores.h \
	sim/memory/tag-prefetch.h \
	sim/memory/tag-store.c \
	sim/memory/tag-store.h \
	sim/memory/tensor-copies.c \
	sim/memory/tensor-copies.h \
	sim/memory/touch.c \
	sim/memory/touch.h \
	sim/memory/transaction-bytes.c \
	sim/memory/transaction-bytes.h \
	sim/memory/write-combining.c \
	sim/memory/write-combining.h \
	sim/dispatch/block-schedulers.def \
	sim/dispatch/blocks-leftover.c \
	sim/dispatch/blocks-round-robin.c \
	sim/dispatch/blocks-spatial.c \
	sim/dispatch/cluster-window.c \
	sim/dispatch/cluster-window.h \
	sim/dispatch/cluster.c \
	sim/dispatch/cluster.h \
	sim/dispatch/launches.c \
	sim/dispatch/launches.h \
	sim/dispatch/occupancy.c \
	sim/dispatch/occupancy.h \
	sim/dispatch/placement-cluster.c \
	sim/dispatch/placement-cluster.h \
	sim/dispatch/placement-gpc.c \
	sim/dispatch/placement.c \
	sim/dispatch/placement.h \
	sim/dispatch/streams.c \
	sim/dispatch/streams.h \
	sim/runtime/context.h \
	sim/runtime/device-calls.c \
	sim/runtime/device-calls.h \
	sim/runtime/function.c \
	sim/runtime/function.h \
	sim/runtime/functional-steps.c \
	sim/runtime/functional-steps.h \
	sim/runtime/functional.c \
	sim/runtime/functional.h \
	sim/runtime/gpu.c \
	sim/runtime/matrix-clock.c \
	sim/runtime/matrix-clock.h \
	sim/runtime/gpu.h \
	sim/runtime/heap.c \
	sim/runtime/heap.h \
	sim/runtime/inspect-template.c \
	sim/runtime/inspect.c \
	sim/runtime/inspect.h \
	sim/runtime/jobs.c \
	sim/runtime/jobs.h \
	sim/runtime/modules.c \
	sim/runtime/modules.h \
	sim/runtime/own-lines.c \
	sim/runtime/simt-launch.c \
	sim/runtime/alike.c \
	sim/runtime/alike.h \
	sim/runtime/mixes.c \
	sim/runtime/mixes.h \
	sim/runtime/passing.c \
	sim/runtime/passing.h \
	sim/runtime/rates.c \
	sim/runtime/rates.h \
	sim/runtime/sampler.h \
	sim/runtime/sampling.c \
	sim/runtime/sampling.h \
	sim/runtime/simt-machine.h \
	sim/runtime/simt-code.h \
	sim/runtime/simt-sampling.h \
	sim/runtime/simt-memory.c \
	sim/runtime/simt-regroup.c \
	sim/runtime/side-by-side.c \
	sim/runtime/side-by-side.h \
	sim/runtime/simt.c \
	sim/runtime/simt.h \
	sim/runtime/stall.def \
	sim/runtime/stats.c \
	sim/runtime/stats.def \
	sim/runtime/tap.h \
	sim/runtime/uncertainty.c \
	sim/runtime/uncertainty.h \
	sim/runtime/unsupported.c \
	sim/runtime/unsupported.h \
	sim/observe/check-barriers.c \
	sim/observe/check-hazards.c \
	sim/observe/check-init.c \
	sim/observe/check-races.c \
	sim/observe/checks.c \
	sim/observe/checks.h \
	sim/observe/explain.c \
	sim/observe/explain.h \
	sim/observe/fault.c \
	sim/observe/fault.h \
	sim/observe/findings.c \
	sim/observe/findings.h \
	sim/observe/fixed-results.c \
	sim/observe/fixed-results.h \
	sim/observe/hazard-steps.c \
	sim/observe/hazard-steps.h \
	sim/observe/open-registers.c \
	sim/observe/open-registers.h \
	sim/observe/race-accesses.c \
	sim/observe/race-order.c \
	sim/observe/races.h \
	sim/observe/shadow-rows.c \
	sim/observe/shadow-rows.h \
	sim/observe/shadow.c \
	sim/observe/shadow.h \
	sim/observe/tap-counts.c \
	sim/observe/tap.c \
	sim/observe/tap.h
machinesdir = $(pkgdatadir)/machines
dist_machines_DATA = \
	sim/machines/h100.csv \
	sim/machines/h200.csv \
	sim/machines/tiny.csv
errorsdir = $(pkgdatadir)/errors
dist_errors_DATA = sim/errors/h200.csv

# libsimt: the header and what it includes; a shared library and a static one, made of the same objects, that show simt_* alone.
simtincludedir = $(includedir)/simt
simtinclude_HEADERS = base/error.h sim/runtime/simt.h sim/runtime/simt-code.h sim/runtime/simt-machine.h sim/runtime/simt-sampling.h sim/runtime/stall.def sim/runtime/stats.def sim/runtime/tap.h
pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = sim/libsimt.pc
simtlibdir = $(libdir)
simtlib_DATA = libsimt.a libsimt.so.0
simt_parts = sim/libsimt.a isa/libisa.a isa/libexec.a base/libbase.a
CLEANFILES += libsimt.a libsimt.so.0 libsimt.o

libsimt.so.0: $(simt_parts)
	$(AM_V_CCLD)$(CC) $(SIMT_CFLAGS) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$@ -o $@ \
		-Wl,--whole-archive $(simt_parts) -Wl,--no-whole-archive $(LIBCSV_LIBS) $(LIBELF_LIBS) \
		-Wl,--exclude-libs,libiberty.a $(LIBIBERTY_LIBS) $(ZLIB_LIBS) $(LIBS)

libsimt.a: $(simt_parts)
	$(AM_V_AR)$(CC) -r -nostdlib -o libsimt.o -Wl,--whole-archive $(simt_parts) -Wl,--no-whole-archive && \
		$(OBJCOPY) --localize-hidden libsimt.o && rm -f $@ && $(AR) $(ARFLAGS) $@ libsimt.o && $(RANLIB) $@

install-data-hook: install-libsimt-link install-completions
uninstall-hook: uninstall-libsimt-link uninstall-completions
.PHONY: install-libsimt-link uninstall-libsimt-link
install-libsimt-link:
	cd '$(DESTDIR)$(libdir)' && rm -f libsimt.so && $(LN_S) libsimt.so.0 libsimt.so
	@case '$(DESTDIR)$(libdir)' in \
	/lib/* | /usr/lib | /usr/lib/* | /usr/local/lib) ldconfig 2> /dev/null || echo "libsimt is in $(libdir): as root run ldconfig, so that programs find it" ;; \
	*) echo "libsimt is in $(libdir): for programs that use it, PKG_CONFIG_PATH=$(libdir)/pkgconfig" ;; \
	esac
uninstall-libsimt-link:
	rm -f '$(DESTDIR)$(libdir)/libsimt.so'

# Where configure has run again the flags may be others.
$(base_libbase_a_OBJECTS) $(sim_libsimt_a_OBJECTS) $(isa_libisa_a_OBJECTS) $(isa_libexec_a_OBJECTS): config.status
