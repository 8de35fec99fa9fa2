// The file of a trace. Between two calls it is whole, with its last record, however the program ends: the last record
// is written after each part and overwritten by the next one.
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
    // cannot be written; errno says why.
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

    int fd_ = -1;
    bool can_overwrite_ = true;
    int64_t end_ = 0;  // of the lines, without the last one
    std::string waiting_;
};

}  // namespace emu
