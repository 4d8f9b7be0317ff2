# The programs: command lines, and which libraries each uses.
# Of programs that run workloads on a machine of the user's choice; of those that also say why it takes as long.
run_sources = \
	programs/common.c \
	programs/common.h \
	programs/machine-options.c \
	programs/machine-options.def \
	programs/machine-options.h \
	programs/progress.c \
	programs/progress.h
experiment_sources = \
	$(run_sources) \
	programs/again.c \
	programs/again.h \
	programs/remarks.c \
	programs/remarks.h

bin_PROGRAMS += simt-sim
simt_sim_SOURCES = \
	$(experiment_sources) \
	programs/machine-parameter.c \
	programs/machine-parameter.h \
	programs/simt-sim-command.c \
	programs/simt-sim-command.h \
	programs/simt-sim-options.def \
	programs/simt-sim.c
simt_sim_LDADD = workloads/libworkloads.a $(simulator_libraries) $(JANSSON_LIBS)

bin_PROGRAMS += simt-why
simt_why_SOURCES = $(experiment_sources) programs/simt-why.c
simt_why_LDADD = workloads/libworkloads.a $(simulator_libraries) $(JANSSON_LIBS)

bin_PROGRAMS += simt-diff
simt_diff_SOURCES = $(run_sources) programs/simt-diff.c
simt_diff_LDADD = workloads/libworkloads.a $(simulator_libraries) $(JANSSON_LIBS)

bin_PROGRAMS += simt-plot
simt_plot_SOURCES = programs/common.c programs/common.h programs/plot-recording.c programs/plot-recording.h programs/simt-plot.c
simt_plot_LDADD = workloads/libworkloads.a $(simulator_libraries)

bin_PROGRAMS += simt-check
simt_check_SOURCES = \
	programs/check-accuracy.c \
	programs/check-accuracy.h \
	programs/check-run.c \
	programs/check-run.h \
	programs/common.c \
	programs/common.h \
	programs/simt-check.c
simt_check_LDADD = validate/libcheck.a workloads/libworkloads.a $(simulator_libraries) $(cairo_libraries)

if HAVE_GSL
bin_PROGRAMS += simt-sweep
simt_sweep_SOURCES = $(run_sources) programs/simt-sweep-options.def programs/simt-sweep.c
simt_sweep_LDADD = workloads/libsweep.a workloads/libworkloads.a $(simulator_libraries) $(GSL_LIBS)

bin_PROGRAMS += simt-fit
simt_fit_SOURCES = programs/common.c programs/common.h programs/simt-fit.c
simt_fit_LDADD = validate/libfit.a validate/libcheck.a workloads/libworkloads.a $(simulator_libraries) $(GSL_LIBS)
else
EXTRA_DIST += programs/simt-fit.c programs/simt-sweep-options.def programs/simt-sweep.c
endif

bin_PROGRAMS += simt-gpu
simt_gpu_SOURCES = programs/common.c programs/common.h programs/simt-gpu.c
simt_gpu_LDADD = validate/libgpu.a workloads/libworkloads.a $(simulator_libraries) -ldl
