#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool
simt_fail(struct simt_error *e, enum simt_status status, const char *format, ...)
{
	va_list ap;

	if (!e || e->status != SIMT_OK)
		return false;
	e->status = status;
	va_start(ap, format);
	vsnprintf(e->text, sizeof e->text, format, ap);
	va_end(ap);
	return false;
}

static void (*end_of_memory)(void) = abort;

void
simt_on_no_memory(void (*end)(void))
{
	end_of_memory = end;
}

void
simt_no_memory(void)
{
	end_of_memory();
	abort();
}
