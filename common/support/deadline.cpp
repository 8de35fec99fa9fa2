#include "common/support/deadline.h"

#include <csignal>
#include <utility>

namespace ladders {

Deadline::Deadline(double seconds, std::function<void()> give_up)
{
    // The emulator's signals are for the main thread.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    watch_ = std::thread([this, seconds, give_up = std::move(give_up)] {
        std::unique_lock lock(mutex_);
        if (!ended_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return over_; }))
            give_up();
    });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Deadline::~Deadline()
{
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
    }
    ended_.notify_one();
    watch_.join();
}

}  // namespace ladders
