#!/bin/bash
# make-rodinia.sh CHECKOUT FOLDER: compiles the CUDA kernels of the Rodinia suite and makes inputs like those of its programs. CHECKOUT is
# a work tree of github.com/yuhc/gpu-rodinia at the commit below; nothing is written there. FOLDER gets rodinia.csv, and the cubins and
# inputs that it names, 13 MiB in all; then simt-sim FOLDER/rodinia.csv runs. nvcc 13 (NVCC) and python3 are needed.
#
# The sources are from the time of CUDA 5. A header that is included first gives names back that are gone, and makes a texture an array
# of the module: tex1Dfetch() is a load from it. Headers of libraries that the host's side needs are empty. Two kernels take tables of
# pointers, which rodinia.csv cannot have: kernels of ours write these first, in the same module.
set -eu
commit=9c10d3ea16ddba2ba057cc3951a9efc4c2cc18a4
[ $# = 2 ] && [ -d "$1/cuda" ] || {
	echo "usage: make-rodinia.sh CHECKOUT FOLDER; CHECKOUT is a work tree of github.com/yuhc/gpu-rodinia at $commit" >&2
	exit 2
}
suite=$(cd "$1/cuda" && pwd -P)
here=$(cd "$(dirname "$0")" && pwd -P)
NVCC=${NVCC:-nvcc}
. "$here/toolkit.sh"
mkdir -p "$2/rodinia"
out=$(cd "$2/rodinia" && pwd -P)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/GL" "$tmp/empty"

cat > "$tmp/rodinia.h" <<'END'
#ifndef RODINIA_H
#define RODINIA_H
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define cudaThreadSynchronize cudaDeviceSynchronize
#define cudaThreadExit cudaDeviceReset
#define deviceOverlap asyncEngineCount
#define clockRate asyncEngineCount
#define memoryClockRate asyncEngineCount
#define computeMode asyncEngineCount
#define checkCudaErrors(x) (x)
#define getLastCudaError(x)
#ifndef RODINIA_TEXELS
#define RODINIA_TEXELS 262144
#endif
template <class T, int D = 1, int M = 0> struct rodinia_texture {
	T v[RODINIA_TEXELS];
	inline static cudaTextureAddressMode addressMode[3];
	inline static int filterMode, normalized;
	inline static cudaChannelFormatDesc channelDesc;
};
template <class T, int D, int M> __device__ __forceinline__ T tex1Dfetch(const rodinia_texture<T, D, M> &t, int i)
{
	return t.v[i];
}
#define texture __device__ rodinia_texture
#define cudaBindTexture(...) cudaSuccess
#define cudaBindTextureToArray(...) cudaSuccess
#define cudaUnbindTexture(...) cudaSuccess
#endif
END
cat > "$tmp/helper_timer.h" <<'END'
#ifndef RODINIA_TIMER
#define RODINIA_TIMER
struct StopWatchInterface;
inline void sdkCreateTimer(StopWatchInterface **) {}
inline void sdkStartTimer(StopWatchInterface **) {}
inline void sdkStopTimer(StopWatchInterface **) {}
inline float sdkGetAverageTimerValue(StopWatchInterface **) { return 0; }
inline float sdkGetTimerValue(StopWatchInterface **) { return 0; }
inline void sdkDeleteTimer(StopWatchInterface **) {}
#endif
END
echo '#include <helper_timer.h>' > "$tmp/helper_cuda.h"
cat > "$tmp/matrix.h" <<'END'
#ifndef RODINIA_MATRIX
#define RODINIA_MATRIX
typedef struct { int m, n; double **me; } MAT;
typedef struct { int dim; double *ve; } VEC;
#define m_get_val(M, i, j) ((M)->me[i][j])
#define m_set_val(M, i, j, v) ((M)->me[i][j] = (v))
#endif
END
for h in GL/glew.h GL/glut.h avilib.h avimod.h cuda_gl_interop.h; do : > "$tmp/$h"; done

