#include "common/support/progress.h"

#include "common/support/errors.h"
#include "common/support/processes.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <sys/ioctl.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace ladders {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr auto kFirstShown = seconds(2), kLongInput = seconds(10);
constexpr auto kTick = milliseconds(200);
// What hides the line prints at once; nothing is drawn meanwhile.
constexpr auto kAfterHiding = milliseconds(300);

// For the signal handlers, which may neither lock nor allocate.
std::array<char, 80> program_name;
std::array<char, 1000> standing;
std::array<char, 80> ended_by_sigterm;

template <std::size_t N>
void store(std::array<char, N>& to, const std::string& text)
{
    const std::size_t length = std::min(text.size(), N - 1);
    std::copy_n(text.begin(), length, to.begin());
    to[length] = 0;
}

void write_to_stderr(const char* text)
{
    [[maybe_unused]] const auto written = write(STDERR_FILENO, text, std::strlen(text));
}

const char* name_of(int signal)
{
    switch (signal) {
        case SIGSEGV:
            return "segmentation fault";
        case SIGBUS:
            return "bus error";
        case SIGFPE:
            return "arithmetic fault (an integer division by zero?)";
        case SIGILL:
            return "illegal instruction";
        case SIGABRT:
            return "abort()";
        default:
            return ended_by_sigterm.data();
    }
}

// The line names what was going on; then the signal does what it does without a handler.
void on_fatal_signal(int signal)
{
    std::signal(signal, SIG_DFL);
    write_to_stderr(program_name.data());
    write_to_stderr(": ");
    write_to_stderr(name_of(signal));
    if (standing[0]) {
        write_to_stderr(" in ");
        write_to_stderr(standing.data());
    }
    write_to_stderr("\n");
    std::raise(signal);
}

void catch_fatal_signals()
{
    static std::array<char, 64 * 1024> stack;  // the host's may be what overflowed
    stack_t own{};
    own.ss_sp = stack.data();
    own.ss_size = stack.size();
    sigaltstack(&own, nullptr);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM}) {
        struct sigaction previous {};
        sigaction(signal, nullptr, &previous);
        if ((previous.sa_flags & SA_SIGINFO) || previous.sa_handler != SIG_DFL)
            continue;  // a sanitizer's, say
        struct sigaction action {};
        action.sa_handler = on_fatal_signal;
        action.sa_flags = SA_ONSTACK | SA_NODEFER;
        sigaction(signal, &action, nullptr);
    }
}

class Watch {
public:
    Watch() : terminal_(isatty(STDERR_FILENO))
    {
        // The emulator's signals are for the main thread.
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        try {
            thread_ = std::thread([this] { loop(); });
        } catch (const std::system_error&) {
            // No memory for a thread: then nothing is shown.
        }
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
    }
    ~Watch()
    {
        {
            const std::lock_guard lock(mutex_);
            ended_ = true;
            erase();
        }
        wake_.notify_one();
        if (thread_.joinable())
            thread_.join();
    }

    void at(const std::string& what, bool selftest)
    {
        const std::lock_guard lock(mutex_);
        what_ = what;
        part_.clear();
        since_ = Clock::now();
        selftest_ = selftest;
        told_ = false;
        store(standing, what_);
    }
    void at_part(const std::string& part)
    {
        const std::lock_guard lock(mutex_);
        part_ = part;
        store(standing, text());
    }
    void allow(bool may)
    {
        const std::lock_guard lock(mutex_);
        erase();
        allowed_ = may;
    }
    void hide()
    {
        const std::lock_guard lock(mutex_);
        erase();
        not_before_ = Clock::now() + kAfterHiding;
    }

private:
    std::string text() const { return what_ + (what_.empty() || part_.empty() ? "" : ": ") + part_; }
    void loop()
    {
        std::unique_lock lock(mutex_);
        while (!wake_.wait_for(lock, kTick, [this] { return ended_; })) {
            const auto now = Clock::now();
            if (terminal_ && allowed_ && now > start_ + kFirstShown && now > not_before_)
                draw();
            else if (!terminal_ && selftest_ && !told_ && now > since_ + kLongInput)
                tell();
        }
    }
    void draw()
    {
        winsize size{};
        const int columns = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
        std::string line = std::string(program_name.data()) + ": " + text();
        line.resize(std::min<std::size_t>(line.size(), std::max(0, columns - 1)));
        // What is printed next, by a kernel say, starts at the line's beginning.
        write_to_stderr(("\r" + line + "\033[K\r").c_str());
        drawn_ = true;
    }
    void erase()
    {
        if (drawn_)
            write_to_stderr("\r\033[K");
        drawn_ = false;
    }
    void tell()
    {
        told_ = true;
        write_to_stderr(
            (std::string(program_name.data()) + ": takes long, over 10 s so far: " + text() + "\n").c_str());
    }

    const bool terminal_;
    const Clock::time_point start_ = Clock::now();
    std::mutex mutex_;
    std::condition_variable wake_;
    std::string what_, part_;
    Clock::time_point since_, not_before_;
    bool allowed_ = true, selftest_ = false, told_ = false, drawn_ = false, ended_ = false;
    std::thread thread_;  // last: it uses the others
};

Watch& watch()
{
    static Watch instance;
    return instance;
}

}  // namespace

void watch_progress(const std::string& program)
{
    store(program_name, program);
    const std::string ended = "ended by signal " + std::to_string(SIGTERM);
    store(ended_by_sigterm, processes() == 0 ? ended + " from outside"
                                             : "process " + std::to_string(process_rank()) + " of " +
                                                   std::to_string(processes()) + " was " + ended);
    catch_fatal_signals();
    watch();
}

void now_at(const std::string& what)
{
    watch().at(what, false);
}

void now_at_selftest(const std::string& what)
{
    watch().at(what, true);
}

void now_at_part(const std::string& part)
{
    watch().at_part(part);
}

void may_show_progress(bool may)
{
    watch().allow(may);
}

void hide_progress()
{
    watch().hide();
}

void give_up(const std::string& why)
{
    write_to_stderr(
        (std::string(program_name.data()) + ": " + why + (standing[0] ? " in " : "") + standing.data() + "\n")
            .c_str());
    std::_Exit(kExitCudaError);
}

}  // namespace ladders
