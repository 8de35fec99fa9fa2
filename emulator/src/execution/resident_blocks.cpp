#include "execution/resident_blocks.h"

#include "checks/distributed.h"
#include "checks/early_reads.h"
#include "checks/standstill.h"
#include "checks/static_shared.h"
#include "cuda_emulator/options.h"
#include "debug_info/never_destroyed.h"
#include "debug_info/program.h"
#include "execution/cluster_blocks.h"
#include "execution/fiber.h"
#include "execution/no_progress.h"
#include "execution/run_order.h"
#include "execution/scheduler.h"
#include "state/grid.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace emu {
namespace {

constexpr int kMultiprocessors = 8, kBlocksPerMultiprocessor = 32, kThreadsPerMultiprocessor = 2048;
static_assert(kMultiprocessors * kBlocksPerMultiprocessor <= kMaxResidentBlocks);
constexpr std::size_t kDynamicBytes = 256 * 1024;  // per slot; no launch may ask for more
constexpr uintptr_t kAlignment =
    256;  // static shared memory has the same place relative to it when it is saved
constexpr uint64_t kIdleTurns = 64;  // of blocks in a row, before the check whether they wait forever
// Where this cannot be proven, so many idle turns are the most; with a step limit, an idle turn counts as so many basic blocks.
constexpr uint64_t kMostIdleTurns = 1 << 19, kStepsOfTurn = 64 * kLanes;

struct Slots {
    std::vector<Block*> all, free;
};
[[gnu::init_priority(101)]] NeverDestroyed<Slots> slots;
auto &all_slots = slots.value.all, &free_slots = slots.value.free;
Block* loaded = nullptr;  // whose static shared memory is in place

Block* take_slot()
{
    if (free_slots.empty()) {
        auto* block = static_cast<Block*>(reserve_zeroed(sizeof(Block), "a block"));
        block->slot = int(all_slots.size());
        block->dynamic_memory = static_cast<char*>(reserve_zeroed(kDynamicBytes, "shared memory"));
        block->dynamic_shared.reserve(reinterpret_cast<uintptr_t>(block->dynamic_memory), kDynamicBytes);
        block->dynamic_high = block->dynamic_shared.low;
        block->static_shared.reserve(program.thread_storage(), program.thread_storage_bytes());
        block->saved_bytes = static_cast<char*>(std::malloc(program.thread_storage_bytes() + kAlignment));
        all_slots.push_back(block);
        free_slots.push_back(block);
    }
    Block* block = free_slots.back();
    free_slots.pop_back();
    return block;
}

// All blocks have their static shared memory at the same addresses: swap it.
void load(Block& block)
{
    if (loaded == &block)
        return;
    if (loaded && loaded->started && grid.static_low < grid.static_high) {
        loaded->saved_low = grid.static_low;
        loaded->saved_high = grid.static_high;
        std::memcpy(loaded->saved_static + (grid.static_low - program.thread_storage()),
                    reinterpret_cast<const void*>(grid.static_low), grid.static_high - grid.static_low);
    }
    if (block.started && block.saved_low < block.saved_high)
        std::memcpy(reinterpret_cast<void*>(block.saved_low),
                    block.saved_static + (block.saved_low - program.thread_storage()),
                    block.saved_high - block.saved_low);
    loaded = &block;
}

// Clears the shadow of what earlier blocks of this grid in the same slot did to shared memory.
void forget_shared(Block& block)
{
    if (!block.used)
        return;
    block.used = false;
    if (grid.static_low < grid.static_high)
        block.static_shared.clear(grid.static_low, grid.static_high - grid.static_low);
    block.dynamic_shared.clear(block.dynamic_shared.low, block.dynamic_high - block.dynamic_shared.low);
    block.dynamic_high = block.dynamic_shared.low;
}

void release_cluster(Cluster& cluster)
{
    for (int rank = 0; rank < cluster.size; ++rank) {
        cluster.blocks[rank]->cluster = nullptr;
        cluster.blocks[rank]->started = false;
        free_slots.push_back(cluster.blocks[rank]);
    }
    cluster.size = 0;
}

void start(Block& block, uint64_t number)
{
    block.number = number;
    block.index = {unsigned(number % grid.size.x), unsigned(number / grid.size.x % grid.size.y),
                   unsigned(number / grid.size.x / grid.size.y)};
    block.static_shared.low = program.thread_storage() & ~uintptr_t(63);
    block.saved_static =
        block.saved_bytes + (program.thread_storage() - uintptr_t(block.saved_bytes)) % kAlignment;
    block.remote_static = block.static_shared;
    block.remote_static.low =
        uintptr_t(block.saved_static) - (program.thread_storage() - block.static_shared.low);
    block.saved_low = block.saved_high = 0;
    block.ended = false;
    block.remote = {};
    forget_shared(block);
    block.used = true;
    start_block(block);
}

// What run_grid() keeps of the blocks that have started. The blocks of a cluster stand side by side.
class Residents {
public:
    // Runs the block whose turn it is, after it has started the next one, or the next cluster, if it is time to.
    void take_turn();
    bool are_left() const { return !blocks_.empty() || next_ < clusters_; }
    void release();  // the grid has ended, or was aborted

private:
    bool may_start();
    void start_next();
    void finish(Block& block);
    void pass_turn(Block& block, bool over);

