// A vector clock of the operations of all queues: up to which operation of each queue all is known to be done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace emu {

class Progress {
public:
    bool includes(int queue, uint64_t operation) const
    {
        return std::size_t(queue) < done_.size() && done_[std::size_t(queue)] >= operation;
    }
    bool includes(const Progress& other) const;
    void join(const Progress& other);
    void add(int queue, uint64_t operation);

    uint64_t last(int queue) const
    {
        return std::size_t(queue) < done_.size() ? done_[std::size_t(queue)] : 0;
    }

private:
    std::vector<uint64_t> done_;  // by queue
};

}  // namespace emu
