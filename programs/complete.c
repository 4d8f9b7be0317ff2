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

/* Words of options that are no parameters. */
static const struct {
	const char *option, *words;
} fixed[] = {{"mode", "cycle|functional"},
	     {"sample", "launches"},
	     {"unsupported", "refuse|trap"},
	     {"emit", "slurm|parallel|make"},
	     {"effects", "main|pairs"},
	     {"figure", "lanes|blocks|states|heat|roofline"},
	     {"kind", "lines|bars|heat|tornado|pareto"}};

/* "a|b", a line each. */
static void
print_words(const char *words)
{
	for (const char *word = words; *word; word += strcspn(word, "|"), word += *word == '|')
		printf("%.*s\n", (int)strcspn(word, "|"), word);
}

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

/* What a word of an option or a parameter can be. */
static void
print_values(const char *name)
{
	struct simt_error e = {.status = SIMT_OK};
	struct simt_machine *m = simt_machine_load("h200", &e);
	struct simt_parameter p;

	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		if (!strcmp(name, fixed[i].option))
			print_words(fixed[i].words);
	if (m && simt_machine_describe(m, name, &p, &e) && p.words)
		print_words(p.words);
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
