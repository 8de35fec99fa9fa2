#include "nccl/waiting.h"

#include "checks/reports.h"
#include "state/one_at_a_time.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>
#include <string>
#include <unistd.h>

namespace emu {
namespace {

constexpr double kIdle = 20;      // seconds of wall time in which nothing happens in this process
constexpr double kAsleep = 2;     // the same, if its other threads sleep and have never called
constexpr double kEachOther = 8;  // seconds that ranks of two processes wait for each other
constexpr double kLook = 0.05;    // seconds between two looks at the other processes
constexpr int kStopped = 40;      // looks in a row at a stopped process: a user may go on with all of them

std::mutex& woken_lock = *new std::mutex;
std::condition_variable& woken = *new std::condition_variable;

double seconds_of(clockid_t clock)
{
    timespec now;
    clock_gettime(clock, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

// For a moment, in which the other threads of the host may call.
void let_others_run()
{
    const int calls = host_thread.calls;
    for (int i = 0; i < calls; ++i)
        one_thread_of_the_host.unlock();
    {
        std::unique_lock lock(woken_lock);
        woken.wait_for(lock, std::chrono::microseconds(500));
    }
    for (int i = 0; i < calls; ++i)
        one_thread_of_the_host.lock();
}

enum class Others { none, asleep, running };

// What the other threads of this process do. One that waits for a processor or for a disk runs.
Others other_threads()
{
    Others found = Others::none;
    std::error_code ignored;
    for (const auto& each : std::filesystem::directory_iterator("/proc/self/task", ignored)) {
        if (each.path().filename() == std::to_string(gettid()))
            continue;
        std::ifstream file(each.path() / "stat");
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        const std::size_t name_end = text.rfind(')');  // number (name) state
        if (name_end == std::string::npos || name_end + 2 >= text.size())
            continue;  // it has ended
        if (text[name_end + 2] != 'S')
            return Others::running;
        found = Others::asleep;
    }
    return found;
}

// Whether the ranks of this process that are missing can never call: they belong to the thread that waits.
class Loneliness {
public:
    bool is_certain(double now)
    {
        if (now - looked_ < 0.05)
            return false;
        looked_ = now;
        const Others others = other_threads();
        if (others == Others::none)
            return true;
        const double used = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        if (others == Others::running || threads_that_called > 1 || used - processor_ > 0.1 * kAsleep) {
            since_ = now;
            processor_ = used;
        }
        return now - since_ > kAsleep;
    }

private:
    double looked_ = 0, since_ = seconds_of(CLOCK_MONOTONIC);
    double processor_ = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
};

constexpr const char* kGroupNeeded =
    "A thread with several ranks makes the calls of all of them between "
    "ncclGroupStart() and\nncclGroupEnd().";

[[noreturn]] void end(const Wait& wait, const std::string& why, const std::string& details)
{
    report_host(wait.what + " of rank " + std::to_string(wait.rank) + " waits for ever: " + why, wait.file,
                wait.line, details);
    wait.team.leave();
    std::exit(EXIT_FAILURE);
}

std::string rank_text(int rank)
{
    return "rank " + std::to_string(rank);
}

// A rank of this process, without another thread that could call for it.
[[noreturn]] void end_alone(const Wait& wait, int missing)
{
    end(wait, rank_text(missing) + " has not called it",
        rank_text(missing) + " belongs to the same thread, which waits here" +
            (wait.team.is_here(missing) ? "; its communicator was made at " + wait.team.origin_of(missing)
                                        : "") +
            "\n" + kGroupNeeded);
}

// One of the missing ranks whose process has ended; -1: none. One that has not even said that it ends comes first.
int first_dead(const Wait& wait, const std::vector<int>& missing)
{
    int dead = -1;
    for (const int rank : missing)
        if (!wait.team.is_here(rank) && !wait.team.place.lives(rank)) {
            if (!wait.team.place.has_left(rank))
                return rank;
            dead = dead < 0 ? rank : dead;
        }
    return dead;
}

// A process that a signal has stopped neither waits nor answers.
bool is_stopped(pid_t process)
{
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t name_end = text.rfind(')');  // number (name) state
    return name_end != std::string::npos && text.compare(name_end, 3, ") T") == 0;
}

// stopped: looks in a row that have found the process of a missing rank stopped.
void check_other_processes(const Wait& wait, const std::function<std::vector<int>()>& missing, double waited,
                           int& stopped)
{
    if (const int dead = first_dead(wait, missing()); dead >= 0) {
        const std::vector<int> still = missing();  // it may have answered before it ended
        if (std::find(still.begin(), still.end(), dead) != still.end())
            end(wait, "the process of " + rank_text(dead) + " has ended", "It has not made this call.");
    }
    if (waited < kEachOther)
        return;
    for (const int rank : missing()) {
        const std::string file = "waits" + std::to_string(rank);
        std::string text;
        if (wait.team.is_here(rank) || !wait.team.place.exists(file) ||
            wait.team.place.age(file) <= kEachOther || !wait.team.place.read(file, text))
            continue;
        const std::size_t cut = text.find(' ');  // process what
        const std::string what = text.substr(cut + 1);
        if (!is_stopped(std::atoi(text.c_str())))
            end(wait, rank_text(rank) + " waits, too", rank_text(rank) + " waits in " + what);
        if (++stopped > kStopped)
            end(wait, rank_text(rank) + " does not answer",
                "A signal has stopped its process, " + text.substr(0, cut) + ", in " + what);
        return;
    }
    stopped = 0;
}

}  // namespace

void wait_until_none(const Wait& wait, const std::function<std::vector<int>()>& missing)
{
    double start = 0, wall = 0, processor = 0, looked = 0;
    int stopped = 0;
    std::optional<Loneliness> loneliness;
    for (std::vector<int> absent = missing(); !absent.empty(); absent = missing()) {
        const double now = seconds_of(CLOCK_MONOTONIC);
        if (start == 0) {
            start = wall = now;
            processor = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
            wait.team.tell_waiting(wait.rank,
                                   std::to_string(getpid()) + " " + wait.what + " at " + wait.place);
        }
        const auto here =
            std::find_if(absent.begin(), absent.end(), [&](int rank) { return wait.team.is_here(rank); });
        if (here == absent.end())
            loneliness.reset();
        else if (!loneliness)
            loneliness.emplace();
        if (loneliness && loneliness->is_certain(now))
            end_alone(wait, *here);
        if (wait.limit == 0 && now - looked > kLook) {
            looked = now;
            check_other_processes(wait, missing, now - start, stopped);
        }
        if (now - wall > kIdle) {
            const bool idle = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - processor < 0.1 * kIdle;
            for (const int rank : missing())
                if (idle && wait.team.is_here(rank))
                    end(wait, rank_text(rank) + " has not called it",
                        "All threads of this process have been idle for " + std::to_string(int(kIdle)) +
                            " s.\n" + kGroupNeeded);
            wall = now;
            processor = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        }
        if (wait.limit > 0 && now - start > wait.limit)
            end(wait,
                rank_text(absent.front()) + " has not called it within " + std::to_string(int(wait.limit)) +
                    " s",
                "Each of the " + std::to_string(wait.team.ranks) +
                    " ranks makes this call, with the same id.\n" + kGroupNeeded);
        let_others_run();
    }
    if (start != 0)
        wait.team.tell_waiting(wait.rank, "");
}

void wake_waiting()
{
    woken.notify_all();
}

}  // namespace emu
