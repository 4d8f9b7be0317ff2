# SIMT_CHECK_CFLAG(VARIABLE, FLAG): appends FLAG to VARIABLE where the C compiler takes it.
AC_DEFUN([SIMT_CHECK_CFLAG],
[AS_VAR_PUSHDEF([cache], [simt_cv_cflag_$2])
AC_CACHE_CHECK([whether $CC takes $2], [cache],
  [simt_save_CFLAGS=$CFLAGS
   CFLAGS="$CFLAGS -Werror $2"
   AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])], [AS_VAR_SET([cache], [yes])], [AS_VAR_SET([cache], [no])])
   CFLAGS=$simt_save_CFLAGS])
AS_VAR_IF([cache], [yes], [AS_VAR_APPEND([$1], [" $2"])])
AS_VAR_POPDEF([cache])])

# SIMT_SANITIZERS(VARIABLE, OPTION, SANITIZERS): appends the flags of sanitizers, for compiling and linking; an error where a program cannot be
# linked. OPTION is configure's that asks for them.
AC_DEFUN([SIMT_SANITIZERS],
[simt_sanitizers="-fsanitize=$3 -fno-sanitize-recover=all -fno-omit-frame-pointer"
AC_MSG_CHECKING([whether $CC links with sanitizers])
simt_save_CFLAGS=$CFLAGS
CFLAGS="$CFLAGS $simt_sanitizers"
AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])], [AC_MSG_RESULT([yes])],
  [AC_MSG_RESULT([no])
   AC_MSG_ERROR([$2: $CC cannot link with them; for clang install libclang-rt-dev])])
CFLAGS=$simt_save_CFLAGS
AS_VAR_APPEND([$1], [" $simt_sanitizers"])])