# leukocyte: the tables of pointers to the cells' matrices
cat > "$tmp/track.cu" <<'END'
#include "track_ellipse_kernel.cu"
extern "C" __global__ void cells(float **a, float **b, float *in, float *out, int size, int n)
{
	int i = threadIdx.x;

	if (i < n) {
		a[i] = size ? out + i * size : 0;
		b[i] = size ? in + i * size : 0;
	}
}
END

# heartwall: what the program's main() computes and copies into constants, for areas of other sizes too; the constants are variables
cat > "$tmp/heartwall.cu" <<'END'
#include "define.c"
__device__ params_common_change d_common_change;
__device__ params_common d_common;
__device__ params_unique d_unique[ALL_POINTS];
#include "kernel.cu"
#define ROOM 12000
__device__ float areas[ALL_POINTS][12][ROOM];
extern "C" __global__ void points(float *frame, int number, int rows, int cols, int t, int s, int *row, int *col, int *row_at, int *col_at,
				  float *templates)
{
	params_common c = {};
	params_unique *u = &d_unique[threadIdx.x];
	float *p = areas[threadIdx.x][0];

	c.sSize = s;
	c.tSize = t;
	c.maxMove = 10;
	c.alpha = 0.87f;
	c.no_frames = 4;
	c.frame_rows = rows;
	c.frame_cols = cols;
	c.frame_elem = rows * cols;
	c.endoPoints = ENDO_POINTS;
	c.epiPoints = EPI_POINTS;
	c.allPoints = ALL_POINTS;
	c.in_rows = c.in_cols = c.in_sqr_rows = c.in_sqr_cols = 2 * t + 1;
	c.in_elem = c.in_sqr_elem = c.in_rows * c.in_cols;
	c.in2_rows = c.in2_cols = c.in2_sqr_rows = c.in2_sqr_cols = 2 * s + 1;
	c.in2_elem = c.in2_sqr_elem = c.in2_rows * c.in2_cols;
	c.conv_rows = c.conv_cols = c.in_rows + c.in2_rows - 1;
	c.conv_elem = c.conv_rows * c.conv_cols;
	c.in2_pad_add_rows = c.in2_pad_add_cols = c.in_rows;
	c.in2_pad_cumv_rows = c.in2_pad_cumv_cols = c.in2_rows + 2 * c.in_rows;
	c.in2_pad_cumv_elem = c.in2_pad_cumv_rows * c.in2_pad_cumv_cols;
	c.in2_pad_cumv_sel_rowlow = 1 + c.in_rows;
	c.in2_pad_cumv_sel_rowhig = c.in2_pad_cumv_rows - 1;
	c.in2_pad_cumv_sel_collow = 1;
	c.in2_pad_cumv_sel_colhig = c.in2_pad_cumv_cols;
	c.in2_pad_cumv_sel_rows = c.in2_pad_cumv_sel_rowhig - c.in2_pad_cumv_sel_rowlow + 1;
	c.in2_pad_cumv_sel_cols = c.in2_pad_cumv_cols;
	c.in2_pad_cumv_sel_elem = c.in2_pad_cumv_sel_rows * c.in2_pad_cumv_sel_cols;
	c.in2_pad_cumv_sel2_rowlow = 1;
	c.in2_pad_cumv_sel2_rowhig = c.in2_pad_cumv_rows - c.in_rows - 1;
	c.in2_pad_cumv_sel2_collow = 1;
	c.in2_pad_cumv_sel2_colhig = c.in2_pad_cumv_cols;
	c.in2_sub_cumh_rows = c.in2_pad_cumv_sel2_rowhig;
	c.in2_sub_cumh_cols = c.in2_pad_cumv_cols;
	c.in2_sub_cumh_elem = c.in2_sub_cumh_rows * c.in2_sub_cumh_cols;
	c.in2_sub_cumh_sel_rowlow = 1;
	c.in2_sub_cumh_sel_rowhig = c.in2_sub_cumh_rows;
	c.in2_sub_cumh_sel_collow = 1 + c.in_cols;
	c.in2_sub_cumh_sel_colhig = c.in2_sub_cumh_cols - 1;
	c.in2_sub_cumh_sel_rows = c.in2_sub_cumh_rows;
	c.in2_sub_cumh_sel_cols = c.in2_sub_cumh_sel_colhig - c.in2_sub_cumh_sel_collow + 1;
	c.in2_sub_cumh_sel_elem = c.in2_sub_cumh_sel_rows * c.in2_sub_cumh_sel_cols;
	c.in2_sub_cumh_sel2_rowlow = 1;
	c.in2_sub_cumh_sel2_rowhig = c.in2_sub_cumh_rows;
	c.in2_sub_cumh_sel2_collow = 1;
	c.in2_sub_cumh_sel2_colhig = c.in2_sub_cumh_cols - c.in_cols - 1;
	c.in2_sub2_rows = c.in2_sqr_sub2_rows = c.in2_sub_cumh_rows;
	c.in2_sub2_cols = c.in2_sqr_sub2_cols = c.in2_sub_cumh_sel2_colhig;
	c.in2_sub2_elem = c.in2_sqr_sub2_elem = c.in2_sub2_rows * c.in2_sub2_cols;
	c.tMask_rows = c.tMask_cols = c.mask_conv_rows = c.mask_conv_cols = c.in_rows + 2 * s;
	c.tMask_elem = c.mask_conv_elem = c.tMask_rows * c.tMask_cols;
	c.mask_rows = c.mask_cols = c.maxMove;
	c.mask_elem = c.mask_rows * c.mask_cols;
	c.mask_conv_ioffset = c.mask_conv_joffset = c.maxMove / 2;
	if (threadIdx.x == 0) {
		d_common = c;
		d_common_change.d_frame = frame;
		d_common_change.frame_no = number;
	}
	if (threadIdx.x < ALL_POINTS) {
		int epi = threadIdx.x >= ENDO_POINTS;

		u->point_no = threadIdx.x - (epi ? ENDO_POINTS : 0);
		u->d_Row = row + (epi ? ENDO_POINTS : 0);
		u->d_Col = col + (epi ? ENDO_POINTS : 0);
		u->d_tRowLoc = row_at + (epi ? ENDO_POINTS * c.no_frames : 0);
		u->d_tColLoc = col_at + (epi ? ENDO_POINTS * c.no_frames : 0);
		u->d_T = templates + (epi ? ENDO_POINTS * c.in_elem : 0);
		u->in_pointer = u->point_no * c.in_elem;
		u->d_in2 = p;
		u->d_conv = p + ROOM;
		u->d_in2_pad_cumv = p + 2 * ROOM;
		u->d_in2_pad_cumv_sel = p + 3 * ROOM;
		u->d_in2_sub_cumh = p + 4 * ROOM;
		u->d_in2_sub_cumh_sel = p + 5 * ROOM;
		u->d_in2_sub2 = p + 6 * ROOM;
		u->d_in2_sqr = p + 7 * ROOM;
		u->d_in2_sqr_sub2 = p + 8 * ROOM;
		u->d_in_sqr = p + 9 * ROOM;
		u->d_tMask = p + 10 * ROOM;
		u->d_mask_conv = p + 11 * ROOM;
	}
}
END

