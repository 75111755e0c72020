/* For tests alone: what a process that this is loaded into (LD_PRELOAD) does to the files of its data
 * directory goes wrong as the file in TENGEN_TEST_DISK says, now and whenever that changes. The file is two
 * 32-bit integers of this machine: what goes wrong, and after how many writes and syncs. Everything else is
 * left alone. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { WORKS, FULL, BROKEN_WRITES, BROKEN_SYNCS, DIES };

/* What exists already can be written on a full disk; of the database that is its front. */
enum { FRONT = 4096, SECTOR = 512 };

static volatile int32_t *told;

__attribute__((constructor)) static void open_told(void) {
    const char *path = getenv("TENGEN_TEST_DISK");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *found = file < 0 ? MAP_FAILED : mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (found == MAP_FAILED) {
        static const char text[] = "disk.so: TENGEN_TEST_DISK names no file that can be written\n";
        ssize_t written = write(2, text, sizeof text - 1);
        (void)written;
        _exit(97);
    }
    close(file);
    told = found;
}

/* 0: not in the data directory, 1: in it, 2: the database. */
static int kind(int file) {
    char name[32], path[4096];
    int saved = errno;
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    ssize_t length = readlink(name, path, sizeof path - 1);
    errno = saved;
    if (length < 0) return 0;
    path[length] = 0;
    if (!strstr(path, "/data/")) return 0;
    return strstr(path, "/data/tengen.redb") ? 2 : 1;
}

static int dies_now(int file) {
    return told && told[0] == DIES && kind(file) == 2 && __sync_sub_and_fetch(&told[1], 1) == 0;
}

/* How much of a write gets through before it fails with errno; all of it when nothing is wrong. */
static size_t allowed(int file, size_t count, off_t offset) {
    int what = told ? told[0] : WORKS;
    if (what != FULL && what != BROKEN_WRITES) return count;
    int which = kind(file);
    if (!which || (what == FULL && which == 2 && offset >= 0 && offset < FRONT)) return count;
    if (count > SECTOR) return count / 2;
    errno = what == FULL ? ENOSPC : EIO;
    return 0;
}

static ssize_t write_at(int file, const void *bytes, size_t count, off_t offset) {
    int dies = dies_now(file);
    size_t most = dies ? count / 2 : allowed(file, count, offset);
    if (count && !most && !dies) return -1;
    ssize_t written =
        offset < 0 ? syscall(SYS_write, file, bytes, most) : syscall(SYS_pwrite64, file, bytes, most, offset);
    if (dies) kill(getpid(), SIGKILL);
    return written;
}

ssize_t write(int file, const void *bytes, size_t count) { return write_at(file, bytes, count, -1); }
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    return write_at(file, bytes, count, offset);
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off_t offset) {
    return write_at(file, bytes, count, offset);
}

static int sync_by(long call, int file) {
    if (dies_now(file)) kill(getpid(), SIGKILL);
    if (told && told[0] == BROKEN_SYNCS && kind(file)) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(call, file);
}

int fsync(int file) { return sync_by(SYS_fsync, file); }
int fdatasync(int file) { return sync_by(SYS_fdatasync, file); }
