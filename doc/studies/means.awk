# means.awk: a Markdown table of geometric means, out of a CSV table without quotes.
#
#   awk -F, -f means.awk rows=COLUMN columns=COLUMN,... value=COLUMN [format=%.2f] [range=1] [sums=1] TABLE
#
# A row for each value of `rows`, in the order in which the table has them, a column for each combination of the values of `columns`. With
# range=1 the least and the most stand in parentheses; with sums=1 means are arithmetic. Rows of the table without a value are left out.
FNR == 1 {
	for (i = 1; i <= NF; i++)
		at[$i] = i
	ncolumns = split(columns, column, ",")
	next
}
{
	x = $at[value]
	if (x == "" || (!sums && x <= 0))
		next
	name = $at[column[1]]
	for (i = 2; i <= ncolumns; i++)
		name = name " " $at[column[i]]
	if (!(($at[rows]) in known_row)) {
		known_row[$at[rows]]
		row[++nrow] = $at[rows]
	}
	if (!(name in known_head)) {
		known_head[name]
		head[++nhead] = name
	}
	key = $at[rows] SUBSEP name
	sum[key] += sums ? x : log(x)
	if (!n[key]++ || x < least[key])
		least[key] = x + 0
	if (x > most[key])
		most[key] = x + 0
}
END {
	format = format ? format : "%.2f"
	printf "| %s |", rows
	for (i = 1; i <= nhead; i++)
		printf " %s |", head[i]
	printf "\n|---|"
	for (i = 1; i <= nhead; i++)
		printf "---:|"
	printf "\n"
	for (r = 1; r <= nrow; r++) {
		printf "| %s |", row[r]
		for (i = 1; i <= nhead; i++) {
			key = row[r] SUBSEP head[i]
			if (!n[key]) {
				printf "  |"
			} else {
				mean = sum[key] / n[key]
				printf " " format, sums ? mean : exp(mean)
				if (range)
					printf " (" format " to " format ")", least[key], most[key]
				printf " |"
			}
		}
		printf "\n"
	}
}