    const std::size_t size_ = std::size_t(grid.cluster_blocks);
    std::size_t most_ = 0;  // at once; 0: not known yet
    const uint64_t clusters_ = grid.blocks / size_;
    std::vector<Block*> blocks_;
    std::size_t turn_ = 0;
    uint64_t next_ = 0, idle_turns_ = 0;
    bool cluster_got_on_ = false;  // since its first block's turn
    Standstill standstill_;
};

// The first block, or cluster, always may: only then is the kernel's static shared memory known.
bool Residents::may_start()
{
    if (next_ == clusters_ || blocks_.empty())
        return next_ < clusters_;
    if (most_ == 0)
        most_ = std::size_t(std::max(max_resident_blocks(), 1));
    return blocks_.size() + size_ <= most_;
}

void Residents::start_next()
{
    turn_ = blocks_.size();
    const uint64_t number = nth_block(next_++);
    if (size_ == 1) {
        Block* block = take_slot();
        load(*block);
        start(*block, number);
        block->started = true;
        blocks_.push_back(block);
        return;
    }
    Cluster* cluster = take_cluster();
    for (cluster->size = 0; std::size_t(cluster->size) < size_; ++cluster->size) {
        Block* block = take_slot();
        cluster->blocks[cluster->size] = block;
        block->cluster = cluster;
        block->rank = cluster->size;
        start(*block, number_in_grid(number, block->rank));
        block->started = true;
        blocks_.push_back(block);
    }
    begin_cluster(*cluster);
}

// The shared memory of a cluster's blocks stays until all of them have ended.
void Residents::finish(Block& block)
{
    block.started = false;
    tell_early_reads(&block);
    blocks_.erase(blocks_.begin() + long(turn_));
    turn_ = 0;
    idle_turns_ = 0;
    if (!block.cluster) {
        free_slots.push_back(&block);
        return;
    }
    block.ended = true;
    if (!grid.aborted)
        check_end(block);
    if (++block.cluster->ended == block.cluster->size)
        release_cluster(*block.cluster);
}

// The block waits, or its turn is over: whose turn it is next. The blocks of a cluster take turns first, as long as any of
// them gets on before it waits.
void Residents::pass_turn(Block& block, bool over)
{
    cluster_got_on_ |= grid.progress && !over;
    const bool is_last = turn_ + 1 == blocks_.size() || blocks_[turn_ + 1]->cluster != block.cluster;
    if (block.cluster && !is_last) {
        ++turn_;
        return;
    }
    const auto of_cluster = [&](const Block* other) { return other->cluster == block.cluster; };
    if (block.cluster && cluster_got_on_)
        turn_ = std::size_t(std::find_if(blocks_.begin(), blocks_.end(), of_cluster) - blocks_.begin());
    else
        turn_ = may_start() ? blocks_.size() : turn_ + 1;
    cluster_got_on_ = false;
}

void Residents::take_turn()
{
    // Blocks run one after the other. While a block waits, the next one starts: the first may be waiting for it.
    if (may_start() && (blocks_.empty() || turn_ >= blocks_.size()))
        start_next();
    turn_ = turn_ < blocks_.size() ? turn_ : 0;
    Block& block = *blocks_[turn_];
    load(block);
    grid.block = &block;
    grid.progress = false;
    const Turn turn = run_block(block);
    if (turn == Turn::finished)
        return finish(block);
    idle_turns_ = grid.progress ? 0 : idle_turns_ + 1;
    if (idle_turns_ == 0 || grid.clock_read)
        standstill_.forget();
    grid.clock_read = false;
    if (!may_start() && idle_turns_ > kIdleTurns && idle_turns_ % blocks_.size() == 0) {
        if (standstill_.is_proven(blocks_))
            report_no_progress(blocks_, block, true, next_ == clusters_);
        else if (idle_turns_ > (options().step_limit ? options().step_limit / kStepsOfTurn : kMostIdleTurns))
            report_no_progress(blocks_, block, false, next_ == clusters_);
    }
    pass_turn(block, turn == Turn::over);
}

void Residents::release()
{
    while (!blocks_.empty()) {
        Block& block = *blocks_.back();
        blocks_.pop_back();
        if (block.cluster && !blocks_.empty() && blocks_.back()->cluster == block.cluster)
            continue;  // released with the others
        block.started = false;
        if (block.cluster)
            release_cluster(*block.cluster);
        else
            free_slots.push_back(&block);
    }
}

}  // namespace

