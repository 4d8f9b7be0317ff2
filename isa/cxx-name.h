/* cxx-name.h: names of C++, as people write them: of a kernel whose symbol is mangled, what it is called, and of which types its
 * parameters are.
 *
 * libiberty reads the symbols. They come out of files that nobody vouches for: one that is too long or too deep counts as no C++.
 *
 * What this module cannot do: names of parameters, enumerators and structures' fields, which no symbol has. */
#ifndef SIMT_CXX_NAME_H
#define SIMT_CXX_NAME_H

#include <stdbool.h>
#include <stddef.h>

enum { CXX_LABEL_MAX = 160 }; /* so that a message has room for more than the name */

struct cxx_name {
	char *name;      /* "ns::tk<short, 3>"; the symbol itself where it is no C++ */
	char *label;     /* the name, but "ns::tk<...>" where that has more than CXX_LABEL_MAX bytes */
	char *signature; /* "ns::tk<short, 3>(short*, int)"; as the name where it is no function of C++ */
	char *key;       /* the signature as cxx_key() makes it */
	size_t plain;    /* bytes of "ns::tk" at the start of name and of key */
	size_t named;    /* bytes of the name at the start of key */
};

/* *n is to be freed with cxx_name_free. */
void cxx_name_make(struct cxx_name *n, const char *symbol);
void cxx_name_free(struct cxx_name *n);

/* A text in the one spelling by which names are compared, which the caller frees. Blanks and commas do not count where no words need
 * them, nor do a type in front of a number, the u and l behind one, and void in front. "const short *" and "short const*" are the same. */
char *cxx_key(const char *text);
/* Whether `key`, of cxx_key(), is what it is called: with or without parameters, template arguments and the namespaces around it. */
bool cxx_name_is(const struct cxx_name *n, const char *key);
/* Whether it is called so by a glob(7). */
bool cxx_name_like(const struct cxx_name *n, const char *glob);

/* The type of a parameter, or of what a pointer points to. */
struct cxx_type {
	bool pointer;
	enum cxx_kind { CXX_OTHER, CXX_SIGNED, CXX_UNSIGNED, CXX_REAL } kind; /* CXX_OTHER: a structure, void, a pointer */
	unsigned bytes;                                                       /* of one number; 0 for CXX_OTHER */
	unsigned numbers;                                                     /* 4 for float4; else 1 */
};

/* The types of a kernel's parameters into type[0..most). Returns how many it has; 0: none, more than `most`, or the symbol does not say. */
size_t cxx_params(const char *symbol, struct cxx_type *type, size_t most);

#endif
