/* For tests alone: a process that this is loaded into (LD_PRELOAD) reads the wall clock so many
 * milliseconds off as the file in TENGEN_TEST_CLOCK says, now and whenever that changes. The file is one
 * 64-bit integer of this machine. Monotonic clocks are left alone. The kernel is asked by system call, so
 * that nothing here can wait for an allocator that itself asks for the time. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *offset_ms;

__attribute__((constructor)) static void open_offset(void) {
    const char *path = getenv("TENGEN_TEST_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *found = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *offset_ms, PROT_READ, MAP_SHARED, file, 0);
    if (found == MAP_FAILED) {
        static const char text[] = "clock.so: TENGEN_TEST_CLOCK names no file that can be read\n";
        ssize_t written = write(2, text, sizeof text - 1);
        (void)written;
        _exit(97);
    }
    close(file);
    offset_ms = found;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    long answer = syscall(SYS_clock_gettime, clock, now);
    if (answer == 0 && offset_ms && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        int64_t ns = now->tv_nsec + *offset_ms % 1000 * 1000000;
        now->tv_sec += *offset_ms / 1000 + (ns >= 1000000000) - (ns < 0);
        now->tv_nsec = ns >= 1000000000 ? ns - 1000000000 : ns < 0 ? ns + 1000000000 : ns;
    }
    return (int)answer;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec precise;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return -1;
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *into) {
    struct timespec precise;
    if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return -1;
    if (into) *into = precise.tv_sec;
    return precise.tv_sec;
}
