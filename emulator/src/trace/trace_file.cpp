#include "trace/trace_file.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

namespace emu {
namespace {

// Signals of this thread wait meanwhile: a write that one of them ends would be cut off.
class WithoutSignals {
public:
    WithoutSignals()
    {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, &before_);
    }
    ~WithoutSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    WithoutSignals(const WithoutSignals&) = delete;
    WithoutSignals& operator=(const WithoutSignals&) = delete;

private:
    sigset_t before_;
};

}  // namespace

bool TraceFile::open(const std::string& name)
{
    fd_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    end_ = 0;
    waiting_.clear();
    last_line_.clear();
    can_overwrite_ = fd_ >= 0 && ftruncate(fd_, 0) == 0;
    return fd_ >= 0;
}

void TraceFile::add(const std::string& line)
{
    if (fd_ >= 0)
        waiting_ += line;
}

bool TraceFile::flush(const std::string& last_line)
{
    if (fd_ < 0)
        return true;
    if (!(can_overwrite_ ? replace_last_line(last_line) : write_all(waiting_, 0)))
        return false;
    end_ += int64_t(waiting_.size());
    waiting_.clear();
    last_line_ = last_line;
    return true;
}

bool TraceFile::replace_last_line(const std::string& last_line)
{
    const WithoutSignals guard;
    // It goes first: a write that is cut off would leave what is behind the cut of it.
    if (ftruncate(fd_, end_) == 0 && write_all(waiting_ + last_line, end_))
        return true;
    const int error = errno;
    if (ftruncate(fd_, end_) == 0)
        write_all(last_line_, end_);
    errno = error;
    return false;
}

void TraceFile::end(const std::string& last_line)
{
    if (!can_overwrite_)
        write_all(last_line, 0);
    abandon();
}

void TraceFile::abandon()
{
    if (fd_ >= 0)
        ::close(fd_);
    fd_ = -1;
    waiting_.clear();
}

bool TraceFile::write_all(const std::string& text, int64_t at)
{
    std::size_t done = 0;
    while (done < text.size()) {
        const char* from = text.data() + done;
        const std::size_t rest = text.size() - done;
        const ssize_t n =
            can_overwrite_ ? pwrite(fd_, from, rest, at + int64_t(done)) : write(fd_, from, rest);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        done += std::size_t(n);
    }
    return true;
}

}  // namespace emu
