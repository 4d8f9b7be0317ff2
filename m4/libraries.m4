# SIMT_HAVE_LIB(NAME, LIBRARY, FUNCTION, INCLUDES): sets have_NAME to yes or no and, where found, NAME_LIBS.
AC_DEFUN([SIMT_HAVE_LIB],
[AC_ARG_VAR([$1_LIBS], [what to link for $2, instead of -l$2])
AC_MSG_CHECKING([for $2])
simt_save_LIBS=$LIBS
: "${$1_LIBS=-l$2}"
LIBS="$$1_LIBS $LIBS"
AC_LINK_IFELSE([AC_LANG_PROGRAM([$4], [return (int)(long)&$3;])], [have_$1=yes], [have_$1=no])
LIBS=$simt_save_LIBS
AC_MSG_RESULT([$have_$1])])

# SIMT_NEED_LIB(NAME, LIBRARY, FUNCTION, HEADER, DEBIAN_PACKAGE)
AC_DEFUN([SIMT_NEED_LIB],
[SIMT_HAVE_LIB([$1], [$2], [$3], [#include <$4>])
AS_VAR_IF([have_$1], [yes], [],
  [AC_MSG_ERROR([lib$2 with its header $4 is needed; on Debian: apt-get install $5])])])
