// malloc(), free(), new and delete on the device, and what classes need of them.
#include <cstdlib>
#include <cstring>
#include <new>

struct Node {
	int value;
	Node *next;
};

extern "C" __global__ void
lists(const int *in, int *out, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	Node *head = nullptr;
	int sum = 0;

	for (int k = 0; k < n; k++) {
		Node *node = (Node *)malloc(sizeof *node);
		if (!node) {
			out[i] = -1;
			return;
		}
		node->value = in[i] + k;
		node->next = head;
		head = node;
	}
	for (int k = 1; head; k++) {
		Node *next = head->next;
		sum += k * head->value;
		free(head);
		head = next;
	}
	out[i] = sum;
}

struct Shape {
	__device__ virtual ~Shape() {}
	__device__ virtual float area() const = 0;
};
struct Square : Shape {
	float a;
	__device__ explicit Square(float a) : a(a) {}
	__device__ float area() const override { return a * a; }
};
struct Box : Shape {
	float a, b;
	__device__ Box(float a, float b) : a(a), b(b) {}
	__device__ float area() const override { return a * b; }
};

extern "C" __global__ void
shapes(const float *in, float *out)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	Shape *s = i % 3 ? (Shape *)new Square(in[i]) : new Box(in[i], 2);
	float *copy = new float[3 + i % 5];

	for (int k = 0; k < 3 + i % 5; k++)
		copy[k] = s->area() + k;
	float sum = 0;
	for (int k = 0; k < 3 + i % 5; k++)
		sum += copy[k];
	out[i] = sum;
	delete[] copy;
	delete s;
}

// one thread of a block asks for memory for all of them
extern "C" __global__ void
block_array(const int *in, int *out)
{
	__shared__ int *data;
	const int t = threadIdx.x;

	if (!t) {
		data = (int *)malloc(blockDim.x * sizeof *data);
		if (data)
			memset(data, 1, blockDim.x * sizeof *data);
	}
	__syncthreads();
	if (!data)
		return;
	data[t] += in[blockIdx.x * blockDim.x + t];
	__syncthreads();
	out[blockIdx.x * blockDim.x + t] = data[blockDim.x - 1 - t] + (((unsigned long long)data & 15) == 0);
	__syncthreads();
	if (!t)
		free(data);
}

// what is left by one launch is there for the next
__device__ int *kept[64];
extern "C" __global__ void
keep(const int *in)
{
	kept[threadIdx.x] = (int *)malloc(16 + threadIdx.x);
	kept[threadIdx.x][1] = in[threadIdx.x];
}
extern "C" __global__ void
give_back(int *out)
{
	out[threadIdx.x] = kept[threadIdx.x][1] * 2;
	free(kept[threadIdx.x]);
	free(nullptr);
}

// more than there is
extern "C" __global__ void
too_much(int *out)
{
	char *p = (char *)malloc(1ull << 40);

	out[threadIdx.x] = p == nullptr;
	free(p);
}
