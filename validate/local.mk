# What simt-check does: simulated against measured.
noinst_LIBRARIES += validate/libcheck.a
validate_libcheck_a_SOURCES = \
	validate/accuracy/accuracy.c \
	validate/accuracy/accuracy.h \
	validate/accuracy/accuracy-plot.c \
	validate/accuracy/accuracy-read.c \
	validate/accuracy/accuracy-report.c \
	validate/accuracy/interval-table.c \
	validate/accuracy/interval-table.h \
	validate/check/check-compare.c \
	validate/check/check-files.c \
	validate/check/check-grid.c \
	validate/check/check-grid.h \
	validate/check/check-read.c \
	validate/check/check-report.c \
	validate/check/check-measured.h \
	validate/check/paper.c \
	validate/check/paper.h \
	validate/check/ranks.c \
	validate/check/ranks.h

validate_libcheck_a_CPPFLAGS = $(AM_CPPFLAGS) $(cairo_flags)

nobase_dist_pkgdata_DATA += validate/exempt.csv

# What simt-fit does: parameters from microbenchmarks. It and simt-sweep link the GNU Scientific Library, and so their binaries are under the GPL.
if HAVE_GSL
noinst_LIBRARIES += validate/libfit.a
validate_libfit_a_SOURCES = \
	validate/fit/evaluate.c \
	validate/fit/evaluate.h \
	validate/fit/fit.c \
	validate/fit/fit.h \
	validate/fit/fit-series.c \
	validate/fit/fit-series.h \
	validate/fit/robust-fit.c \
	validate/fit/robust-fit.h \
	validate/fit/robust-list.c \
	validate/fit/robust-list.h \
	validate/fit/plan.c \
	validate/fit/plan.h

else
EXTRA_DIST += validate/fit/evaluate.c validate/fit/evaluate.h validate/fit/fit.c validate/fit/fit.h validate/fit/fit-series.c \
	validate/fit/fit-series.h validate/fit/robust-fit.c validate/fit/robust-fit.h \
	validate/fit/robust-list.c validate/fit/robust-list.h validate/fit/plan.c validate/fit/plan.h
endif

EXTRA_DIST += validate/data validate/papers
EXTRA_DIST += validate/clocks.cu validate/declared-predicted.csv validate/fit.csv validate/accuracy-log.csv validate/heldout.csv validate/operators.csv validate/training.csv
EXTRA_DIST += validate/data

# The tables of doc/validation.md, again, in the source folder.
.PHONY: validation
validation: simt-check$(EXEEXT) simt-sim$(EXEEXT)
	srcdir=$(srcdir) builddir=. $(BASH_PROGRAM) $(srcdir)/tests/validate/check-run.sh --update

# All pages whose tables and pictures are made from something new, again, in the source folder, and the hashes in tests/pages.csv.
.PHONY: pages
pages: validation
	srcdir=$(srcdir) builddir=. $(BASH_PROGRAM) $(srcdir)/tests/readme.sh --update

# What each technique gains, simulated, measured and published, on standard output.
EXTRA_DIST += validate/summary.sh
.PHONY: summary
summary: simt-sim$(EXEEXT) simt-check$(EXEEXT)
	@build=`pwd` && cd $(srcdir) && PATH="$$build:$$PATH" SIMT_DATADIR="$${SIMT_DATADIR-`pwd`/sim}" $(SHELL) validate/summary.sh

# What simt-gpu does: a workload on a real GPU. The CUDA driver is loaded at run time, so that this builds everywhere.
noinst_LIBRARIES += validate/libgpu.a
validate_libgpu_a_SOURCES = \
	validate/gpu/code.c \
	validate/gpu/code.h \
	validate/gpu/device.c \
	validate/gpu/device.h \
	validate/gpu/driver.def \
	validate/gpu/measured.c \
	validate/gpu/measured.h \
	validate/gpu/metrics.c \
	validate/gpu/metrics.h \
	validate/gpu/profile.c \
	validate/gpu/profile.h \
	validate/gpu/replay.c \
	validate/gpu/replay.h \
	validate/gpu/timeline.c \
	validate/gpu/timeline.h

EXTRA_DIST += validate/measure.sh validate/placement.sh validate/placement-launches.sh validate/placement-table.sh validate/placement-beside.sh validate/gpcs.sh validate/overlap.sh validate/split-gains.sh

# The measurements of the shipped workloads, again, in validate/data/ of the source folder; on a machine with an NVIDIA GPU and ncu.
.PHONY: measure
measure: simt-gpu$(EXEEXT)
	gpu=`pwd`/simt-gpu$(EXEEXT) && cd $(srcdir) && $(SHELL) validate/measure.sh "$$gpu"

# How far simulated cycles are from measured ones: ACCURACY=quick (the default, about a minute), full or long, and a set after it.
EXTRA_DIST += validate/accuracy.sh
.PHONY: accuracy
accuracy: simt-sim$(EXEEXT) simt-check$(EXEEXT)
	@build=`pwd` && export ACCURACY_FOLDER="$${ACCURACY_FOLDER-$$build/accuracy.results}" && cd $(srcdir) && \
		PATH="$$build:$$PATH" SIMT_DATADIR="$${SIMT_DATADIR-`pwd`/sim}" $(BASH_PROGRAM) validate/accuracy.sh $(ACCURACY)

# The table that intervals of cycles come from, again, in the source folder: make intervals RODINIA=FOLDER HECBENCH=FOLDER; an hour.
EXTRA_DIST += validate/intervals.sh
.PHONY: intervals
intervals: simt-sim$(EXEEXT) simt-check$(EXEEXT)
	@build=`pwd` && export INTERVALS_FOLDER="$${INTERVALS_FOLDER-$$build/intervals.results}" && cd $(srcdir) && \
		PATH="$$build:$$PATH" SIMT_DATADIR="$${SIMT_DATADIR-`pwd`/sim}" $(BASH_PROGRAM) validate/intervals.sh "$(RODINIA)" "$(HECBENCH)"

# A machine file out of validate/data/MACHINE, again, in the source folder; some minutes.
EXTRA_DIST += validate/machine.sh validate/machine-table.sh validate/measure-fit.sh
MACHINE = h100
.PHONY: machine
machine: simt-fit$(EXEEXT)
	@build=`pwd` && cd $(srcdir) && BUILD="$$build" PATH="$$build:$$PATH" SIMT_DATADIR="$${SIMT_DATADIR-`pwd`/sim}" \
		$(BASH_PROGRAM) validate/machine.sh $(MACHINE)
