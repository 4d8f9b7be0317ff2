/* report-assets.h: the style and the script of a report, which the build makes of report.css, report-timeline.css, report.js and
 * report-timeline.js; private to the report.
 * What this module cannot do: shorten them. */
#ifndef WORKLOADS_PLOT_REPORT_ASSETS_H
#define WORKLOADS_PLOT_REPORT_ASSETS_H

/* Lines, each with its newline; the last one is NULL. */
extern const char *const page_style[], *const page_script[], *const page_timeline_script[];

#endif
