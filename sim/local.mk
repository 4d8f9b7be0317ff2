noinst_LIBRARIES += sim/libsimt.a

sim_libsimt_a_SOURCES = \
	sim/access.h \
	sim/atomics.c \
	sim/atomics.h \
	sim/banks.c \
	sim/block-schedulers.def \
	sim/blocks-leftover.c \
	sim/blocks-round-robin.c \
	sim/blocks-spatial.c \
	sim/cache.c \
	sim/cache.h \
	sim/calls.c \
	sim/check-barriers.c \
	sim/check-hazards.c \
	sim/check-init.c \
	sim/check-races.c \
	sim/checks.c \
	sim/checks.h \
	sim/context.h \
	sim/coalesced.c \
	sim/cluster.c \
	sim/cluster.h \
	sim/collective.c \
	sim/collective.h \
	sim/code.h \
	sim/placement-cluster.c \
	sim/remote.c \
	sim/bulk.c \
	sim/copies.c \
	sim/core.h \
	sim/csvfile.c \
	sim/csvfile.h \
	sim/dram.c \
	sim/dram.h \
	sim/events.h \
	sim/explain.c \
	sim/fetch.c \
	sim/fetch.h \
	sim/flow.c \
	sim/function.c \
	sim/functional.c \
	sim/gpu.c \
	sim/groups.c \
	sim/groups.h \
	sim/halves.c \
	sim/halves.h \
	sim/heap.c \
	sim/ideal.c \
	sim/ideal.h \
	sim/inspect.c \
	sim/inspect.h \
	sim/issue.c \
	sim/joins.c \
	sim/joins.h \
	sim/l1.c \
	sim/l1.h \
	sim/l2.c \
	sim/lane-set.h \
	sim/lane-atomics.c \
	sim/launches.c \
	sim/launches.h \
	sim/local.c \
	sim/lsu.c \
	sim/lsu-time.c \
	sim/machine.c \
	sim/machine.def \
	sim/machine.h \
	sim/map.c \
	sim/map.h \
	sim/memory.c \
	sim/memory.h \
	sim/modules.c \
	sim/nearest.c \
	sim/nearest.h \
	sim/mshr.c \
	sim/mshr.h \
	sim/occupancy.c \
	sim/occupancy.h \
	sim/paths.c \
	sim/paths.h \
	sim/placement-gpc.c \
	sim/placement.c \
	sim/policies.def \
	sim/policy-barrier.c \
	sim/policy-ideal.c \
	sim/policy-stack.c \
	sim/ports.c \
	sim/regroup.c \
	sim/regroup.h \
	sim/result-file.c \
	sim/result-file.h \
	sim/scoreboard.c \
	sim/several.c \
	sim/several.h \
	sim/shadow.c \
	sim/shadow.h \
	sim/server.h \
	sim/simt.c \
	sim/simt.h \
	sim/simt-launch.c \
	sim/simulate.h \
	sim/slices.c \
	sim/slices.h \
	sim/sm.c \
	sim/sm-blocks.c \
	sim/split.c \
	sim/stall.def \
	sim/stats.def \
	sim/stores.c \
	sim/streams.c \
	sim/tap.c \
	sim/tap.h \
	sim/timing.c \
	sim/warp-scheduler.c \
	sim/warp.h \
	sim/ways.c \
	sim/ways.h \
	sim/wholefile.c \
	sim/wholefile.h

machinesdir = $(pkgdatadir)/machines
dist_machines_DATA = \
	sim/machines/h100.csv \
	sim/machines/h200.csv \
	sim/machines/tiny.csv

bin_PROGRAMS += simt-sim
simt_sim_SOURCES = \
	sim/main-command.c \
	sim/main-command.h \
	sim/options.def \
	sim/main-common.c \
	sim/main-common.h \
	sim/main-simt-sim.c
simt_sim_LDADD = workloads/libworkloads.a $(simulator_libraries) $(JANSSON_LIBS)

# libsimt: the header and what it includes; a shared library and a static one, made of the same objects, that show simt_* alone.
simtincludedir = $(includedir)/simt
simtinclude_HEADERS = isa/error.h sim/simt.h sim/stall.def sim/stats.def sim/tap.h
pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = sim/libsimt.pc
simtlibdir = $(libdir)
simtlib_DATA = libsimt.a libsimt.so.0
simt_parts = sim/libsimt.a isa/libisa.a isa/libexec.a
CLEANFILES += libsimt.a libsimt.so.0 libsimt.o

libsimt.so.0: $(simt_parts)
	$(AM_V_CCLD)$(CC) $(SIMT_CFLAGS) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$@ -o $@ \
		-Wl,--whole-archive $(simt_parts) -Wl,--no-whole-archive $(LIBCSV_LIBS) $(LIBELF_LIBS) $(ZLIB_LIBS) $(LIBS)

libsimt.a: $(simt_parts)
	$(AM_V_AR)$(CC) -r -nostdlib -o libsimt.o -Wl,--whole-archive $(simt_parts) -Wl,--no-whole-archive && \
		$(OBJCOPY) --localize-hidden libsimt.o && rm -f $@ && $(AR) $(ARFLAGS) $@ libsimt.o && $(RANLIB) $@

install-data-hook: install-libsimt-link
uninstall-hook: uninstall-libsimt-link
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
$(sim_libsimt_a_OBJECTS) $(isa_libisa_a_OBJECTS) $(isa_libexec_a_OBJECTS): config.status
