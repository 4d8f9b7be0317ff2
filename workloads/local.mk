noinst_LIBRARIES += workloads/libworkloads.a

workloads_libworkloads_a_SOURCES = \
	workloads/advice.c \
	workloads/advice.def \
	workloads/advice.h \
	workloads/arena.c \
	workloads/arena.h \
	workloads/args.c \
	workloads/cases.c \
	workloads/check.c \
	workloads/check.h \
	workloads/columns.def \
	workloads/derived.def \
	workloads/details.def \
	workloads/element.c \
	workloads/element.h \
	workloads/expand.c \
	workloads/expects.c \
	workloads/expr.c \
	workloads/expr.h \
	workloads/generate.c \
	workloads/generate.h \
	workloads/kept.c \
	workloads/kept.h \
	workloads/keys.c \
	workloads/keys.h \
	workloads/lanes.c \
	workloads/lanes.h \
	workloads/normal.def \
	workloads/paths.c \
	workloads/paths.h \
	workloads/placed.c \
	workloads/placed.h \
	workloads/reader.h \
	workloads/report-advice.c \
	workloads/report-details.c \
	workloads/report-json.c \
	workloads/report-roots.c \
	workloads/report-text.c \
	workloads/report-text.h \
	workloads/report.c \
	workloads/report.h \
	workloads/root-list.c \
	workloads/root-list.h \
	workloads/roots.c \
	workloads/roots.h \
	workloads/run.c \
	workloads/run.h \
	workloads/states.c \
	workloads/states.h \
	workloads/trials.c \
	workloads/trials.h \
	workloads/values.c \
	workloads/values.h \
	workloads/workload.c \
	workloads/workload.h

nobase_dist_pkgdata_DATA += \
	workloads/MANIFEST.csv \
	workloads/alternating-loop/README.md \
	workloads/alternating-loop/alternating-loop.csv \
	workloads/alternating-loop/alternating-loop.cu \
	workloads/alternating-loop/alternating-loop.cubin \
	workloads/branch-patterns/README.md \
	workloads/branch-patterns/make-ways.py \
	workloads/branch-patterns/branch-patterns.csv \
	workloads/branch-patterns/branch-patterns.cu \
	workloads/branch-patterns/branch-patterns.cubin \
	workloads/branch-patterns/ways.csv \
	workloads/concurrent/README.md \
	workloads/concurrent/concurrent.csv \
	workloads/concurrent/concurrent.cu \
	workloads/concurrent/concurrent.cubin \
	workloads/dynamic-work/README.md \
	workloads/dynamic-work/dynamic-work.csv \
	workloads/dynamic-work/dynamic-work.cu \
	workloads/dynamic-work/dynamic-work.cubin \
	workloads/dynamic-work/latch.cu \
	workloads/dynamic-work/latch.cubin \
	workloads/dynamic-work/one-warp.csv \
	workloads/fixed-array/README.md \
	workloads/fixed-array/fixed-array.csv \
	workloads/fixed-array/fixed-array.cu \
	workloads/fixed-array/fixed-array.cubin \
	workloads/half-warp/README.md \
	workloads/half-warp/half-warp.csv \
	workloads/half-warp/half-warp.cu \
	workloads/half-warp/half-warp.cubin \
	workloads/heldout/README.md \
	workloads/heldout/atomics.cu \
	workloads/heldout/atomics.cubin \
	workloads/heldout/graph.cu \
	workloads/heldout/graph.cubin \
	workloads/heldout/grid.cu \
	workloads/heldout/grid.cubin \
	workloads/heldout/heldout.csv \
	workloads/heldout/integer.cu \
	workloads/heldout/integer.cubin \
	workloads/heldout/math.cu \
	workloads/heldout/math.cubin \
	workloads/heldout/sort.cu \
	workloads/heldout/sort.cubin \
	workloads/heldout/text.cu \
	workloads/heldout/text.cubin \
	workloads/local/README.md \
	workloads/local/local.csv \
	workloads/local/local.cu \
	workloads/local/local.cubin \
	workloads/memory/README.md \
	workloads/memory/lanes.csv \
	workloads/memory/patterns.csv \
	workloads/memory/patterns.cu \
	workloads/memory/patterns.cubin \
	workloads/micro/README.md \
	workloads/micro/make-placed.py \
	workloads/micro/control.cu \
	workloads/micro/control.cubin \
	workloads/micro/fetch.cu \
	workloads/micro/fetch.cubin \
	workloads/micro/lsu.cu \
	workloads/micro/lsu.cubin \
	workloads/micro/micro.csv \
	workloads/micro/pipes.cu \
	workloads/micro/pipes.cubin \
	workloads/micro/placed.csv \
	workloads/micro/placed.cubin \
	workloads/micro/placed.txt \
	workloads/micro/ports.csv \
	workloads/micro/ports.cubin \
	workloads/micro/ports.txt \
	workloads/micro/queues.csv \
	workloads/micro/queues.cubin \
	workloads/micro/queues.txt \
	workloads/micro/scheduler.csv \
	workloads/micro/scheduler.cu \
	workloads/micro/scheduler.cubin \
	workloads/micro/storage.cu \
	workloads/micro/storage.cubin \
	workloads/micro/traffic.csv \
	workloads/micro/traffic.cu \
	workloads/micro/traffic.cubin \
	workloads/path-unification/README.md \
	workloads/path-unification/lane-use.awk \
	workloads/path-unification/path-unification.csv \
	workloads/path-unification/path-unification.cu \
	workloads/path-unification/path-unification.cubin \
	workloads/placement/README.md \
	workloads/placement/clusters.csv \
	workloads/placement/clusters.cu \
	workloads/placement/clusters.cubin \
	workloads/placement/lasts.csv \
	workloads/placement/parts.csv \
	workloads/placement/placement.csv \
	workloads/placement/placement.cu \
	workloads/placement/placement.cubin \
	workloads/probes/make-placed.py \
	workloads/probes/make-random.py \
	workloads/probes/math.csv \
	workloads/probes/math.cu \
	workloads/probes/math.cubin \
	workloads/probes/memory.csv \
	workloads/probes/memory.cu \
	workloads/probes/memory.cubin \
	workloads/probes/paths.csv \
	workloads/probes/paths.cu \
	workloads/probes/paths.cubin \
	workloads/probes/placed.csv \
	workloads/probes/placed.cubin \
	workloads/probes/placed.txt \
	workloads/probes/probes.csv \
	workloads/probes/probes.cu \
	workloads/probes/probes.cubin \
	workloads/probes/random.csv \
	workloads/probes/random.cu \
	workloads/probes/random.cubin \
	workloads/probes/unseen.csv \
	workloads/probes/unseen.cu \
	workloads/probes/unseen.cubin \
	workloads/reductions/README.md \
	workloads/reductions/reductions.csv \
	workloads/reductions/reductions.cu \
	workloads/reductions/reductions.cubin \
	workloads/tiled-matmul/README.md \
	workloads/tiled-matmul/counts.awk \
	workloads/tiled-matmul/divergent.awk \
	workloads/tiled-matmul/tiled-matmul.csv \
	workloads/tiled-matmul/tiled-matmul.cu \
	workloads/tiled-matmul/tiled-matmul.cubin \
	workloads/vecadd/README.md \
	workloads/vecadd/vecadd.csv \
	workloads/vecadd/vecadd.cu \
	workloads/vecadd/vecadd.cubin

