# tabulate.awk: a Markdown table out of long result CSV (simt-results(5)).
#   awk -f tabulate.awk rows=KEYS [NAME=VALUE]... RESULTS.csv...
# RESULTS.csv come from simt-sim, simt-gpu, validate/papers/, in any order and with different columns; `-` is standard input. KEYS are
# columns of theirs, separated by commas: case, len, source, ...; the key `metric` says where the metrics go, else they go across.
#   rows=KEYS      what tells rows apart
#   columns=KEYS   what tells columns apart
#   metrics=LIST   metrics, separated by `;`, each NAME[|NAME...][:LABEL[:FORMAT[:FACTOR]]]: of several names the first that there is;
#                  FORMAT is printf's (%.2f), or `,` for whole numbers with commas (1,234); FACTOR multiplies the value
#   where=LIST     rows that count, separated by `;`: KEY=A|B|..., KEY!=A|B|..., KEY~REGULAR-EXPRESSION
#   over=KEY=V     values over that of the cell whose KEY is V: ratios to a variant. That cell is not shown
#   under=KEY=V    the other way round, from times a speed-up over a variant
#   format=FORMAT  of metrics without one; by default whole numbers as such, others with two decimals
#   labels=LIST    other words for keys and their values, FROM=TO separated by `;`
#   combine=sum    (or mean, max) of cells with several cases or launches, which is an error otherwise
#   missing=TEXT   what a cell without a value shows
# The median over runs is shown. Rows of launches are passed over unless rows, columns or where name launch, id or kernel: what is left
# stands for whole cases. A key that a file has no column for (simt-gpu --no-parameters) is that of the same case in another file.

function fail(text) {
	print "tabulate.awk: " text > "/dev/stderr"
	failed = 1
	exit 1
}

