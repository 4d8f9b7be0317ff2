/* syntax.h: reads the syntax strings of opcodes.def, part by part. Private to isa/; the decoder and the printer walk the same parts.
 *
 * What this module cannot do: report mistakes. The strings are constants; what it cannot read is an assertion, and tests/isa/test-print.c
 * walks every row. */
#ifndef SIMT_SYNTAX_H
#define SIMT_SYNTAX_H

#include "isa/isa.h"

enum syntax_part {
	SYNTAX_END,
	SYNTAX_TEXT,
	SYNTAX_FIELD,  /* <F@n=...> */
	SYNTAX_ALIAS,  /* {alias} */
	SYNTAX_FIXED,  /* {= @n*w V} */
	SYNTAX_SET,    /* {set F V} */
	SYNTAX_REFUSE, /* {! if ...} */
	SYNTAX_ONE,    /* {one n n n if ...} */
	SYNTAX_SAY,    /* {say WORD if ...} */
	SYNTAX_WORD,   /* {text ...} */
	SYNTAX_OPERAND
};

enum syntax_role {
	ROLE_D,
	ROLE_A,
	ROLE_B,
	ROLE_C,
	ROLE_P0,
	ROLE_P1,
	ROLE_S0,
	ROLE_S1,
	ROLE_S2,
	ROLE_MEMORY,
	ROLE_TO,
	ROLE_BANK,
	ROLE_BARRIER,
	ROLE_TARGET,
	ROLE_FIELD
};

enum syntax_kind {
	KIND_R,
	KIND_U,
	KIND_P,
	KIND_UP,
	KIND_X,
	KIND_S,
	KIND_I,
	KIND_F,
	KIND_D,
	KIND_H,
	KIND_C,
	KIND_CX,
	KIND_RX,
	KIND_DESC,
	KIND_U64,
	KIND_U32,
	KIND_SHARED,
	KIND_SHAREDU,
	KIND_AT,
	KIND_ROWS,
	KIND_LONG,
	KIND_ASYNC,
	KIND_PAIR,
	KIND_GDESC,
	KIND_T,
	KIND_B
};

enum { SYNTAX_CONDITIONS = 3, SYNTAX_BITS = 3, SYNTAX_NONE = -1 };

struct syntax_condition {
	uint8_t field;
	bool not ;
	int value; /* SYNTAX_NONE: any but 0 */
};

struct syntax_item {
	enum syntax_part part;
	const char *text;         /* TEXT, WORD, SAY: what prints; FIELD: the values */
	int length;               /* of text */
	int field;                /* FIELD, SET, ROLE_FIELD: enum isa_field */
	int bit, width;           /* where it is; bit SYNTAX_NONE: nowhere */
	int more_bit, more_width; /* ROLE_FIELD: where the bits above those are; width 0: nowhere */
	int one[SYNTAX_BITS];     /* ONE: bits, or SYNTAX_NONE */
	uint32_t value;           /* FIXED, SET: the value; OPERAND: that of the bits where it is absent */
	enum syntax_role role;
	enum syntax_kind kind;
	int negate, invert, absolute, half, byte, upper, turned, reuse; /* bits, or SYNTAX_NONE */
	bool upper_of_16;                                               /* upper is there only where field from says 16 bits */
	bool negate_x;                                                  /* the negation is an inversion where field x is set */
	bool optional, always, sign;                                    /* "?", "!", "g" */
	bool relative, blank, complement;                               /* "d", "b", "c" */
	uint32_t hidden;                                                /* "?": the value that does not print */
	char count;                                                     /* '1', '2', 's', 't', 'v', 'w', 'a' */
	int conditions;
	struct syntax_condition condition[SYNTAX_CONDITIONS];
};

/* Reads the part at *at into *item and moves *at beyond it. Returns false at the end of the string. */
bool syntax_next(const char **at, struct syntax_item *item);

/* Name of a field. */
const char *syntax_field(int field);

/* Text of value i of a field's values; *length gets its length. NULL: there is none or it is refused ("!"). */
const char *syntax_value(const struct syntax_item *item, unsigned i, int *length);

/* Do all conditions of the part hold for these fields? */
bool syntax_holds(const struct syntax_item *item, const uint8_t f[ISA_FIELDS]);

#endif
