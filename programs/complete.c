#include "programs/complete.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/wholefile.h"
#include "programs/common.h"
#include "sim/machine/parameters.h"

static const struct {
	const char *option, *parameter;
} alias[] = {
#define MACHINE_OPTION(value, name, parameter) {name, parameter},
#include "programs/machine-options.def"
#undef MACHINE_OPTION
};

static void
print_options(const struct option *options)
{
	for (; options->name; options++)
		printf("--%s%s\n", options->name, options->has_arg == required_argument ? "=" : "");
}

static int
is_machine(const struct dirent *d)
{
	return wholefile_ends(d->d_name, ".csv");
}

static void
print_machines(void)
{
	struct dirent **file;
	char path[4096];
	int n = find_data("machines", path, sizeof path) ? scandir(path, &file, is_machine, alphasort) : -1;

	for (int i = 0; i < n; i++) {
		printf("%.*s\n", (int)strcspn(file[i]->d_name, "."), file[i]->d_name);
		free(file[i]);
	}
	if (n >= 0)
		free(file);
}

/* The words of a parameter that is one of some words: those of "a|b". */
static void
print_values(const char *name)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("h200", &e);
	struct simt_parameter p;

	if (m && simt_machine_describe(m, name, &p, &e) && p.words)
		for (const char *word = p.words; *word; word += strcspn(word, "|"), word += *word == '|')
			printf("%.*s\n", (int)strcspn(word, "|"), word);
	simt_machine_free(m);
}

bool
complete_words(const struct option *options, int argc, char **argv)
{
	const char *name = argc == 2 && !strncmp(argv[1], "--complete", 10) ? argv[1] + 10 : NULL;

	if (!name || (*name && *name++ != '='))
		return false;
	for (size_t i = 0; i < sizeof alias / sizeof *alias; i++)
		if (!strcmp(name, alias[i].option))
			name = alias[i].parameter;
	if (!*name)
		print_options(options);
	else if (!strcmp(name, "machine") || !strcmp(name, "around"))
		print_machines();
	else if (!strcmp(name, "mode"))
		puts("cycle\nfunctional");
	else if (!strcmp(name, "set") || !strcmp(name, "axis") || !strcmp(name, "range"))
		for (int i = 0; i < MACHINE_PARAMS; i++)
			printf("%s=\n", param_name(i));
	else if (!strcmp(name, "dump-machine"))
		for (int i = 0; i < MACHINE_PARAMS; i++)
			puts(param_name(i));
	else
		print_values(name);
	return true;
}
