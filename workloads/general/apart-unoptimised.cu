// made: unoptimised
#include "apart.cu"
