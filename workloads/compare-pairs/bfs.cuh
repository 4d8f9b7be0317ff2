/* A step of a breadth-first search: nodes without a level that a node of this level leads to get the next level and go into a queue. */
#ifndef FRESH
#define FRESH level[NODE] < 0
#endif
#ifndef PLACE
#define PLACE atomicAdd(&pushed, 1)
#endif
#ifndef NODE
#define NODE node
#define AT at
#endif
extern "C" __global__ void
NAME(const int *edge, int *level, int *queue, int *length, int n)
{
	__shared__ int pushed;
	int t = blockIdx.x * blockDim.x + threadIdx.x;

	if (threadIdx.x == 0)
		pushed = 0;
	__syncthreads();
	for (int k = 0; k < 4; k++) {
		int NODE = edge[k * n + t];

		if (FRESH) {
			int AT = PLACE;

			level[NODE] = 1;
			queue[blockIdx.x * blockDim.x * 4 + AT % 1024] = NODE;
		}
	}
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(length, pushed);
}
#undef NAME
#undef FRESH
#undef NODE
#undef AT
#undef PLACE
