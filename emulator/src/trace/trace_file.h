// The file of a trace. Between two calls it is whole, with its last record, however the program ends: the last record
// is written after each part and overwritten by the next one. SIGKILL can cut off a write (Linux stops between two
// pages): the file is then a beginning of what it would have been, whose last line may lack its end.
#pragma once

#include <cstdint>
#include <string>

namespace emu {

class TraceFile {
public:
    // Begins a new file. Returns false if it cannot be written; errno says why.
    bool open(const std::string& name);
    bool is_open() const { return fd_ >= 0; }
    // A line, which may stay in memory for now.
    void add(const std::string& line);
    // Writes what is in memory, and then the last line, which the next flush overwrites. Returns false if the file
    // cannot be written; errno says why, and the file is as it was, if that can be done.
    bool flush(const std::string& last_line);
    // Whether it is time to.
    bool is_full() const { return waiting_.size() >= kMostWaiting; }
    // Closes the flushed file. A pipe cannot be overwritten: it gets its last line here.
    void end(const std::string& last_line);
    // Closes it as it is.
    void abandon();

private:
    static constexpr std::size_t kMostWaiting = 64 * 1024;

    bool write_all(const std::string& text, int64_t at);
    bool replace_last_line(const std::string& last_line);

    int fd_ = -1;
    bool can_overwrite_ = true;
    int64_t end_ = 0;  // of the lines, without the last one
    std::string last_line_;
    std::string waiting_;
};

}  // namespace emu
