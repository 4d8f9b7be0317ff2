#include "validate/gpu/device.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* Numbers of the driver's interface. */
enum {
	ATTRIBUTE_CLOCK_KHZ = 13,
	ATTRIBUTE_SMS = 16,
	ATTRIBUTE_MEMORY_CLOCK_KHZ = 36,
	ATTRIBUTE_L2_BYTES = 38,
	ATTRIBUTE_MAJOR = 75,
	ATTRIBUTE_MINOR = 76,
	RESULT_NO_DEVICE = 100,
	RESULT_ILLEGAL_ADDRESS = 700,
	RESULT_OUT_OF_RESOURCES = 701,
	RESULT_TIMEOUT = 702,
	RESULT_ASSERT = 710,
	RESULT_STACK_ERROR = 714,
	RESULT_LAUNCH_FAILED = 719
};

bool
device_is_fault(cu_result r)
{
	return r == RESULT_ILLEGAL_ADDRESS || r == RESULT_TIMEOUT || r == RESULT_ASSERT ||
	       (r >= RESULT_STACK_ERROR && r <= RESULT_LAUNCH_FAILED);
}

bool
device_ok(const struct device *d, cu_result r, struct simt_error *e, const char *what)
{
	const char *name = NULL, *text = NULL;

	if (r == 0)
		return true;
	if (d->d.error_name)
		d->d.error_name(r, &name);
	if (d->d.error_string)
		d->d.error_string(r, &text);
	return simt_fail(e, device_is_fault(r) ? SIMT_FAULT : SIMT_BAD_INPUT, "%s: %s %d (%s)", what, name ? name : "CUDA error", r,
			 text ? text : "unknown");
}

/* dlsym gives a pointer to data; ISO C has no conversion to one to a function, POSIX has these bytes. */
static bool
find(void *library, const char *symbol, void *function, size_t size)
{
	void *found = dlsym(library, symbol);

	memcpy(function, &found, size);
	return found != NULL;
}

static bool
load_driver(struct device *d, struct simt_error *e)
{
	d->library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!d->library)
		return simt_fail(e, SIMT_BAD_INPUT, "no NVIDIA driver on this machine (%s)", dlerror());
#define DRIVER(name, symbol, needed, parameters)                                  \
	if (!find(d->library, #symbol, &d->d.name, sizeof d->d.name) && (needed)) \
		return simt_fail(e, SIMT_BAD_INPUT, "the NVIDIA driver is too old: libcuda.so.1 has no %s", #symbol);
#include "validate/gpu/driver.def"
#undef DRIVER
	return true;
}

static int
attribute(const struct device *d, int which)
{
	int value = 0;

	return d->d.device_attribute(&value, which, d->device) == 0 ? value : 0;
}

static void
read_uuid(struct device *d)
{
	unsigned char u[16];
	size_t used = 4;

	if (!d->d.device_uuid || d->d.device_uuid(u, d->device) != 0)
		return;
	memcpy(d->uuid, "GPU-", 5);
	for (int i = 0; i < 16; i++)
		used += (size_t)snprintf(d->uuid + used, sizeof d->uuid - used, "%s%02x",
					 i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", (unsigned)u[i]);
}

/* The management library knows the clocks and the driver's version; it may be missing. */
void
device_read_clocks(struct device *d)
{
	enum { SM = 1, MEMORY = 2 };
	int (*init)(void), (*stop)(void), (*version)(char *, unsigned), (*by_uuid)(const char *, void **);
	int (*clock)(void *, int, unsigned *), (*clock_max)(void *, int, unsigned *);
	void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL), *handle = NULL;

	if (!library)
		return;
	if (find(library, "nvmlInit_v2", &init, sizeof init) && find(library, "nvmlShutdown", &stop, sizeof stop) &&
	    find(library, "nvmlSystemGetDriverVersion", &version, sizeof version) &&
	    find(library, "nvmlDeviceGetHandleByUUID", &by_uuid, sizeof by_uuid) &&
	    find(library, "nvmlDeviceGetClockInfo", &clock, sizeof clock) &&
	    find(library, "nvmlDeviceGetMaxClockInfo", &clock_max, sizeof clock_max) && init() == 0) {
		if (version(d->driver_version, sizeof d->driver_version) != 0)
			d->driver_version[0] = 0;
		if (by_uuid(d->uuid, &handle) == 0) {
			clock(handle, SM, &d->sm_mhz);
			clock(handle, MEMORY, &d->memory_mhz);
			clock_max(handle, SM, &d->sm_max_mhz);
			clock_max(handle, MEMORY, &d->memory_max_mhz);
		}
		stop();
	}
	dlclose(library);
}

bool
device_open(struct device *d, int index, struct simt_error *e)
{
	int count = 0;
	cu_result r;

	*d = (struct device){.index = index};
	if (!load_driver(d, e))
		return false;
	r = d->d.init(0);
	if (r == 0)
		r = d->d.device_count(&count);
	if (r == RESULT_NO_DEVICE || (r == 0 && count == 0))
		return simt_fail(e, SIMT_BAD_INPUT, "there is an NVIDIA driver on this machine, but no NVIDIA GPU");
	if (!device_ok(d, r, e, "starting the NVIDIA driver"))
		return false;
	if (index < 0 || index >= count)
		return simt_fail(e, SIMT_BAD_INPUT, "there is no device %d; this machine has %d, counted from 0", index, count);
	if (!device_ok(d, d->d.device_get(&d->device, index), e, "finding the device") ||
	    !device_ok(d, d->d.device_name(d->name, sizeof d->name, d->device), e, "asking for the device's name"))
		return false;
	d->d.version(&d->cuda_version);
	d->major = attribute(d, ATTRIBUTE_MAJOR);
	d->minor = attribute(d, ATTRIBUTE_MINOR);
	d->sms = attribute(d, ATTRIBUTE_SMS);
	d->l2_bytes = attribute(d, ATTRIBUTE_L2_BYTES);
	d->sm_max_mhz = (unsigned)attribute(d, ATTRIBUTE_CLOCK_KHZ) / 1000;
	d->memory_max_mhz = (unsigned)attribute(d, ATTRIBUTE_MEMORY_CLOCK_KHZ) / 1000;
	read_uuid(d);
	device_read_clocks(d);
	return device_ok(d, d->d.context_create(&d->context, 0, d->device), e, "making a context on the device");
}

void
device_close(struct device *d)
{
	if (d->context)
		d->d.context_destroy(d->context);
	if (d->library)
		dlclose(d->library);
	d->context = NULL;
	d->library = NULL;
}
