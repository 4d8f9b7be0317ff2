# Makes doc/opcodes.md from what simt-sim --list-opcodes prints.
BEGIN { FS = "," }
NR == 1 { next }
{
	meaning = $7
	for (i = 8; i <= NF; i++)
		meaning = meaning "," $i
	gsub(/^"|"$/, "", meaning)
	gsub(/""/, "\"", meaning)
}
$6 == "refused" {
	refused[++nrefused] = $1
	next
}
{
	if (!($1 in rows))
		order[++n] = $1
	key = $1 SUBSEP meaning SUBSEP $3 SUBSEP $4
	if (!(key in seen)) {
		seen[key] = 1
		rows[$1] = rows[$1] "\n" meaning " (" $3 ", " $4 " latency)\n\n"
	}
	rows[$1] = rows[$1] "    " $5 ($6 == "no" ? "    printed only" : "") "\n"
	count++
	printed += $6 == "no"
}
END {
	print "# Instructions\n"
	print "Every instruction of sm_90 that simt-sim knows: what it does, the pipe that runs it, whether its latency is fixed or a scoreboard"
	print "tells when it is done, and its forms. `tests/isa/opcodes.sh --update` remakes this page from isa/opcodes.def.\n"
	print "R, UR are registers and uniform registers, P and UP predicates, i and number immediates, c[i][i] constants, cx[UR][i] bindless"
	print "ones; operands in parentheses may be missing; {|.A|.B} is one of the modifiers, or none. In the text d is the result, a, b and c"
	print "are the sources in their order, p0 and p1 predicates that are written, s0 to s2 predicates that are read. A kernel with a form"
	print "that is printed only is refused before it runs.\n"
	print count " forms of " n " opcodes; " printed " of them are printed only."
	for (k = 1; k <= n; k++)
		printf "\n## %s\n%s", order[k], rows[order[k]]
	print "\n## Refused by name\n"
	print "A kernel with one of these is refused before it runs: matrix instructions of warp groups, textures and surfaces, tensor maps, graphics, and"
	print "what compilers do not use.\n"
	line = ""
	for (k = 1; k <= nrefused; k++)
		if (!(refused[k] in rows))
			line = line (line ? " " : "") refused[k]
	while (length(line) > 138) {
		cut = 138
		while (substr(line, cut, 1) != " ")
			cut--
		print substr(line, 1, cut - 1)
		line = substr(line, cut + 1)
	}
	print line
	print "\nForms of supported opcodes that no row has are refused too, with their opcode in the message."
}
