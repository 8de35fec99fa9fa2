#include "execution/resident_blocks.h"

#include "checks/reports.h"
#include "checks/standstill.h"
#include "debug_info/never_destroyed.h"
#include "debug_info/program.h"
#include "execution/fiber.h"
#include "execution/run_order.h"
#include "execution/scheduler.h"
#include "state/grid.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace emu {
namespace {

constexpr int kMultiprocessors = 8, kBlocksPerMultiprocessor = 32, kThreadsPerMultiprocessor = 2048;
static_assert(kMultiprocessors * kBlocksPerMultiprocessor <= kMaxResidentBlocks);
constexpr std::size_t kDynamicBytes = 256 * 1024;  // per slot; no launch may ask for more
constexpr uint64_t kIdleTurns = 64;  // of blocks in a row, before the check whether they wait forever
// Where this cannot be proven, one idle turn of a block counts as this many basic blocks towards the step
// limit.
constexpr uint64_t kStepsOfTurn = 64 * kLanes;

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
        block->saved_static = static_cast<char*>(std::malloc(program.thread_storage_bytes()));
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

void start(Block& block, uint64_t number)
{
    block.number = number;
    block.index = {unsigned(number % grid.size.x), unsigned(number / grid.size.x % grid.size.y),
                   unsigned(number / grid.size.x / grid.size.y)};
    block.static_shared.low = program.thread_storage() & ~uintptr_t(63);
    block.saved_low = block.saved_high = 0;
    forget_shared(block);
    block.used = true;
    start_block(block);
}

// all_started: no block is left that could start.
void report_no_progress(const Block& block, bool is_proven, bool all_started)
{
    for (int i = 0; i < block.warp_count; ++i) {
        const Warp& warp = block.warps[i];
        if (!warp.ready)
            continue;
        const int lane = __builtin_ctz(warp.ready);
        const SourceLine place = program.line_at(pc_of(warp.position[lane]));
        if (!is_proven)
            report_at("No forward progress: all threads only read what they have read before",
                      place.file.c_str(), place.line, i, lane,
                      "for longer than the step limit, " + std::to_string(grid.step_limit));
        else
            report_at(
                "No forward progress: every resident block waits for what no thread will write",
                place.file.c_str(), place.line, i, lane,
                grid.has_launched
                    ? "The kernel has launched child grids. A parent must not wait for them: they may begin "
                      "as late as when\nall of its blocks have ended. What needs their results is launched "
                      "into cudaStreamTailLaunch."
                : all_started
                    ? "All blocks have started, and no thread is left that could write what this loop "
                      "reads.\n"
                      "Does any thread write it before it waits itself, and in a branch that it takes?"
                    : "A block that has not started can start only when another one finishes: the "
                      "device holds " +
                          std::to_string(max_resident_blocks(grid.threads)) +
                          " blocks of this size at once.");
        break;
    }
    grid.abort(cudaErrorLaunchTimeout);
}

}  // namespace

int max_resident_blocks(int threads)
{
    const int rounded = (threads + kLanes - 1) / kLanes * kLanes;
    return kMultiprocessors * std::min(kBlocksPerMultiprocessor, kThreadsPerMultiprocessor / rounded);
}

void run_grid()
{
    std::vector<Block*> resident;
    const std::size_t most = std::size_t(max_resident_blocks(grid.threads));
    uint64_t next = 0, idle_turns = 0;
    Standstill standstill;
    std::size_t turn = 0;
    loaded = nullptr;
    grid.static_low = ~uintptr_t(0);
    grid.static_high = 0;
    while (!grid.aborted && (!resident.empty() || next < grid.blocks)) {
        Block* block;
        // Blocks run one after the other. While a block waits, the next one starts: the first may be waiting
        // for it.
        if (next < grid.blocks && resident.size() < most && (resident.empty() || turn >= resident.size())) {
            block = take_slot();
            load(*block);
            grid.block = block;
            start(*block, nth_block(next++));
            block->started = true;
            turn = resident.size();
            resident.push_back(block);
        } else {
            turn = turn < resident.size() ? turn : 0;
            block = resident[turn];
            load(*block);
            grid.block = block;
        }
        grid.progress = false;
        if (run_block(*block) == Turn::finished) {
            block->started = false;
            free_slots.push_back(block);
            resident.erase(resident.begin() + long(turn));
            turn = 0;
            idle_turns = 0;
        } else {
            idle_turns = grid.progress ? 0 : idle_turns + 1;
            const bool all_started = next == grid.blocks || resident.size() == most;
            if (idle_turns == 0 || grid.clock_read)
                standstill.forget();
            grid.clock_read = false;
            if (all_started && idle_turns > kIdleTurns && idle_turns % resident.size() == 0) {
                if (standstill.is_proven(resident))
                    report_no_progress(*block, true, next == grid.blocks);
                else if (idle_turns > grid.step_limit / kStepsOfTurn)
                    report_no_progress(*block, false, next == grid.blocks);
            }
            turn = next < grid.blocks && resident.size() < most ? resident.size() : turn + 1;
        }
    }
    for (Block* block : resident) {  // the grid was aborted
        block->started = false;
        free_slots.push_back(block);
    }
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
        block->barrier_stamp = stamp;
        block->acquired = 0;
        for (int i = 0; i < block->warp_count; ++i) {
            std::memset(block->warps[i].sync_stamp, 0, sizeof block->warps[i].sync_stamp);
            block->warps[i].tile_stamp = 0;
            std::memset(block->warps[i].acquired, 0, sizeof block->warps[i].acquired);
        }
    }
}

}  // namespace emu
