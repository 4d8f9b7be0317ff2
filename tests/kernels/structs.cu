// Structures passed by value whose fields are pointers (tests/kernels/structs.sh).
struct inner {
	unsigned short half;
	double real;
};

struct outer {
	signed char c;
	inner in;
	float scale;
	const int *a;
	double *o;
	unsigned char three[3];
	short last;
};

extern "C" __global__ void
fields(outer p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i == 0) {
		p.o[0] = p.c;
		p.o[1] = p.in.half;
		p.o[2] = p.in.real;
		p.o[3] = p.scale;
		p.o[4] = p.three[0];
		p.o[5] = p.three[2];
		p.o[6] = p.last;
	}
	if (i < n)
		p.o[8 + i] = p.scale * p.a[i];
}

struct work {
	const int *kind;
	struct {
		int *o;
		int rounds;
	} to;
};

extern "C" __global__ void
listed(work w, const int *index, int index_n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;

	if (t < index_n) {
		int i = index[t], x = i;

		if (w.kind[i])
			for (int k = 0; k < w.to.rounds; k++)
				x = x * 3 + (x >> 5);
		else
			for (int k = 0; k < w.to.rounds; k++)
				x = (x << 3) ^ (x >> 1);
		w.to.o[i] = x;
	}
}