EXTRA_DIST += workloads/make-cubins.sh

# Tables of Markdown out of results.
nobase_dist_pkgdata_DATA += workloads/tabulate.awk

# Machine code is part of the source, so that nobody needs a CUDA toolkit. This remakes it, in the source folder, with the same bytes
# on every machine that has the toolkit named in MANIFEST.csv.
cubin_inputs = \
	workloads/alternating-loop/alternating-loop.cu \
	workloads/branch-patterns/branch-patterns.cu \
	workloads/concurrent/concurrent.cu \
	workloads/dynamic-work/dynamic-work.cu \
	workloads/dynamic-work/latch.cu \
	workloads/fixed-array/fixed-array.cu \
	workloads/half-warp/half-warp.cu \
	workloads/heldout/atomics.cu \
	workloads/heldout/graph.cu \
	workloads/heldout/grid.cu \
	workloads/heldout/integer.cu \
	workloads/heldout/math.cu \
	workloads/heldout/sort.cu \
	workloads/heldout/text.cu \
	workloads/local/local.cu \
	workloads/memory/patterns.cu \
	workloads/micro/control.cu \
	workloads/micro/fetch.cu \
	workloads/micro/lsu.cu \
	workloads/micro/pipes.cu \
	workloads/micro/scheduler.cu \
	workloads/micro/storage.cu \
	workloads/micro/traffic.cu \
	workloads/path-unification/path-unification.cu \
	workloads/placement/clusters.cu \
	workloads/placement/placement.cu \
	workloads/probes/math.cu \
	workloads/probes/memory.cu \
	workloads/probes/paths.cu \
	workloads/probes/probes.cu \
	workloads/probes/random.cu \
	workloads/probes/unseen.cu \
	workloads/reductions/reductions.cu \
	workloads/tiled-matmul/tiled-matmul.cu \
	workloads/vecadd/vecadd.cu \
	tests/bad/sm_80.cu \
	tests/carrier.cu \
	tests/checks/ordered.cu \
	tests/checks/planted.cu \
	tests/coverage.cu \
	tests/data/features.cu \
	tests/faults.cu

placed_kernels = workloads/micro/placed.txt workloads/micro/ports.txt workloads/micro/queues.txt workloads/probes/placed.txt

.PHONY: cubins
if HAVE_NVCC
cubins:
	cd $(srcdir) && NVCC='$(NVCC)' PTXAS='$(PTXAS)' $(SHELL) workloads/make-cubins.sh $(cubin_inputs) $(placed_kernels)
else
cubins:
	@echo "make cubins: nvcc and ptxas of CUDA 13 are needed; configure found none (--with-cuda=DIR)" >&2; exit 1
endif
