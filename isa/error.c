#include "error.h"

#include <stdarg.h>
#include <stdio.h>

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
