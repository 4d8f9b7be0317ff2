/* report-recording.c: the recording of a run, as a result that is written case by case. */
#include "workloads/report/report.h"

static void
head(const struct report *r, FILE *out)
{
	recorder_write_head(r->run->recorder, out);
}

static void
of_case(const struct report *r, FILE *out, size_t i, bool first)
{
	(void)first;
	recorder_write_case(r->run->recorder, out, i);
}

static void
tail(const struct report *r, FILE *out, bool none)
{
	(void)none;
	recorder_write_tail(r->run->recorder, out, !r->incomplete);
}

const struct report_form report_recording = {head, of_case, tail};
