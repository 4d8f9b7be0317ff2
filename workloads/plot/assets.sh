#!/bin/sh
# assets.sh SRCDIR NAME='FILE...': prints an array of C with the lines of the files as strings. The last element is NULL.
name=${2%%=*}
printf 'const char *const %s[] = {\n' "$name"
for file in ${2#*=}; do
	sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/	/\\t/g' -e 's/^/"/' -e 's/$/\\n",/' "$1/$file" || exit 1
done
printf '0};\n'
