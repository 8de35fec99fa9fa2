// An end for what might wait for ever: a collective whose partner is gone, a copy between GPUs that never ends.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace ladders {

// While it exists, time runs: after `seconds` without its end, `give_up` is called, which must not return.
class Deadline {
public:
    Deadline(double seconds, std::function<void()> give_up);
    ~Deadline();
    Deadline(const Deadline&) = delete;
    Deadline& operator=(const Deadline&) = delete;

private:
    std::mutex mutex_;
    std::condition_variable ended_;
    bool over_ = false;
    std::thread watch_;
};

}  // namespace ladders
