// The emulator works for one thread of the host at a time: the others wait for the end of its call.
#pragma once

#include <mutex>

namespace emu {

// Recursive: calls are made of other calls.
inline std::recursive_mutex one_thread_of_the_host;

// Of this thread of the host.
struct HostThread {
    bool has_called = false;
    int calls = 0;  // in one another, each of which holds the lock
    int host_function =
        -1;  // in a function that a stream calls, which was called with so many calls; else -1
};
inline thread_local HostThread host_thread;
inline int threads_that_called = 0;  // so far

// Reports a call of CUDA in such a function. Set by api/.
inline void (*report_call_in_host_function)() = nullptr;

// At the beginning of a call.
class OneAtATime {
public:
    OneAtATime()
    {
        if (!host_thread.has_called)
            ++threads_that_called;
        host_thread.has_called = true;
        if (host_thread.host_function == host_thread.calls++)
            report_call_in_host_function();
    }
    ~OneAtATime() { --host_thread.calls; }
    OneAtATime(const OneAtATime&) = delete;
    OneAtATime& operator=(const OneAtATime&) = delete;

private:
    const std::lock_guard<std::recursive_mutex> lock_{one_thread_of_the_host};
};

// While this thread is in a function that a stream calls. Other threads may call CUDA meanwhile: the function may wait
// for one of them. Within the replay of a graph, which is one operation, they may not.
class InHostFunction {
public:
    InHostFunction() : before_(host_thread)
    {
        if (before_.calls == 1) {
            host_thread.calls = 0;
            one_thread_of_the_host.unlock();
        }
        host_thread.host_function = host_thread.calls;
    }
    ~InHostFunction()
    {
        if (before_.calls == 1)
            one_thread_of_the_host.lock();
        host_thread = before_;
    }
    InHostFunction(const InHostFunction&) = delete;
    InHostFunction& operator=(const InHostFunction&) = delete;

private:
    const HostThread before_;
};

}  // namespace emu