# Splits a line of CSV into f[1..n].
function fields(line,    n, c, i, quoted) {
	if (line !~ /"/)
		return split(line, f, ",")
	n = 1
	f[1] = ""
	for (i = 1; i <= length(line); i++) {
		c = substr(line, i, 1)
		if (c == "\"" && quoted && substr(line, i + 1, 1) == "\"") {
			f[n] = f[n] c
			i++
		} else if (c == "\"")
			quoted = !quoted
		else if (c == "," && !quoted)
			f[++n] = ""
		else
			f[n] = f[n] c
	}
	return n
}

function label(text) {
	return (text in renamed) ? renamed[text] : text
}

function read_options(    n, i, k, p, part, name) {
	ready = 1
	if (rows == "")
		fail("rows=KEYS is needed")
	nrow = split(rows, row_key, ",")
	ncolumn = split(columns, column_key, ",")
	if (("," rows "," columns ",") !~ /,metric,/)
		column_key[++ncolumn] = "metric"
	n = split(labels, part, ";")
	for (i = 1; i <= n; i++)
		if ((p = index(part[i], "=")) > 0)
			renamed[substr(part[i], 1, p - 1)] = substr(part[i], p + 1)
		else
			fail("labels=" part[i] ": FROM=TO")
	nmetric = split(metrics, part, ";")
	for (i = 1; i <= nmetric; i++) {
		n = split(part[i], name, ":")
		metric_label[i] = n > 1 && name[2] != "" ? name[2] : label(name[1])
		metric_format[i] = n > 2 && name[3] != "" ? name[3] : format
		metric_factor[i] = n > 3 ? name[4] : 1
		n = split(name[1], name, "|")
		for (k = 1; k <= n; k++) {
			if (name[k] in metric_of)
				fail("metrics: " name[k] " stands there twice")
			metric_of[name[k]] = i
			metric_rank[name[k]] = k
		}
	}
	launches = ("," rows "," columns ",") ~ /,(launch|id|kernel),/ || (";" where) ~ /;(launch|id|kernel)[=!~]/
	nwhere = split(where, part, ";")
	for (i = 1; i <= nwhere; i++) {
		if (!match(part[i], /(=|!=|~)/))
			fail("where=" part[i] ": KEY=VALUE, KEY!=VALUE or KEY~EXPRESSION")
		where_key[i] = substr(part[i], 1, RSTART - 1)
		where_how[i] = substr(part[i], RSTART, RLENGTH)
		where_what[i] = substr(part[i], RSTART + RLENGTH)
	}
	base = over != "" ? over : under
	if (base != "") {
		p = index(base, "=")
		base_key = substr(base, 1, p - 1)
		base_value = substr(base, p + 1)
		if (p < 2 || ("," rows "," columns ",") !~ ("," base_key ","))
			fail((over != "" ? "over=" : "under=") base ": KEY=VALUE, with a key of rows or columns")
	}
	if (combine != "" && combine !~ /^(sum|mean|max)$/)
		fail("combine=" combine ": sum, mean or max")
}

# The header of a file: column numbers into at[].
function header(    i, n) {
	n = fields($0)
	split("", at)
	for (i = 1; i <= n; i++) {
		at[f[i]] = i
		known[f[i]] = 1
	}
	for (i = split("source,run,case,metric,value,status", f, ","); i > 0; i--)
		if (!(f[i] in at))
			fail(FILENAME ": there is no column " f[i])
	first_parameter = at["machine"] + 1
	parameters = at["technique"] - at["machine"] - 1
}

# Keeps a row, whole: keys that it lacks may stand in a file that comes later.
function keep(    i, n, name) {
	n = fields($0)
	if (n != width)
		fail(FILENAME ": line " FNR ": " n " fields, not " width)
	if (f[at["status"]] != "ok" || f[at["value"]] == "")
		return
	for (name in at)
		if (at[name] >= first_parameter && at[name] < first_parameter + parameters)
			parameter[f[at["case"]], name] = f[at[name]]
	if (nmetric && !(f[at["metric"]] in metric_of))
		return
	if (!launches && ("id" in at) && f[at["id"]] != "")
		return
	nkept++
	for (name in at)
		kept[nkept, name] = f[at[name]]
	kept[nkept] = FILENAME ": line " FNR
}

function key(i, name) {
	if (name == "metric" && nmetric)
		return metric_label[metric_of[kept[i, "metric"]]]
	if ((i, name) in kept)
		return kept[i, name]
	if ((kept[i, "case"], name) in parameter)
		return parameter[kept[i, "case"], name]
	if (!(name in known))
		fail("no file has a column " name)
	return ""
}

function is_among(value, list,    n, i, part) {
	n = split(list, part, "|")
	for (i = 1; i <= n; i++)
		if (part[i] == value)
			return 1
	return list == value
}

function counts(i,    k, v) {
	for (k = 1; k <= nwhere; k++) {
		v = key(i, where_key[k])
		if (where_how[k] == "~" ? v !~ where_what[k] : is_among(v, where_what[k]) != (where_how[k] == "="))
			return 0
	}
	return 1
}

function median(list,    n, i, j, v, t) {
	n = split(list, v, " ")
	for (i = 2; i <= n; i++)
		for (j = i; j > 1 && v[j] + 0 < v[j - 1] + 0; j--) {
			t = v[j]
			v[j] = v[j - 1]
			v[j - 1] = t
		}
	return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
}

# The joined values of some keys; with_base: base_value for base_key.
function joined(i, keys, n, with_base,    k, text) {
	text = ""
	for (k = 1; k <= n; k++)
		text = text (k > 1 ? "\037" : "") (with_base && keys[k] == base_key ? base_value : key(i, keys[k]))
	return text
}

# Puts the rows into cells. A cell holds things (a launch of a case of a source), a thing a list of values, one for each run.
function fill(    i, m, r, c, thing, is_base) {
	for (i = 1; i <= nkept; i++) {
		if (!counts(i))
			continue
		r = joined(i, row_key, nrow, 0)
		c = joined(i, column_key, ncolumn, 0)
		is_base = base != "" && key(i, base_key) == base_value
		if (!is_base && !(r in row_seen)) {
			row_seen[r] = ++rows_shown
			row_text[rows_shown] = r
		}
		if (!is_base && !(c in column_seen)) {
			column_seen[c] = ++columns_shown
			column_text[columns_shown] = c
		}
		m = nmetric ? metric_of[kept[i, "metric"]] : 0
		thing = kept[i, "source"] " " kept[i, "machine"] " " kept[i, "case"] " " kept[i, "launch"] " " kept[i, "id"]
		if (!((r, c) in rank) || metric_rank[kept[i, "metric"]] < rank[r, c]) {
			rank[r, c] = metric_rank[kept[i, "metric"]]
			things[r, c] = 0
		} else if (metric_rank[kept[i, "metric"]] > rank[r, c])
			continue
		cell_metric[r, c] = m
		base_row[r, c] = joined(i, row_key, nrow, 1)
		base_column[r, c] = joined(i, column_key, ncolumn, 1)
		if (!((r, c, rank[r, c], thing) in number)) {
			number[r, c, rank[r, c], thing] = ++things[r, c]
			name_of[r, c, things[r, c]] = thing
			values[r, c, things[r, c]] = ""
		}
		values[r, c, number[r, c, rank[r, c], thing]] = values[r, c, number[r, c, rank[r, c], thing]] " " kept[i, "value"]
	}
}

# The value of a cell, "" where there is none.
function cell(r, c,    i, v, all) {
	if (!((r, c) in things))
		return ""
	if (things[r, c] > 1 && combine == "")
		fail("a cell holds " name_of[r, c, 1] " and " name_of[r, c, 2] ": more rows=, columns= or where=, or combine=")
	all = median(values[r, c, 1])
	for (i = 2; i <= things[r, c]; i++) {
		v = median(values[r, c, i])
		all = combine == "max" ? (v > all ? v : all) : all + v
	}
	return combine == "mean" ? all / things[r, c] : all
}

function commas(v,    text, out) {
	text = sprintf("%.0f", v < 0 ? -v : v)
	out = ""
	while (length(text) > 3) {
		out = "," substr(text, length(text) - 2) out
		text = substr(text, 1, length(text) - 3)
	}
	return (v < 0 ? "-" : "") text out
}

function shown(r, c,    v, b, m, how) {
	v = cell(r, c)
	if (v == "")
		return missing
	m = cell_metric[r, c]
	how = m ? metric_format[m] : format
	if (base != "") {
		b = cell(base_row[r, c], base_column[r, c])
		if (b == "" || (over != "" ? b : v) == 0)
			return missing
		v = over != "" ? v / b : b / v
	}
	if (m)
		v *= metric_factor[m]
	if (how == "")
		how = base == "" && v == int(v) ? "%.0f" : "%.2f"
	return how == "," ? commas(v) : sprintf(how, v)
}

# "A\037B" as head of a column.
function heading(text,    n, i, part, out) {
	n = split(text, part, "\037")
	out = ""
	for (i = 1; i <= n; i++)
		if (!(column_key[i] == "metric" && nmetric == 1 && n > 1) && part[i] != "")
			out = out (out == "" ? "" : ", ") label(part[i])
	return out
}

function print_table(    i, k, n, part, line) {
	if (!rows_shown)
		fail("no values are left")
	line = "|"
	for (k = 1; k <= nrow; k++)
		line = line " " (row_key[k] == "metric" && !("metric" in renamed) ? "" : label(row_key[k])) " |"
	for (i = 1; i <= columns_shown; i++)
		line = line " " heading(column_text[i]) " |"
	print line
	line = "|"
	for (k = 1; k <= nrow + columns_shown; k++)
		line = line (k > nrow ? "---:|" : "---|")
	print line
	for (i = 1; i <= rows_shown; i++) {
		line = "|"
		n = split(row_text[i], part, "\037")
		for (k = 1; k <= nrow; k++)
			line = line " " label(part[k]) " |"
		for (k = 1; k <= columns_shown; k++)
			line = line " " shown(row_text[i], column_text[k]) " |"
		print line
	}
}

!ready { read_options() }
/^#/ || /^$/ { next }
/^source,/ || !at["source"] || FNR == 1 { header(); width = fields($0); next }
{ keep() }

END {
	if (!failed) {
		if (!ready)
			fail("no input")
		fill()
		print_table()
	}
	exit failed
}
