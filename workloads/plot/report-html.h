/* report-html.h: text that goes into HTML and into JSON inside of HTML, escaped, and numbers as people read them; private to the report.
 *
 * Names of kernels, files and cases come from whoever has made them. Whatever is written of them goes through these functions.
 *
 * What this module cannot do: text inside of a style or in the middle of a program; the report puts none there. */
#ifndef WORKLOADS_PLOT_REPORT_HTML_H
#define WORKLOADS_PLOT_REPORT_HTML_H

#include <stdint.h>
#include <stdio.h>

/* Text between tags, or in an attribute in double quotes. Control characters, and bytes that are no UTF-8, become U+FFFD. NULL: nothing. */
void html_text(FILE *out, const char *s);
/* A printf format whose texts are escaped as a whole: the format has no tags. */
void html_printf(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A string of JSON, with its quotes. It may stand in a <script type="application/json">: it has no '<', '>' or '&', so that nothing in it
 * ends the script. Bytes that are no UTF-8 become U+FFFD. NULL: null. */
void html_json(FILE *out, const char *s);
/* A whole number with a comma behind each three digits: 1,234,567. */
void html_count(FILE *out, uint64_t n);
/* A number with so many decimals, at most 9; one that is not finite becomes a dash. */
void html_decimals(FILE *out, double x, int decimals);

#endif
