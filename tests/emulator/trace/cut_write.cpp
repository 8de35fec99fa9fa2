// Preloaded into a traced program: sends it a signal in the middle of a write. CUT_WRITE=N:BYTES:SIGNAL names the N-th
// pwrite(), from 0, and how much of it is written before the signal; all of it, if it is not longer. Linux cuts between two
// pages, which may lie anywhere in a trace.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sys/syscall.h>
#include <unistd.h>

extern "C" ssize_t pwrite(int file, const void* bytes, size_t count, off_t at)
{
    static int written = 0;
    int wanted = -1, signal = 0;
    size_t most = 0;
    if (const char* words = std::getenv("CUT_WRITE"))
        std::sscanf(words, "%d:%zu:%d", &wanted, &most, &signal);
    const bool is_cut = written++ == wanted;
    const ssize_t done = syscall(SYS_pwrite64, file, bytes, is_cut ? std::min(count, most) : count, at);
    if (is_cut)
        std::raise(signal);
    return done;
}

extern "C" ssize_t pwrite64(int file, const void* bytes, size_t count, off64_t at)
{
    return pwrite(file, bytes, count, at);
}
