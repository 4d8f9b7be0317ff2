/* form.c: isa_form(), what the words of a row look like. See isa.h; the language that is read here is described in opcodes.def. */
#include "isa/isa.h"
#include "isa/syntax.h"

#include <stdarg.h>
#include <stdio.h>

struct text {
	char *buf;
	size_t size, length; /* length it has or would have */
};

static void __attribute__((format(printf, 2, 3))) add(struct text *t, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(t->length < t->size ? t->buf + t->length : NULL, t->length < t->size ? t->size - t->length : 0, format, args);
	va_end(args);
	t->length += n > 0 ? (size_t)n : 0;
}

/* Adds the values of a modifier that are not refused: {.A|.B}, an empty one first. A single value that prints has no braces. */
static void
add_values(struct text *t, const struct syntax_item *item)
{
	unsigned printed = 0, values = 0;
	bool empty = false;
	int length;

	for (unsigned v = 0; v < 1u << item->width; v++) {
		const char *text = syntax_value(item, v, &length);

		values += text && length;
		empty |= text && !length;
	}
	if (!values)
		return;
	if (empty || values > 1)
		add(t, "{%s", empty ? "|" : "");
	for (unsigned v = 0; v < 1u << item->width; v++) {
		const char *text = syntax_value(item, v, &length);

		if (text && length)
			add(t, "%s%.*s", printed++ ? "|" : "", length, text);
	}
	if (empty || values > 1)
		add(t, "}");
}

static const char *
kind_name(const struct syntax_item *item)
{
	switch (item->kind) {
	case KIND_R:
		return item->role == ROLE_MEMORY ? "[R+i]" : item->role == ROLE_BANK ? "c[i][R+i]" : "R";
	case KIND_U:
		return item->role == ROLE_BANK ? "c[i][UR+i]" : "UR";
	case KIND_P:
		return "P";
	case KIND_UP:
		return "UP";
	case KIND_C:
		return "c[i][i]";
	case KIND_CX:
		return item->role == ROLE_BANK ? "cx[UR][i]" : "cx[UR][i]";
	case KIND_RX:
		return "cx[UR][R+i]";
	case KIND_DESC:
	case KIND_ASYNC:
		return "desc[UR][R.64+i]";
	case KIND_PAIR:
		return "[R.64+i]";
	case KIND_U64:
		return "[R.64+UR+i]";
	case KIND_U32:
		return "[R.U32+UR+i]";
	case KIND_AT:
		return "[UR]";
	case KIND_GDESC:
		return "gdesc[UR]";
	case KIND_SHAREDU:
		return "[UR+i]";
	case KIND_SHARED:
	case KIND_ROWS:
		return item->bit >= 0 ? "[R+UR+i]" : "[R+i]";
	case KIND_LONG:
		return "[R+i]";
	case KIND_T:
		return "label";
	case KIND_B:
		return "B";
	case KIND_F:
	case KIND_D:
	case KIND_H:
		return "number";
	default:
		return "i";
	}
}

static void
add_operand(struct text *t, const struct syntax_item *item, const char *separator)
{
	const bool optional = item->optional || item->conditions;
	const char *const name = item->role == ROLE_FIELD ? syntax_field(item->field)
				 : item->role == ROLE_TO  ? "[R+i]"
							  : kind_name(item);

	add(t, "%s%s%s%s", separator, optional ? "(" : "", name, optional ? ")" : "");
}

size_t
isa_form(const struct opcode *op, char *buf, size_t size)
{
	struct text t = {.buf = buf, .size = size, .length = 0};
	const char *at = op->syntax;
	struct syntax_item item;

	if (size)
		*buf = '\0';
	while (syntax_next(&at, &item))
		switch (item.part) {
		case SYNTAX_TEXT:
			if (*item.text != ' ' && *item.text != ',')
				add(&t, "%.*s", item.length, item.text);
			break;
		case SYNTAX_FIELD:
			add_values(&t, &item);
			break;
		case SYNTAX_SAY:
			add(&t, "{|%.*s}", item.length, item.text);
			break;
		case SYNTAX_ALIAS:
			add(&t, "{|.MOV|.SHL|.IADD}");
			break;
		case SYNTAX_WORD:
			add(&t, " %.*s", item.length, item.text);
			break;
		case SYNTAX_OPERAND:
			add_operand(&t, &item, " ");
			break;
		default:
			break;
		}
	return t.length;
}
