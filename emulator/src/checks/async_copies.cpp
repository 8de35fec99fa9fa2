#include "checks/async_copies.h"

#include "state/grid.h"

#include <cstdlib>
#include <cstring>

namespace emu {
namespace {

constexpr int kMaxSlots = 256;  // as many as blocks can be resident

// Plain memory, as fibers use it.
struct Copies {
    AsyncCopy* first;
    int count, room;
};

// The copies of one block.
struct CopiesOfBlock {
    uint64_t launch, block;
    uint32_t batch[kMaxThreads];  // the current batch of each thread
    Copies of_thread[kMaxThreads];
    Copies of_barriers;
};
CopiesOfBlock* of_slot[kMaxSlots];

CopiesOfBlock& copies_of_block()
{
    CopiesOfBlock*& copies = of_slot[grid.block->slot];
    if (!copies)
        copies = static_cast<CopiesOfBlock*>(std::calloc(1, sizeof(CopiesOfBlock)));
    if (copies->launch != grid.number || copies->block != grid.block->number) {
        copies->launch = grid.number;
        copies->block = grid.block->number;
        std::memset(copies->batch, 0, sizeof copies->batch);
        for (Copies& each : copies->of_thread)
            each.count = 0;
        copies->of_barriers.count = 0;
    }
    return *copies;
}

void add(Copies& copies, const AsyncCopy& copy)
{
    if (copies.count == copies.room) {
        copies.room = copies.room ? 2 * copies.room : 16;
        copies.first =
            static_cast<AsyncCopy*>(std::realloc(copies.first, std::size_t(copies.room) * sizeof(AsyncCopy)));
    }
    copies.first[copies.count++] = copy;
}

// The shadow of the running block's shared memory, if the bytes are in it; else null.
Shadow* shadow_at(uintptr_t low, std::size_t bytes)
{
    Block& block = *grid.block;
    return block.dynamic_shared.contains(low, low + bytes)  ? &block.dynamic_shared
           : block.static_shared.contains(low, low + bytes) ? &block.static_shared
                                                            : nullptr;
}

// Ends the copies for which is_over(copy).
template <class IsOver>
void end(Copies& copies, IsOver is_over)
{
    int left = 0;
    for (int i = 0; i < copies.count; ++i) {
        const AsyncCopy copy = copies.first[i];
        if (is_over(copy))
            shadow_at(copy.low, copy.bytes)->set_written(copy.low, copy.bytes);
        else
            copies.first[left++] = copy;
    }
    copies.count = left;
}

const AsyncCopy* find_in(const Copies& copies, uintptr_t address)
{
    for (int i = copies.count - 1; i >= 0; --i)
        if (address - copies.first[i].low < copies.first[i].bytes)
            return &copies.first[i];
    return nullptr;
}

}  // namespace

void note_copy(int thread, uintptr_t low, std::size_t bytes, const unsigned long long* barrier,
               const char* file, int line)
{
    Shadow* shadow = shadow_at(low, bytes);
    if (!shadow)
        return;
    CopiesOfBlock& copies = copies_of_block();
    add(barrier ? copies.of_barriers : copies.of_thread[thread],
        {low, unsigned(bytes), copies.batch[thread], barrier, file, line});
    shadow->set_unwritten(low, bytes);
}

void close_batch(int thread)
{
    ++copies_of_block().batch[thread];
}

void end_batches(int thread, std::size_t prior)
{
    CopiesOfBlock& copies = copies_of_block();
    const std::size_t current = copies.batch[thread];
    end(copies.of_thread[thread], [=](const AsyncCopy& copy) { return copy.batch + prior < current; });
}

void end_copies_at(const unsigned long long* barrier)
{
    end(copies_of_block().of_barriers, [=](const AsyncCopy& copy) { return copy.barrier == barrier; });
}

const AsyncCopy* find_copy(uintptr_t address, int* thread)
{
    if (!of_slot[grid.block->slot])
        return nullptr;
    const CopiesOfBlock& copies = copies_of_block();
    *thread = -1;
    if (const AsyncCopy* copy = find_in(copies.of_barriers, address))
        return copy;
    for (*thread = 0; *thread < grid.threads; ++*thread)
        if (const AsyncCopy* copy = find_in(copies.of_thread[*thread], address))
            return copy;
    return nullptr;
}

}  // namespace emu
