/* report-timeline.js: draws <section id="timeline"> from the JSON in #timeline-data. */
