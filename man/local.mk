# Manual pages. Those that end in .in have tables made from the .def files.
man_tables = man/tables.awk
man_made = man/simt-machine.5 man/simt-results.5 man/workload.csv.5
man_definitions = sim/machine/machine.def sim/runtime/stall.def sim/runtime/stats.def workloads/analysis/advice.def workloads/analysis/bound.def workloads/reader/columns.def workloads/analysis/derived.def workloads/analysis/split.def
dist_man_MANS = man/simt-check.1 man/simt-diff.1 man/simt-fit.1 man/simt-gpu.1 man/simt-plot.1 man/simt-record.5 man/simt-sim.1 man/simt-sweep.1 man/simt-why.1
nodist_man_MANS = $(man_made)
CLEANFILES += $(man_made)
EXTRA_DIST += $(man_tables) man/simt-machine.5.in man/simt-results.5.in man/workload.csv.5.in

$(man_made): $(man_tables) $(man_definitions)
	@$(MKDIR_P) man
	$(AM_V_GEN)$(AWK) -v folder='$(srcdir)' -f $(srcdir)/$(man_tables) $(srcdir)/$@.in > $@.part && mv $@.part $@

man/simt-machine.5: man/simt-machine.5.in
man/simt-results.5: man/simt-results.5.in
man/workload.csv.5: man/workload.csv.5.in
