# simt-check: simulated against measured.
noinst_LIBRARIES += validate/libcheck.a
validate_libcheck_a_SOURCES = \
	validate/accuracy.c \
	validate/accuracy.h \
	validate/accuracy-plot.c \
	validate/accuracy-read.c \
	validate/accuracy-report.c \
	validate/check-compare.c \
	validate/check-files.c \
	validate/check-grid.c \
	validate/check-grid.h \
	validate/check-read.c \
	validate/check-report.c \
	validate/check-measured.h \
	validate/paper.c \
	validate/paper.h \
	validate/ranks.c \
	validate/ranks.h

cairo_libraries =
validate_libcheck_a_CPPFLAGS = $(AM_CPPFLAGS)
if HAVE_CAIRO
cairo_libraries += $(CAIRO_LIBS)
validate_libcheck_a_CPPFLAGS += -DHAVE_CAIRO
endif

bin_PROGRAMS += simt-check
simt_check_SOURCES = \
	validate/main-accuracy.c \
	validate/main-accuracy.h \
	validate/main-check-run.c \
	validate/main-check-run.h \
	validate/main-simt-check.c \
	sim/main-common.c \
	sim/main-common.h
simt_check_LDADD = validate/libcheck.a workloads/libworkloads.a $(simulator_libraries) $(cairo_libraries)

nobase_dist_pkgdata_DATA += validate/exempt.csv

# simt-fit: parameters from microbenchmarks. It alone links the GNU Scientific Library, and so its binary is under the GPL.
if HAVE_GSL
noinst_LIBRARIES += validate/libfit.a
validate_libfit_a_SOURCES = \
	validate/evaluate.c \
	validate/evaluate.h \
	validate/fit.c \
	validate/fit.h \
	validate/fit-series.c \
	validate/fit-series.h \
	validate/joint.c \
	validate/joint.h \
	validate/joint-list.c \
	validate/joint-list.h \
	validate/plan.c \
	validate/plan.h

bin_PROGRAMS += simt-fit
simt_fit_SOURCES = validate/main-simt-fit.c sim/main-common.c sim/main-common.h
simt_fit_LDADD = validate/libfit.a validate/libcheck.a workloads/libworkloads.a $(simulator_libraries) $(GSL_LIBS)
else
EXTRA_DIST += validate/evaluate.c validate/evaluate.h validate/fit.c validate/fit.h validate/fit-series.c \
	validate/fit-series.h validate/joint.c validate/joint.h \
	validate/joint-list.c validate/joint-list.h validate/main-simt-fit.c validate/plan.c validate/plan.h
endif

EXTRA_DIST += validate/data validate/papers
EXTRA_DIST += validate/fit.csv validate/accuracy-log.csv validate/heldout.csv validate/training.csv
EXTRA_DIST += validate/data

# The tables of doc/validation.md, again, in the source folder.
.PHONY: validation
validation: simt-check$(EXEEXT) simt-sim$(EXEEXT)
	srcdir=$(srcdir) builddir=. $(BASH_PROGRAM) $(srcdir)/tests/check-run.sh --update

# All pages whose tables and pictures are made from something new, again, in the source folder, and the hashes in tests/pages.csv.
.PHONY: pages
pages: validation
	srcdir=$(srcdir) builddir=. $(BASH_PROGRAM) $(srcdir)/tests/readme.sh --update

# What each technique gains, simulated, measured and published, on standard output.
EXTRA_DIST += validate/summary.sh
.PHONY: summary
summary: simt-sim$(EXEEXT) simt-check$(EXEEXT)
	@build=`pwd` && cd $(srcdir) && PATH="$$build:$$PATH" SIMT_DATADIR="$${SIMT_DATADIR-`pwd`/sim}" $(SHELL) validate/summary.sh

# simt-gpu: a workload on a real GPU. The CUDA driver is loaded at run time, so that this builds everywhere.
noinst_LIBRARIES += validate/libgpu.a
validate_libgpu_a_SOURCES = \
	validate/code.c \
	validate/code.h \
	validate/device.c \
	validate/device.h \
	validate/driver.def \
	validate/measured.c \
	validate/measured.h \
	validate/metrics.c \
	validate/metrics.h \
	validate/profile.c \
	validate/profile.h \
	validate/replay.c \
	validate/replay.h \
	validate/timeline.c \
	validate/timeline.h

bin_PROGRAMS += simt-gpu
simt_gpu_SOURCES = validate/main-simt-gpu.c sim/main-common.c sim/main-common.h
simt_gpu_LDADD = validate/libgpu.a workloads/libworkloads.a $(simulator_libraries) -ldl

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

# A machine file out of validate/data/MACHINE, again, in the source folder; some minutes.
EXTRA_DIST += validate/machine.sh validate/machine-table.sh validate/measure-fit.sh
MACHINE = h100
.PHONY: machine
machine: simt-fit$(EXEEXT)
	@build=`pwd` && cd $(srcdir) && BUILD="$$build" PATH="$$build:$$PATH" SIMT_DATADIR="$${SIMT_DATADIR-`pwd`/sim}" \
		$(BASH_PROGRAM) validate/machine.sh $(MACHINE)