# the kernel of srad reads in front of and behind its image: an image is a part of a buffer, which this kernel has as an argument
cat > "$tmp/hold.cu" <<'END'
extern "C" __global__ void hold(float *p)
{
}
END

# one NAME SOURCE [OPTION ...]: without the paths of sources and what is made of them, the bytes are the same on every machine
one() {
	local name=$1 source=$2
	shift 2
	(cd "$(dirname "$source")" && "$NVCC" -arch=sm_90 -ptx -lineinfo -w -I"$tmp" -include rodinia.h -I. -I.. -I../.. -I../../common "$@" \
		-o "$tmp/$name.raw" "$(basename "$source")")
	sed -e 's|^\([[:space:]]*\.file[[:space:]]*[0-9]*[[:space:]]*\)"\(.*/\)\{0,1\}\([^/"]*\)".*|\1"\3"|' \
		-e 's/_INTERNAL_[0-9a-f]\{8\}_/_INTERNAL_00000000_/g' \
		-e 's/\(95,73,78,84,69,82,78,65,76,95,\)\([0-9]*,\)\{8\}/\148,48,48,48,48,48,48,48,/g' "$tmp/$name.raw" > "$tmp/$name.ptx"
	(cd "$tmp/empty" && "$toolkit/bin/ptxas" -arch=sm_90 -lineinfo "../$name.ptx" -o "../$name.cubin") # where no source is
	cp "$tmp/$name.cubin" "$out/$name.cubin"
	echo "$name.cubin"
}
one hold "$tmp/hold.cu"
one backprop "$suite/backprop/backprop_cuda.cu"
one bfs "$suite/bfs/bfs.cu"
one btree-find "$suite/b+tree/kernel/kernel_gpu_cuda_wrapper.cu"
one btree-range "$suite/b+tree/kernel/kernel_gpu_cuda_wrapper_2.cu"
one cfd "$suite/cfd/euler3d.cu"
one cfd-double "$suite/cfd/euler3d_double.cu"
one cfd-pre "$suite/cfd/pre_euler3d.cu"
one cfd-pre-double "$suite/cfd/pre_euler3d_double.cu"
for k in fdwt53 fdwt97 rdwt53 rdwt97; do one dwt2d-$k "$suite/dwt2d/dwt_cuda/$k.cu"; done
one dwt2d-components "$suite/dwt2d/components.cu"
one gaussian "$suite/gaussian/gaussian.cu"
one heartwall "$tmp/heartwall.cu" -I"$suite/heartwall"
one hotspot "$suite/hotspot/hotspot.cu"
one hotspot3D "$suite/hotspot3D/3D.cu"
one huffman "$suite/huffman/main_test_cu.cu"
one bucketsort "$suite/hybridsort/bucketsort.cu" -DRODINIA_TEXELS=1024
one mergesort "$suite/hybridsort/mergesort.cu" -DRODINIA_TEXELS=36864
one kmeans "$suite/kmeans/kmeans_cuda.cu" -DRODINIA_TEXELS=3481600
one lavaMD "$suite/lavaMD/kernel/kernel_gpu_cuda_wrapper.cu"
one leukocyte-find "$suite/leukocyte/CUDA/find_ellipse_kernel.cu"
one leukocyte-track "$tmp/track.cu" -I"$suite/leukocyte/CUDA"
one lud "$suite/lud/cuda/lud_kernel.cu"
one mummergpu "$suite/mummergpu/src/mummergpu.cu" -DTREETEX=0 -DREORDER_TREE=0
one myocyte "$suite/myocyte/main.cu"
one nn "$suite/nn/nn_cuda.cu"
one nw "$suite/nw/needle.cu"
one particlefilter-float "$suite/particlefilter/ex_particle_CUDA_float_seq.cu"
one particlefilter-naive "$suite/particlefilter/ex_particle_CUDA_naive_seq.cu"
one pathfinder "$suite/pathfinder/pathfinder.cu"
one srad-v1 "$suite/srad/srad_v1/main.cu"
one srad-v2 "$suite/srad/srad_v2/srad.cu"
one streamcluster "$suite/streamcluster/streamcluster_cuda.cu"
python3 -B "$here/rodinia-inputs.py" "$out"
cp "$here/rodinia.csv" "$out/.."
