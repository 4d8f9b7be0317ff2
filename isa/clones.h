/* clones.h: loops over lanes that compilers make for several kinds of processor. Private to isa/ and sim/.
 * What this module cannot do: clone what is called; see INLINE in arithmetic.h. */
#ifndef SIMT_CLONES_H
#define SIMT_CLONES_H

#include "isa/memory-request.h"

/* CLONES: compile a function for AVX2 and AVX-512 as well and pick one when the program is loaded. WITH_FMA is for functions with fused
 * multiply-adds: clang picks by one feature alone. Sanitizers instrument the code that picks, which runs before they are ready, so they get
 * the plain function. */
#define CLONES
#define CLONES_WITH_FMA
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__OPTIMIZE__) && defined(__has_attribute) && \
	!defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(ISA_NO_CLONES)
#if __has_attribute(target_clones)
#undef CLONES
#undef CLONES_WITH_FMA
#if !defined(__clang__) && __GNUC__ >= 12
#define CLONES          __attribute__((target_clones("default", "arch=x86-64-v3", "avx512f")))
#define CLONES_WITH_FMA CLONES
#else
#define CLONES          __attribute__((target_clones("default", "avx2", "avx512f")))
#define CLONES_WITH_FMA __attribute__((target_clones("default", "fma", "avx512f")))
#endif
#endif
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#undef CLONES
#undef CLONES_WITH_FMA
#define CLONES
#define CLONES_WITH_FMA
#endif
#endif

/* A loop over lanes that do not depend on each other, though one row may be read and written. */
#ifdef __clang__
/* that it is asked to use vectors, and with little optimisation does not, is no mistake */
#pragma clang diagnostic ignored "-Wpass-failed"
#define EACH_LANE _Pragma("clang loop vectorize(assume_safety)") for (unsigned l = 0; l < ISA_LANES; l++)
#else
#define EACH_LANE _Pragma("GCC ivdep") for (unsigned l = 0; l < ISA_LANES; l++)
#endif

#endif
