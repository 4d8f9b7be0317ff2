#include "programs/sweep-studies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file-names.h"
#include "base/result-file.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unknown"
#endif

#define DEFAULT_FACTOR 2.0

/* ---- before ---- */

static bool
take_factor(const char *text, double *factor, struct simt_error *e)
{
	char *end;

	*factor = text ? strtod(text, &end) : DEFAULT_FACTOR;
	if (text && (end == text || *end || !(*factor > 1 && *factor <= TORNADO_FACTOR_MOST)))
		return simt_fail(e, SIMT_USAGE, "--factor %s: it has to be a number above 1, up to %g", text, TORNADO_FACTOR_MOST);
	return true;
}

/* Whether nothing else makes points. */
static bool
tornado_fits(const struct plan_wish *w, struct simt_error *e)
{
	const char *other = w->naxes                ? "--axis"
			    : w->points             ? "--points"
			    : w->draw == DRAW_LATIN ? "--latin"
			    : w->draw == DRAW_SOBOL ? "--sobol"
						    : NULL;

	if (other)
		return simt_fail(e, SIMT_USAGE,
				 "--tornado varies one parameter at a time around one machine, and %s makes other points: run them "
				 "one after the other; a folder can keep both",
				 other);
	return w->mode == SIMT_CYCLE || simt_fail(e, SIMT_USAGE, "--tornado compares cycles, and --mode functional has none");
}

static bool
prepare_tornado(struct studies *s, struct sweep_wish *wish, struct simt_error *e)
{
	const char *globs = strcmp(s->o->tornado, "-") != 0 ? s->o->tornado : NULL;
	struct simt_machine *m;
	double factor;
	bool fine;

	if (!tornado_fits(&wish->plan, e) || !take_factor(s->o->factor, &factor, e))
		return false;
	m = simt_machine_load(wish->plan.machine, e);
	fine = m;
	for (size_t i = 0; fine && i < wish->plan.nset; i++)
		fine = simt_machine_set(m, wish->plan.set[i], e);
	fine = fine && tornado_new(&s->tornado, m, globs, factor, e);
	simt_machine_free(m);
	wish->plan.change = s->tornado.change;
	wish->plan.nchanges = s->tornado.nchanges;
	return fine;
}

bool
studies_prepare(struct studies *s, const struct study_options *o, struct sweep_wish *wish, struct simt_error *e)
{
	*s = (struct studies){.o = o};
	if (!o->tornado && (o->around || o->factor))
		return simt_fail(e, SIMT_USAGE, "%s has no effect without --tornado", o->around ? "--around" : "--factor");
	if (o->tornado)
		wish->needs = simt_stat_info[SIMT_STAT_cycles].metric;
	return !o->tornado || prepare_tornado(s, wish, e);
}

void
studies_clear(struct studies *s)
{
	tornado_clear(&s->tornado);
}

/* ---- after ---- */

/* Begins the file of a study in the folder of the sweep. */
static struct result_file *
begin(const struct sweep_wish *wish, const char *name, struct simt_error *e)
{
	char *path = path_join(wish->folder, name);
	struct result_file *f = result_open(path, e);

	free(path);
	return f;
}

static bool
tell_tornado(const struct studies *s, const struct measured *m, const struct sweep_wish *wish, bool quiet, struct simt_error *e)
{
	const struct tornado_words words = {measured_text(m, 0, "machine"), "simt-sweep " PACKAGE_VERSION};
	struct result_file *f = begin(wish, "tornado.csv", e);

	if (!f)
		return false;
	tornado_write(&s->tornado, m, &words, result_stream(f));
	return result_close(f, e) && (quiet || tornado_tell(&s->tornado, m, words.machine, stdout, e));
}

bool
studies_tell(const struct studies *s, const struct sweep *sweep, const struct sweep_wish *wish, bool quiet, struct simt_error *e)
{
	struct measured m;
	bool fine;

	(void)sweep;
	if (!s->o->tornado)
		return true;
	fine = measured_read(&m, wish->folder, simt_stat_info[SIMT_STAT_cycles].metric, e) && tell_tornado(s, &m, wish, quiet, e);
	measured_clear(&m);
	return fine;
}
