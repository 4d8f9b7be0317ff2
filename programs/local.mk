# The programs: command lines, and which libraries each uses.
# Of all programs; of those that run workloads on a machine of the user's choice; of those that also say why it takes as long.
common_sources = \
	programs/common.c \
	programs/common.h \
	programs/complete.c \
	programs/complete.h \
	programs/machine-options.def
run_sources = \
	$(common_sources) \
	programs/machine-options.c \
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
simt_plot_SOURCES = $(common_sources) programs/plot-recording.c programs/plot-recording.h \
	programs/plot-report.c programs/plot-report.h programs/simt-plot.c
simt_plot_LDADD = workloads/libcanvas.a workloads/libworkloads.a $(simulator_libraries) $(JANSSON_LIBS) $(cairo_libraries)

bin_PROGRAMS += simt-check
simt_check_SOURCES = \
	programs/check-accuracy.c \
	programs/check-accuracy.h \
	programs/check-run.c \
	programs/check-run.h \
	$(common_sources) \
	programs/progress.c \
	programs/progress.h \
	programs/simt-check.c
simt_check_LDADD = validate/libcheck.a workloads/libworkloads.a $(simulator_libraries) $(cairo_libraries)

if HAVE_GSL
bin_PROGRAMS += simt-sweep
simt_sweep_SOURCES = $(run_sources) programs/simt-sweep-options.def programs/simt-sweep.c \
	programs/sweep-studies.c programs/sweep-studies.h programs/sweep-tasks.c programs/sweep-tasks.h
simt_sweep_LDADD = workloads/libsweep.a workloads/libworkloads.a $(simulator_libraries) $(GSL_LIBS)

bin_PROGRAMS += simt-fit
simt_fit_SOURCES = $(common_sources) programs/simt-fit.c
simt_fit_LDADD = validate/libfit.a validate/libcheck.a workloads/libworkloads.a $(simulator_libraries) $(GSL_LIBS)
else
EXTRA_DIST += programs/simt-fit.c programs/simt-sweep-options.def programs/simt-sweep.c programs/sweep-studies.c programs/sweep-studies.h \
	programs/sweep-tasks.c programs/sweep-tasks.h
endif

bin_PROGRAMS += simt-gpu
simt_gpu_SOURCES = $(common_sources) programs/simt-gpu.c
simt_gpu_LDADD = validate/libgpu.a workloads/libworkloads.a $(simulator_libraries) -ldl

# Words for shells: bash looks for a file of the command's name.
EXTRA_DIST += programs/completion/simt.bash programs/completion/_simt
bash_completions = $(datadir)/bash-completion/completions
zsh_completions = $(datadir)/zsh/site-functions
.PHONY: install-completions uninstall-completions
install-completions:
	$(MKDIR_P) "$(DESTDIR)$(bash_completions)" "$(DESTDIR)$(zsh_completions)"
	for name in $(bin_PROGRAMS); do $(INSTALL_DATA) $(top_srcdir)/programs/completion/simt.bash "$(DESTDIR)$(bash_completions)/$$name" || exit 1; done
	$(INSTALL_DATA) $(top_srcdir)/programs/completion/_simt "$(DESTDIR)$(zsh_completions)/_simt"
uninstall-completions:
	for name in $(bin_PROGRAMS); do rm -f "$(DESTDIR)$(bash_completions)/$$name" || exit 1; done
	rm -f "$(DESTDIR)$(zsh_completions)/_simt"
