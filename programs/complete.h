/* complete.h: words with which a shell goes on where a user types the first letters of one. The scripts of programs/completion ask for them
 * by `program --complete` and `program --complete=NAME`; no manual page has these. It is part of each program, and of no library.
 * What this module cannot do: names of files, which the shell knows; columns and cases of a workload. */
#ifndef SIMT_COMPLETE_H
#define SIMT_COMPLETE_H

#include <getopt.h>
#include <stdbool.h>

/* Whether the command line asks for words. They have been printed then, a line each: names of options, as "--name" or, with a value,
 * "--name=", or what the value of option NAME can be. NAME may be a parameter of a machine as well. Nothing where files are meant. */
bool complete_words(const struct option *options, int argc, char **argv);

#endif
