// Algorithms of CUB and Thrust for a whole device, as programs instantiate them: what follows are the calls, the kernels are theirs.
// toolkit.csv launches these as the library's host code does; allocate(), which does nothing, stands for that code where it only allocates memory,
// and the three behind it for its copies and fills.
#include <cub/cub.cuh>
#include <thrust/binary_search.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

extern "C" __global__ void
allocate(void *, void *, void *, void *, void *, void *, void *, void *)
{
}

extern "C" __global__ void
set_bytes(unsigned char *to, unsigned v, unsigned long long n)
{
	size_t i = blockIdx.x * 256ull + threadIdx.x;

	if (i < n)
		to[i] = v;
}

extern "C" __global__ void
copy_bytes(unsigned char *to, const unsigned char *from, unsigned long long n)
{
	size_t i = blockIdx.x * 256ull + threadIdx.x;

	if (i < n)
		to[i] = from[i];
}

extern "C" __global__ void
put_bytes(unsigned char *to, unsigned long long v, unsigned long long n)
{
	if (threadIdx.x < n)
		to[threadIdx.x] = v >> 8 * threadIdx.x;
}

struct below {
	__host__ __device__ bool operator()(int x) const
	{
		return x < 300;
	}
};

struct odd {
	__host__ __device__ bool operator()(int x) const
	{
		return x & 1;
	}
};

struct triple {
	__device__ void operator()(int &x) const
	{
		x = x * 3 + 1;
	}
};

struct axpy {
	float a;

	__host__ __device__ float operator()(float x, float y) const
	{
		return a * x + y;
	}
};

struct mask {
	__host__ __device__ unsigned char operator()(unsigned char x) const
	{
		return x ^ 0x55;
	}
};

using bytes = unsigned char;

static const auto on = thrust::cuda::par_nosync;

template <class T>
static thrust::device_ptr<T>
at(T *p)
{
	return thrust::device_pointer_cast(p);
}

// ---- reductions, scans, selections: t is temporary memory of n bytes, or null to ask how much ----
void
reduce(void *t, size_t &n, const int *in, int *out, int k)
{
	cub::DeviceReduce::Sum(t, n, in, out, k);
}

void
smallest(void *t, size_t &n, const int *in, int *out, long long *where, int k)
{
	cub::DeviceReduce::ArgMin(t, n, in, out, where, (long long)k);
}

void
reduce_by_key(void *t, size_t &n, const int *keys, int *unique, const int *in, int *out, int *count, int k)
{
	cub::DeviceReduce::ReduceByKey(t, n, keys, unique, in, out, count, cuda::std::plus<>{}, k);
}

void
segmented_reduce(void *t, size_t &n, const int *in, int *out, const int *begin, int segments)
{
	cub::DeviceSegmentedReduce::Sum(t, n, in, out, segments, begin, begin + 1);
}

void
scan(void *t, size_t &n, const int *in, int *out, int k)
{
	cub::DeviceScan::ExclusiveSum(t, n, in, out, k);
}

void
scan_max(void *t, size_t &n, const long long *in, long long *out, int k)
{
	cub::DeviceScan::InclusiveScan(t, n, in, out, cuda::maximum<>{}, k);
}

void
select_if(void *t, size_t &n, const int *in, int *out, int *count, int k)
{
	cub::DeviceSelect::If(t, n, in, out, count, k, below());
}

void
select_flagged(void *t, size_t &n, const double *in, const bytes *flags, double *out, int *count, int k)
{
	cub::DeviceSelect::Flagged(t, n, in, flags, out, count, k);
}

void
partition(void *t, size_t &n, const int *in, int *out, int *count, int k)
{
	cub::DevicePartition::If(t, n, in, out, count, k, odd());
}

void
run_lengths(void *t, size_t &n, const int *in, int *unique, int *lengths, int *count, int k)
{
	cub::DeviceRunLengthEncode::Encode(t, n, in, unique, lengths, count, k);
}

void
histogram(void *t, size_t &n, const bytes *in, int *counts, int k)
{
	cub::DeviceHistogram::HistogramEven(t, n, in, counts, 257, 0, 256, k);
}

void
histogram_range(void *t, size_t &n, const float *in, int *counts, const float *levels, int k)
{
	cub::DeviceHistogram::HistogramRange(t, n, in, counts, 6, levels, k);
}

void
for_each(int *x, int k)
{
	cub::DeviceFor::ForEachN(x, k, triple());
}

// ---- sorts ----
void
radix_sort(void *t, size_t &n, const unsigned *in, unsigned *out, int k)
{
	cub::DeviceRadixSort::SortKeys(t, n, in, out, k);
}

void
radix_pairs(void *t, size_t &n, const float *in, float *out, const int *from, int *to, int k)
{
	cub::DeviceRadixSort::SortPairs(t, n, in, out, from, to, k);
}

void
merge_sort(void *t, size_t &n, int *x, int k)
{
	cub::DeviceMergeSort::SortKeys(t, n, x, k, cuda::std::less<>{});
}

void
segmented_sort(void *t, size_t &n, const float *in, float *out, const int *from, int *to, int k, const int *begin, int segments)
{
	cub::DeviceSegmentedSort::StableSortPairs(t, n, in, out, from, to, k, segments, begin, begin + 1);
}

// ---- Thrust ----
void
transform(const float *a, const float *b, float *out, int k)
{
	thrust::transform(on, at(a), at(a) + k, at(b), at(out), axpy{2});
}

void
transform_bytes(const bytes *a, bytes *out, int k)
{
	thrust::transform(on, at(a), at(a) + k, at(out), mask());
}

long
set_union(const int *a, const int *b, int *out, int k)
{
	return thrust::set_union(on, at(a), at(a) + k, at(b), at(b) + k, at(out)) - at(out);
}

void
lower_bounds(const int *a, const int *what, int *out, int k)
{
	thrust::lower_bound(on, at(a), at(a) + k, at(what), at(what) + k, at(out));
}

void
merge_by_key(const int *a, const int *b, const int *of_a, const int *of_b, int *keys, int *out, int k)
{
	thrust::merge_by_key(on, at(a), at(a) + k, at(b), at(b) + k, at(of_a), at(of_b), at(keys), at(out));
}
