/* device.h: a real NVIDIA GPU through the CUDA driver, which is loaded at run time. Building this needs nothing of CUDA.
 *
 * An error is SIMT_BAD_INPUT if there is no driver or no such device, or if something does not fit the device. It is SIMT_FAULT if a
 * kernel failed; after that nothing works any more in the process. One thread at a time.
 *
 * What this module cannot do: more than one device at a time, MIG instances, other vendors. */
#ifndef VALIDATE_DEVICE_H
#define VALIDATE_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

typedef int cu_result; /* 0: fine */
typedef int cu_device;
typedef uint64_t cu_pointer;
typedef struct cu_context_s *cu_context;
typedef struct cu_module_s *cu_module;
typedef struct cu_function_s *cu_function;
typedef struct cu_stream_s *cu_stream;
typedef struct cu_event_s *cu_event;
typedef struct cu_link_s *cu_link;

/* CUlaunchAttribute and CUlaunchConfig of cuda.h. */
struct launch_attribute {
	int id;
	uint32_t pad;
	uint32_t value[16];
};
struct launch_config {
	unsigned grid[3], block[3], shared;
	cu_stream stream;
	struct launch_attribute *attribute;
	unsigned nattributes;
};

struct driver {
#define DRIVER(name, symbol, needed, parameters) cu_result(*name) parameters;
#include "validate/gpu/driver.def"
#undef DRIVER
};

struct device {
	struct driver d;
	void *library;
	int index;
	cu_device device;
	cu_context context;
	/* provenance; text is "" and numbers are 0 where unknown */
	char name[128], uuid[48], driver_version[80];
	int cuda_version;            /* of the driver: 13000 is 13.0 */
	int major, minor;            /* compute capability */
	int sms, l2_bytes;           /* streaming multiprocessors */
	unsigned sm_mhz, memory_mhz; /* now */
	unsigned sm_max_mhz, memory_max_mhz;
};

/* Loads the driver and makes a context on device `index`. *d is filled in; device_close gives everything back, after a failure too. */
bool device_open(struct device *d, int index, struct simt_error *e);
void device_close(struct device *d);
/* Reads the clocks as they are now. */
void device_read_clocks(struct device *d);

/* True where r is 0. Else sets *e: "<what>: CUDA_ERROR_NAME (meaning)". */
bool device_ok(const struct device *d, cu_result r, struct simt_error *e, const char *what);
/* Did a kernel fail, so that the context is of no use any more? */
bool device_is_fault(cu_result r);

#endif
