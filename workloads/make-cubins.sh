#!/bin/sh
# make-cubins.sh FILE ...: compiles each FILE.cu to FILE.cubin beside it and rewrites workloads/MANIFEST.csv. Run it in the source root
# (make cubins does), with NVCC and PTXAS in the environment where they are not in PATH. FILE.txt holds kernels for make-FILE.py, or
# else make-placed.py, beside it, which puts their instructions over the compiled ones of empty kernels (python3 is needed; placing.py
# is what these programs share).
#
# Code is for sm_90; a source whose first line is "// arch: sm_80" is compiled for that, one whose first line is "// ptxas: -O0" with
# that option of ptxas, one with "// made: unoptimised" without optimisation, one with "// made: linked" as relocatable code that nvlink
# links: functions stay in sections of their own. The probes,
# microbenchmarks and records of placement have no line information: many were made by a program, and the measured bytes are these.
#
# With -lineinfo, nvcc and ptxas write the absolute folder and the time of the source into the cubin. So the folders are taken out of
# the PTX, and ptxas runs in a folder where it cannot find the source: the bytes are the same on every machine. compress.sh says which are
# kept as FILE.cubin.gz; the sums in the manifest are those of the machine code in it.
set -eu
export LC_ALL=C
NVCC=${NVCC:-nvcc} PTXAS=${PTXAS:-ptxas}
manifest=workloads/MANIFEST.csv
root=$(pwd -P)

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

toolkit="nvcc $("$NVCC" --version | sed -n 's/.*, V\([0-9.]*\)$/\1/p')"

sha() {
	sha256sum "$1" | cut -d ' ' -f 1
}

# The project's own files that $1 is made of, as paths from the root.
sources() {
	"$NVCC" -M -arch=sm_90 "$1" | tr -d '\\' | tr ' ' '\n' | sed -n '/:$/d; /./p' | while read -r file; do
		[ -f "$file" ] || continue
		path=$(cd "$(dirname "$file")" && pwd -P)/$(basename "$file")
		case $path in
		"$root"/*) echo "${path#"$root"/}" ;;
		esac
	done | sort -u
}

# PTX on stdin, without what depends on where it was made: the folders of .file, and the hash of the source's path in the names of
# internal functions and of what is in a namespace without a name, as text and as the bytes of .debug_str.
neutral() {
	internal=95,73,78,84,69,82,78,65,76,95, unnamed=95,71,76,79,66,65,76,95,95,78,95,95,
	sed -e 's|^\([[:space:]]*\.file[[:space:]]*[0-9]*[[:space:]]*\)"\(.*/\)\{0,1\}\([^/"]*\)".*|\1"\3"|' \
		-e 's/_\(INTERNAL\|GLOBAL__N_\)_[0-9a-f]\{8\}_/_\1_00000000_/g' \
		-e "s/\($internal\|$unnamed\)\([0-9]*,\)\{8\}/\148,48,48,48,48,48,48,48,/g"
}

echo 'file,sha256,source,source_sha256,toolkit,flags' > "$tmp/manifest"
for cu; do
	name=$(basename "${cu%.*}")
	cubin=${cu%.*}.cubin
	placer=
	case $cu in
	*.txt)
		text=$cu placer=$(dirname "$cu")/make-$name.py cu=$tmp/$name.cu
		[ -f "$placer" ] || placer=$(dirname "$text")/make-placed.py
		python3 -B "$placer" "$text" --carrier > "$cu"
		;;
	esac
	arch=$(sed -n '1s|^// arch: ||p' "$cu")
	flags="-lineinfo -arch=${arch:-sm_90}"
	case $cu in
	workloads/probes/* | workloads/memory/* | workloads/micro/* | workloads/placement/* | workloads/general/random.cu | \
		workloads/general/conversions.cu | workloads/general/operators.cu | workloads/general/products.cu | workloads/general/device-wide.cu | workloads/general/libcu.cu | workloads/general/ptx*.cu | "$tmp"/*) lines= ;;
	*) lines=yes ;;
	esac
	made=$(sed -n '1s|^// made: ||p' "$cu")
	[ -z "$made" ] || flags="-arch=${arch:-sm_90} $made"
	# shellcheck disable=SC2086 # flags are several words
	if [ "$made" ]; then
		# as nvcc -G leaves functions, but without information for a debugger, which is full of paths; or by way of nvlink
		[ "$made" = linked ] && link="-c" front="-rdc=true" || link="-g" front="-Xcicc -O0"
		"$NVCC" -ptx -arch=sm_90 $front "$cu" -o "$tmp/raw.ptx"
		neutral < "$tmp/raw.ptx" > "$tmp/$name.ptx"
		(cd "$tmp" && "$PTXAS" $link -arch=sm_90 "$name.ptx" -o "$name.cubin")
		[ "$made" != linked ] || (cd "$tmp" && mv "$name.cubin" part.cubin && "$(dirname "$(command -v "$PTXAS")")/nvlink" --arch=sm_90 \
			-o "$name.cubin" part.cubin)
	elif [ "$lines" ]; then
		"$NVCC" -ptx $flags "$cu" -o "$tmp/raw.ptx"
		neutral < "$tmp/raw.ptx" > "$tmp/$name.ptx"
		flags="$flags$(sed -n '1s|^// ptxas:||p' "$cu")"
		(cd "$tmp" && "$PTXAS" $flags "$name.ptx" -o "$name.cubin")
	else
		flags=${flags#-lineinfo }
		"$NVCC" -cubin $flags "$cu" -o "$tmp/$name.cubin"
		# the hash of the source's path, as above
		sed -i 's/_\(INTERNAL\|GLOBAL__N_\)_[0-9a-f]\{8\}_/_\1_00000000_/g' "$tmp/$name.cubin"
	fi
	[ -z "$placer" ] || python3 -B "$placer" "$text" "$tmp/$name.cubin"
	for folder in "$root" "$tmp" /home/ /root/ /tmp/ /usr/; do
		if grep -aqF "$folder" "$tmp/$name.cubin"; then
			echo "make-cubins.sh: $cubin would contain the path $folder" >&2
			exit 1
		fi
	done
	if grep -aoE '_(INTERNAL|GLOBAL__N_)_[0-9a-f]{8}_' "$tmp/$name.cubin" | grep -qv _00000000_; then
		echo "make-cubins.sh: $cubin would contain a hash of the path of $cu" >&2
		exit 1
	fi
	cp "$tmp/$name.cubin" "$cubin"
	sum=$(sha "$cubin")
	for source in $(if [ "$placer" ]; then printf '%s\n' workloads/placing.py "$placer" "$text"; else sources "$cu"; fi); do
		echo "$cubin,$sum,$source,$(sha "$source"),$toolkit,$flags" >> "$tmp/manifest"
	done
	sh workloads/compress.sh "$cubin"
	echo "$cubin"
done
cp "$tmp/manifest" "$manifest"
