# What has nothing to do with GPUs: errors, memory, files, tables. The other libraries stand on it.
noinst_LIBRARIES += base/libbase.a

base_libbase_a_SOURCES = \
	base/alloc.c \
	base/alloc.h \
	base/arena.c \
	base/arena.h \
	base/csvfile.c \
	base/csvfile.h \
	base/error.c \
	base/error.h \
	base/file-names.c \
	base/file-names.h \
	base/hash.h \
	base/hash-map.c \
	base/hash-map.h \
	base/nearest.c \
	base/nearest.h \
	base/host-cache.h \
	base/pool.c \
	base/pool.h \
	base/result-file.c \
	base/result-file.h \
	base/sources.c \
	base/sources.h \
	base/statistics.c \
	base/statistics.h \
	base/characters.c \
	base/characters.h \
	base/text.c \
	base/text.h \
	base/wholefile.c \
	base/wholefile.h
