#include "trace/traced_arrays.h"

#include "memory/device_memory.h"
#include "state/cluster.h"
#include "state/grid.h"

#include <algorithm>

namespace emu {
namespace {

constexpr int64_t kSharedAlignment = 16;  // of the functions' parts of shared memory
constexpr uintptr_t kBankBytes = 4, kLine = 128;

// The last one that begins at or below the address; else the first one. Not of an empty list.
std::vector<Variable>::const_iterator nearest_below(const std::vector<Variable>& variables, uintptr_t address)
{
    const auto above = std::upper_bound(variables.begin(), variables.end(), address,
                                        [](uintptr_t a, const Variable& v) { return a < v.low; });
    return above == variables.begin() ? above : above - 1;
}

std::string key_of(const TracedArray& array)
{
    return array.name + '\n' + array.space + '\n' + std::to_string(array.bytes) + '\n' +
           std::to_string(array.base) + '\n' + array.place.file + '\n' + std::to_string(array.place.line) +
           '\n' + (array.moves ? "" : std::to_string(array.low));
}

}  // namespace

void TracedArrays::begin()
{
    numbers_.clear();
}

void TracedArrays::begin_launch()
{
    // Each thread of the host has its own.
    if (shared_.empty())
        shared_ = program.shared_variables();
    else
        for (Variable& variable : shared_)
            variable.low += program.thread_storage() - thread_storage_;
    thread_storage_ = program.thread_storage();
    has_names_ = false;
    known_.clear();
    groups_.clear();
    shared_end_ = 0;
    static_shared_bytes_ = 0;
    // The kernel's own arrays come first.
    const Frame frame = program.frames_at(grid.kernel_pc).front();
    kernel_ = frame.function;
    if (kernel_.starts_with("void "))  // of templates; the names of their variables are without it
        kernel_.erase(0, 5);
    kernel_file_ = place_of(frame.place).file;
    const std::size_t source = program.source_of_function(grid.kernel_pc);
    for (const Variable& variable : shared_)
        if (variable.scope == kernel_ && variable.source == source) {
            base_of(variable);
            static_shared_bytes_ += variable.bytes;
        }
}

const TracedArray& TracedArrays::find(Space space, uintptr_t address, bool* is_new)
{
    *is_new = false;
    for (const TracedArray& array : known_)
        if (address - array.low < array.bytes)
            return array;
    TracedArray found = look_up(space, address);
    const auto [number, added] = numbers_.try_emplace(key_of(found), int(numbers_.size()) + 1);
    *is_new = added;
    found.number = number->second;
    latest_ = found;
    const bool changes = space == Space::global && device_memory.heap.contains(address);
    if (changes || address - found.low >= found.bytes || !found.is_one)
        return latest_;
    known_.push_back(found);
    return known_.back();
}

TracedArray TracedArrays::look_up(Space space, uintptr_t address)
{
    switch (space) {
        case Space::shared:
            return shared(address);
        case Space::global:
            return allocation(address);
        case Space::distributed:
            return of_another_block(address);
        default:
            return variable(space, address);
    }
}

// A bank depends on the array's place relative to the others of its function.
int64_t TracedArrays::base_of(const Variable& variable)
{
    for (const Group& group : groups_)
        if (group.scope == variable.scope && group.source == variable.source)
            return group.base + int64_t(variable.low - group.low);
    const auto same = [&](const Variable& v) {
        return v.scope == variable.scope && v.source == variable.source;
    };
    const auto first = std::find_if(shared_.begin(), shared_.end(), same);
    const auto last = std::find_if(shared_.rbegin(), shared_.rend(), same);
    const uintptr_t low = first->low / kBankBytes * kBankBytes;
    if (!groups_.empty() && grid.dynamic_bytes > 0 && groups_.size() == 1)
        shared_end_ += int64_t(grid.dynamic_bytes);  // the dynamic one follows the kernel's own
    const int64_t base = (shared_end_ + kSharedAlignment - 1) / kSharedAlignment * kSharedAlignment;
    groups_.push_back({variable.scope, variable.source, low, base});
    shared_end_ = base + int64_t(last->low + last->bytes - low);
    return base + int64_t(variable.low - low);
}

TracedArray TracedArrays::shared(uintptr_t address)
{
    if (grid.block->dynamic_shared.contains(address, address + 1))
        return dynamic_shared();
    TracedArray array;
    array.space = "shared";
    if (shared_.empty()) {  // a program without symbols
        array.name = "unnamed shared memory";
        array.low = thread_storage_ / kLine * kLine;
        array.bytes = thread_storage_ + program.thread_storage_bytes() - array.low;
        return array;
    }
    const Variable& variable = *nearest_below(shared_, address);
    array.name = variable.name;
    array.low = variable.low;
    array.bytes = variable.bytes;
    array.base = base_of(variable);
    if (variable.scope == kernel_ || variable.scope.empty() || variable.scope.ends_with("namespace)"))
        array.place = place_of_shared(variable.name);
    return array;
}

// All shared memory of the block together.
TracedArray TracedArrays::of_another_block(uintptr_t address)
{
    TracedArray array;
    const Block& owner = *remote_owner(address);
    const bool dynamic = owner.dynamic_shared.contains(address, address + 1);
    array.name = "shared memory of another block";
    array.space = "distributed";
    array.low = dynamic ? owner.dynamic_shared.low : owner.remote_static.low;
    array.bytes = dynamic ? grid.dynamic_bytes : program.thread_storage_bytes();
    array.is_one = false;
    return array;
}

// At an access, all threads of its warp have called enter_kernel().
const ArgumentNames& TracedArrays::names()
{
    if (!has_names_)
        names_.read();
    has_names_ = true;
    return names_;
}

PlaceInSource TracedArrays::place_of_shared(const std::string& name)
{
    const int line = names().line_of_shared(name);
    return line ? PlaceInSource{kernel_file_, line} : PlaceInSource();
}

TracedArray TracedArrays::dynamic_shared()
{
    TracedArray array;
    array.name = names().dynamic_shared();
    array.place = place_of_shared(array.name);
    if (array.name.empty())
        array.name = "dynamic shared memory";
    array.space = "shared";
    array.low = grid.block->dynamic_shared.low;
    array.bytes = grid.dynamic_bytes;
    array.moves = true;
    array.base = (int64_t(static_shared_bytes_) + kSharedAlignment - 1) / kSharedAlignment * kSharedAlignment;
    return array;
}

TracedArray TracedArrays::variable(Space space, uintptr_t address)
{
    TracedArray array;
    array.space = space == Space::constant ? "constant" : "global";
    if (static_.empty())
        static_ = program.static_variables();
    const auto found = static_.empty() ? static_.end() : nearest_below(static_, address);
    if (found != static_.end() && address - found->low < found->bytes) {
        array.name = found->name;
        array.low = found->low;
        array.bytes = found->bytes;
    } else {
        const Program::Range image = program.image();
        array.name = space == Space::constant ? "unnamed constants" : "unnamed variables";
        array.low = image.low;
        array.bytes = image.high - image.low;
        array.is_one = false;
    }
    array.base = int64_t(array.low % kLine);
    return array;
}

TracedArray TracedArrays::allocation(uintptr_t address)
{
    TracedArray array;
    array.space = "global";
    const Allocation* found = device_memory.arena_of(address).nearest(address);
    if (!found) {
        array.name = "memory that is not allocated";
        array.low = device_memory.arena_of(address).low();
        return array;
    }
    array.low = found->low;
    array.bytes = found->bytes;
    array.base = int64_t(found->low % kLine);
    array.place = found->place ? place_of(found->place->line()) : PlaceInSource();
    array.name = names().pointing_into(found->low, found->high());
    if (array.name.empty())
        array.name = array.place.file.empty() ? "memory of an unknown line"
                                              : array.place.file + ":" + std::to_string(array.place.line);
    return array;
}

}  // namespace emu
