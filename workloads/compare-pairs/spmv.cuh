/* Sparse matrix times vector: a thread for each row, 8 numbers in each. */
#ifndef MY_ROW
#define MY_ROW blockIdx.x * blockDim.x + threadIdx.x
#endif
#ifndef PRODUCT
#define PRODUCT value[j] * x[column[j]]
#endif
#ifndef ROW
#define ROW row
#define SUM sum
#endif
extern "C" __global__ void
NAME(const float *value, const int *column, const float *x, float *y, int n)
{
	int ROW = MY_ROW;
	float SUM = 0;

	if (ROW >= n)
		return;
	for (int j = ROW; j < 8 * n; j += n)
		SUM += PRODUCT;
	y[ROW] = SUM;
}
#undef NAME
#undef MY_ROW
#undef PRODUCT
#undef ROW
#undef SUM
