noinst_LIBRARIES += isa/libisa.a isa/libexec.a

isa_libisa_a_SOURCES = \
	isa/abi.c \
	isa/abi.h \
	isa/cfg.c \
	isa/cfg.h \
	isa/cubin-impl.h \
	isa/cubin-functions.c \
	isa/cubin-info.c \
	isa/cubin-line.c \
	isa/cubin-name.c \
	isa/cubin-reloc.c \
	isa/cubin.c \
	isa/cubin.h \
	isa/cxx-name.c \
	isa/cxx-name.h \
	isa/decode.c \
	isa/fields.def \
	isa/float.h \
	isa/form.c \
	isa/isa.h \
	isa/memory-request.h \
	isa/mufu.def \
	isa/opcodes-convert.def \
	isa/opcodes-float.def \
	isa/opcodes-half.def \
	isa/opcodes-gmma.def \
	isa/opcodes-matrix.def \
	isa/opcodes-memory.def \
	isa/opcodes.def \
	isa/others.def \
	isa/pipes.def \
	isa/print.c \
	isa/sregs.def \
	isa/syntax.c \
	isa/syntax.h \
	isa/tensor-map.c \
	isa/tensor-map.h \
	isa/traits.h

# The functions that run for every instruction: loops over lanes that -O3 vectorises.
isa_libexec_a_SOURCES = \
	isa/arithmetic.h \
	isa/clones.h \
	isa/exec-barrier.c \
	isa/exec-convert.c \
	isa/exec-float.c \
	isa/exec-fp32.c \
	isa/exec-fp64.c \
	isa/exec-half.c \
	isa/exec-gmma.c \
	isa/exec-hmma.c \
	isa/exec-int.c \
	isa/exec-logic.c \
	isa/exec-matrix.c \
	isa/exec-matrix.h \
	isa/gmma.h \
	isa/gmma-operands.c \
	isa/gmma-operands.h \
	isa/matrix-sum.c \
	isa/matrix-sum.h \
	isa/exec-memory.c \
	isa/exec-mufu.c \
	isa/exec-pack.c \
	isa/exec-quick-forms.h \
	isa/exec-quick.c \
	isa/exec-select.c \
	isa/exec-tensor.c \
	isa/exec-uniform.c \
	isa/exec-vote.c \
	isa/exec.c \
	isa/exec.h \
	isa/executors.h \
	isa/row-access.c \
	isa/row-access.h \
	isa/span.c \
	isa/span.h
isa_libexec_a_CFLAGS = $(SIMT_CFLAGS) $(EXEC_CFLAGS)
