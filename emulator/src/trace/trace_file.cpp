#include "trace/trace_file.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace emu {

bool TraceFile::open(const std::string& name)
{
    fd_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    end_ = 0;
    waiting_.clear();
    can_overwrite_ = fd_ >= 0 && lseek(fd_, 0, SEEK_CUR) >= 0 && lseek(fd_, 0, SEEK_END) >= 0;
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
    // At once, so that no ending comes between them.
    if (!write_all(can_overwrite_ ? waiting_ + last_line : waiting_, end_))
        return false;
    end_ += int64_t(waiting_.size());
    waiting_.clear();
    return true;
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
