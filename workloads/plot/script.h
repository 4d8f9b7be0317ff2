/* script.h: what gnuplot reads to draw a picture: a script, and its data beside it.
 *
 * The script is for people, too: it says in comments what is where, so that it can be restyled and run again by `gnuplot NAME.gp`. Where the
 * variable `to_stdout` exists, the picture goes to standard output. Names are quoted so that gnuplot shows them as they are, whatever characters
 * they have.
 *
 * The data have a block for each facet and series, in this order, and a comment in front that names both. gnuplot calls blocks index 0, 1, and
 * so on. Each block has a line for each x, with NaN where there is no point:
 *
 *   lines     x or its number from 0, median, least, most, rows
 *   bars      number of the group, median, least, most, rows
 *   tornado   number of the row, low end and high end of the bar, upper and lower edge
 *   heat map  number of the column, number of the row, median, rows, the text in the cell
 *
 * What this module cannot do: run gnuplot (gnuplot.h). */
#ifndef WORKLOADS_PLOT_SCRIPT_H
#define WORKLOADS_PLOT_SCRIPT_H

#include <stdio.h>

#include "workloads/plot/figure.h"

/* The first line of each script. */
#define PLOT_SCRIPT_MARK "# A picture made by simt-plot"

void plot_script_write(const struct plot_figure *f, FILE *out);
void plot_data_write(const struct plot_figure *f, FILE *out);

/* ---- for the files of script.h ---- */

/* Text in single quotes, in which gnuplot replaces nothing. Control characters become blanks; what is no UTF-8 becomes '?'. */
void plot_quote(FILE *out, const char *text);
/* The same for the name of a tic, in which gnuplot would take % for a format. A long name loses its middle. */
void plot_quote_tic(FILE *out, const char *text);
/* Text for a comment: without quotes, in one line. */
void plot_comment(FILE *out, const char *text);
/* The name of a file, with a ./ in front where gnuplot might take it for something else. */
void plot_quote_file(FILE *out, const char *name);
/* "set NAME (...)": the tics of a scale with names such as 0.5 or 200k; `named` false: without names. */
void plot_tics(FILE *out, const char *name, const struct plot_scale *s, bool named);
/* The tics of a linear scale that is so many pixels wide, with no more steps than there is room for their names side by side. */
struct plot_scale plot_roomy_tics(const struct plot_scale *s, double pixels);
/* Writes a number for a person, such as 1.25 or 12.3k, with as many decimals as numbers up to `most` need. */
void plot_short_number(char *to, size_t room, double x, double most);
/* The commands that draw panel `facet`. */
void plot_script_lines(const struct plot_figure *f, size_t facet, FILE *out);
void plot_script_bars(const struct plot_figure *f, size_t facet, FILE *out);
void plot_script_heat(const struct plot_figure *f, size_t facet, FILE *out);
void plot_script_tornado(const struct plot_figure *f, size_t facet, FILE *out);
/* Styles, axes and key of a kind, before the first panel. */
void plot_styles_lines(const struct plot_figure *f, FILE *out);
void plot_styles_bars(const struct plot_figure *f, FILE *out);
void plot_styles_heat(const struct plot_figure *f, FILE *out);
void plot_styles_tornado(const struct plot_figure *f, FILE *out);
/* The names of the rows of a heat map. */
void plot_tics_heat(const struct plot_figure *f, bool named, FILE *out);
/* Whether a panel has any point of a series. */
bool plot_has_points(const struct plot_points *p, size_t facet, size_t by);

#endif
