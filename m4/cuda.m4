# SIMT_CUDA: looks for nvcc and ptxas: --with-cuda=DIR, else PATH, else /usr/local/cuda. They are needed only by `make cubins`, which
# remakes the machine code that is in the source already. Sets NVCC, PTXAS and the conditional HAVE_NVCC.
AC_DEFUN([SIMT_CUDA],
[AC_ARG_VAR([NVCC], [CUDA compiler, for 'make cubins'])
AC_ARG_VAR([PTXAS], [PTX assembler, for 'make cubins'])
AC_ARG_WITH([cuda], [AS_HELP_STRING([--with-cuda=DIR], [CUDA toolkit, for 'make cubins' only])], [], [with_cuda=search])
AS_CASE([$with_cuda],
  [no], [NVCC= PTXAS=],
  [search|yes], [simt_cuda_path=$PATH$PATH_SEPARATOR/usr/local/cuda/bin],
  [simt_cuda_path=$with_cuda/bin])
AS_VAR_IF([with_cuda], [no], [],
  [AC_PATH_PROG([NVCC], [nvcc], [], [$simt_cuda_path])
   AC_PATH_PROG([PTXAS], [ptxas], [], [$simt_cuda_path])])
AS_CASE([$with_cuda], [no|search], [],
  [AS_IF([test -z "$NVCC" || test -z "$PTXAS"], [AC_MSG_ERROR([no nvcc and ptxas in $simt_cuda_path])])])
AM_CONDITIONAL([HAVE_NVCC], [test -n "$NVCC" && test -n "$PTXAS"])])
