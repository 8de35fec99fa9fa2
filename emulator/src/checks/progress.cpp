#include "checks/progress.h"

#include <algorithm>

namespace emu {

bool Progress::includes(const Progress& other) const
{
    for (std::size_t queue = 0; queue < other.done_.size(); ++queue)
        if (!includes(int(queue), other.done_[queue]))
            return false;
    return true;
}

void Progress::join(const Progress& other)
{
    done_.resize(std::max(done_.size(), other.done_.size()));
    for (std::size_t queue = 0; queue < other.done_.size(); ++queue)
        done_[queue] = std::max(done_[queue], other.done_[queue]);
}

void Progress::add(int queue, uint64_t operation)
{
    done_.resize(std::max(done_.size(), std::size_t(queue) + 1));
    done_[std::size_t(queue)] = std::max(done_[std::size_t(queue)], operation);
}

}  // namespace emu
