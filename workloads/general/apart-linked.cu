// made: linked
#include "apart.cu"
