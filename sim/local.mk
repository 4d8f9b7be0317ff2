noinst_LIBRARIES += sim/libsimt.a

sim_libsimt_a_SOURCES = \
	sim/cache.c \
	sim/cache.h \
	sim/check-barriers.c \
	sim/check-init.c \
	sim/check-races.c \
	sim/checks.c \
	sim/checks.h \
	sim/context.h \
	sim/core.h \
	sim/csvfile.c \
	sim/csvfile.h \
	sim/events.h \
	sim/explain.c \
	sim/flow.c \
	sim/function.c \
	sim/functional.c \
	sim/gpu.c \
	sim/inspect.c \
	sim/inspect.h \
	sim/issue.c \
	sim/l2.c \
	sim/lsu.c \
	sim/machine.c \
	sim/machine.def \
	sim/machine.h \
	sim/map.c \
	sim/map.h \
	sim/memory.c \
	sim/memory.h \
	sim/occupancy.c \
	sim/occupancy.h \
	sim/policy-barrier.c \
	sim/policy-stack.c \
	sim/scoreboard.c \
	sim/shadow.c \
	sim/shadow.h \
	sim/simt.c \
	sim/simt.h \
	sim/simulate.h \
	sim/sm.c \
	sim/split.c \
	sim/stall.def \
	sim/stats.def \
	sim/stores.c \
	sim/tap.c \
	sim/tap.h

machinesdir = $(pkgdatadir)/machines
dist_machines_DATA = \
	sim/machines/h200.csv \
	sim/machines/tiny.csv

bin_PROGRAMS += simt-sim
simt_sim_SOURCES = \
	sim/main-command.c \
	sim/main-command.h \
	sim/main-simt-sim.c
simt_sim_LDADD = workloads/libworkloads.a $(simulator_libraries) $(JANSSON_LIBS)
