# The studies: `make study-NAME` simulates one again, draws it and brings its page up to date; `make studies` does all three, in some 15 minutes
# of one core. An interrupted one goes on where it was (studies.store).
EXTRA_DIST += doc/studies

study_targets = study-widths study-divergence study-next-gpu
.PHONY: studies $(study_targets)
studies: $(study_targets)
$(study_targets): simt-sweep$(EXEEXT) simt-plot$(EXEEXT) simt-sim$(EXEEXT)
	@build=`pwd` && cd $(srcdir) && export PATH="$$build:$$PATH" SIMT_DATADIR="`pwd`/sim" STORE="$$build/studies.store" && \
	$(BASH_PROGRAM) doc/studies/remake.sh $(@:study-%=%) && \
	builddir="$$build" srcdir=. $(BASH_PROGRAM) tests/readme.sh --update doc/studies/$(@:study-%=%)/README.md
