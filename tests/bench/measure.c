/* measure FILE COMMAND...: runs a command, and writes to FILE, in one line: its user and system time and the time that passed, in seconds, and
 * the most memory that it had, in KiB. The status is the command's. For bench.sh. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double
seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

int
main(int argc, char **argv)
{
	struct timespec a, b;
	struct rusage used;
	int status;
	pid_t child;
	FILE *f;

	if (argc < 3)
		return 2;
	clock_gettime(CLOCK_MONOTONIC, &a);
	child = fork();
	if (!child) {
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &used) < 0) {
		perror("measure");
		return 2;
	}
	clock_gettime(CLOCK_MONOTONIC, &b);
	f = fopen(argv[1], "w");
	if (!f) {
		perror(argv[1]);
		return 2;
	}
	fprintf(f, "%.6f %.6f %.6f %ld\n", seconds(used.ru_utime), seconds(used.ru_stime),
		(double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) / 1e9, used.ru_maxrss);
	if (fclose(f))
		return 2;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
