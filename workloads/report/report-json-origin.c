#include "workloads/report/report-json-origin.h"

#include <inttypes.h>
#include <string.h>

#include "base/hash.h"
#include "base/wholefile.h"
#include "workloads/reader/inputs.h"
#include "workloads/report/json-values.h"

/* Hash and size of what is in a file, decompressed. */
static void
put_contents(json_t *one, const char *path)
{
	struct simt_error unread = {.status = SIMT_OK};
	char hash[17];
	size_t bytes;
	unsigned char *data = wholefile_read(path, WHOLEFILE_BYTES_MAX, &bytes, &unread);

	if (!data)
		return;
	snprintf(hash, sizeof hash, "%016" PRIx64, fnv1a64(data, bytes));
	set(one, "bytes", count(bytes));
	set(one, "fnv1a64", text(hash));
	free(data);
}

void
report_json_origin(json_t *all, const struct report *r)
{
	struct inputs *inputs = inputs_of(r->run->w);
	json_t *list = json_must(json_array());

	for (size_t i = 0; i < inputs->n; i++) {
		json_t *one = json_must(json_object());

		set(one, "file", text(inputs->file[i].path));
		put_contents(one, inputs->file[i].path);
		append(list, one);
	}
	inputs_free(inputs);
	set(all, "version", text(r->version));
	set(all, "command", text(r->command));
	set(all, "workload", text(r->run->w->file->name));
	set(all, "inputs", list);
}

void
report_json_shipped(json_t *machine, const struct simt_machine *m, const char *name)
{
	struct simt_error unread = {.status = SIMT_OK};
	struct simt_machine *shipped = simt_machine_load(name, &unread);
	json_t *others = json_must(json_object());
	const char *parameter, *unit, *source;

	for (size_t k = 0; shipped && simt_machine_parameter(m, k, &parameter, &unit, &source); k++) {
		char here[64];

		snprintf(here, sizeof here, "%s", simt_machine_get(m, parameter));
		if (strcmp(here, simt_machine_get(shipped, parameter)) != 0)
			set(others, parameter, text(simt_machine_get(shipped, parameter)));
	}
	simt_machine_free(shipped);
	set(machine, "shipped", others);
}
