#include "nccl/meeting_place.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace emu {
namespace {

std::string rank_file(int rank)
{
    return "rank" + std::to_string(rank);
}

// Whether all of it was written.
bool write_all(int file, const std::string& text)
{
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t n = ::write(file, text.data() + done, text.size() - done);
        if (n < 0 && errno != EINTR)
            return false;
        done += n > 0 ? std::size_t(n) : 0;
    }
    return true;
}

}  // namespace

std::string MeetingPlace::make()
{
    const char* temporary = std::getenv("TMPDIR");
    for (const std::string& root : {std::string("/dev/shm"), std::string(temporary ? temporary : "/tmp")}) {
        std::string path = root + "/emulated_nccl_XXXXXX";
        if (path.size() < 100 && mkdtemp(path.data()))
            return path;
    }
    return "";
}

std::string MeetingPlace::make_part(const std::string& folder, const std::string& name)
{
    const std::string path = folder + "_" + name;
    mkdir(path.c_str(), 0700);  // another rank may have done so
    return path;
}

bool MeetingPlace::enter(int rank)
{
    // The lock is on the file before it has its name. The file stays open as long as the process lives.
    const std::string unnamed = path("new" + std::to_string(getpid()) + "_" + std::to_string(rank));
    const int file = ::open(unnamed.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    struct flock lock = {};
    lock.l_type = F_WRLCK;
    if (file < 0 || fcntl(file, F_SETLK, &lock) != 0)
        return false;
    const bool entered = link(unnamed.c_str(), path(rank_file(rank)).c_str()) == 0;
    unlink(unnamed.c_str());
    return entered;
}

bool MeetingPlace::has_entered(int rank) const
{
    return exists(rank_file(rank));
}

bool MeetingPlace::lives(int rank) const
{
    const int file = ::open(path(rank_file(rank)).c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0)
        return false;
    struct flock lock = {};
    lock.l_type = F_WRLCK;
    const bool locked = fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    ::close(file);
    return locked;
}

void MeetingPlace::leave(const std::vector<int>& own, int ranks)
{
    for (const int rank : own)
        write("left" + std::to_string(rank), "");
    for (int rank = 0; rank < ranks; ++rank)
        if (!has_left(rank) && lives(rank))
            return;
    remove();
}

bool MeetingPlace::has_left(int rank) const
{
    return exists("left" + std::to_string(rank));
}

void MeetingPlace::remove() const
{
    std::error_code ignored;
    if (!folder_.empty())
        std::filesystem::remove_all(folder_, ignored);
}

void MeetingPlace::write(const std::string& name, const std::string& text) const
{
    // Nobody sees a half of it.
    const std::string unnamed = path("new" + std::to_string(getpid()) + "_" + name);
    const int file = ::open(unnamed.c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
    const bool written = file >= 0 && write_all(file, text);
    if (file >= 0)
        ::close(file);
    if (written && rename(unnamed.c_str(), path(name).c_str()) == 0)
        return;
    if (access(folder_.c_str(), F_OK) == 0)
        std::fprintf(stderr, "CUDA emulator: cannot write %s, by which processes exchange NCCL's data\n",
                     path(name).c_str());
}

bool MeetingPlace::read(const std::string& name, std::string& text) const
{
    const int file = ::open(path(name).c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    struct stat about = {};
    fstat(file, &about);
    text.resize(std::size_t(about.st_size));
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t n = ::read(file, text.data() + done, text.size() - done);
        if (n == 0 || (n < 0 && errno != EINTR))
            break;
        done += n > 0 ? std::size_t(n) : 0;
    }
    ::close(file);
    return done == text.size();
}

bool MeetingPlace::exists(const std::string& name) const
{
    return access(path(name).c_str(), F_OK) == 0;
}

double MeetingPlace::age(const std::string& name) const
{
    struct stat about = {};
    if (stat(path(name).c_str(), &about) != 0)
        return 0;
    timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return double(now.tv_sec - about.st_mtim.tv_sec) + 1e-9 * double(now.tv_nsec - about.st_mtim.tv_nsec);
}

std::vector<std::string> MeetingPlace::names_with(const std::string& part) const
{
    std::vector<std::string> found;
    std::error_code ignored;
    for (const auto& each : std::filesystem::directory_iterator(folder_, ignored))
        if (const std::string name = each.path().filename(); name.find(part) != std::string::npos)
            found.push_back(name);
    return found;
}

void MeetingPlace::erase(const std::string& name) const
{
    unlink(path(name).c_str());
}

}  // namespace emu