int max_resident_blocks(int threads, std::size_t shared)
{
    const int rounded = (threads + kLanes - 1) / kLanes * kLanes;
    const std::size_t taken = (shared + kSharedUnit - 1) / kSharedUnit * kSharedUnit + kReservedShared;
    return kMultiprocessors * std::min({kBlocksPerMultiprocessor, kThreadsPerMultiprocessor / rounded,
                                        int(kSharedOfMultiprocessor / taken)});
}

int max_resident_blocks()
{
    return max_resident_blocks(grid.threads, static_shared_bytes(grid.kernel_pc) + grid.dynamic_bytes);
}

const std::vector<Block*>& block_slots()
{
    return all_slots;
}

void run_grid()
{
    loaded = nullptr;
    grid.static_low = ~uintptr_t(0);
    grid.static_high = 0;
    Residents residents;
    while (!grid.aborted && residents.are_left())
        residents.take_turn();
    residents.release();
    tell_early_reads(nullptr);
    for (Block* block : all_slots)
        forget_shared(*block);
}

void wind_back_blocks(uint32_t stamp)
{
    for (Block* block : all_slots) {
        if (!block->used)
            continue;
        if (grid.static_low < grid.static_high)
            block->static_shared.forget_stamps(grid.static_low, grid.static_high - grid.static_low);
        block->dynamic_shared.forget_stamps(block->dynamic_shared.low,
                                            block->dynamic_high - block->dynamic_shared.low);
        block->barrier_stamp = block->shared_stamp = stamp;
        block->remote.stamp = 0;
        block->acquired = 0;
        for (int i = 0; i < block->warp_count; ++i) {
            std::memset(block->warps[i].sync_stamp, 0, sizeof block->warps[i].sync_stamp);
            block->warps[i].tile_stamp = 0;
            std::memset(block->warps[i].acquired, 0, sizeof block->warps[i].acquired);
        }
    }
}

}  // namespace emu
