#include "trace/trace.h"

#include "cuda_emulator/options.h"
#include "debug_info/host_line.h"
#include "debug_info/never_destroyed.h"
#include "state/grid.h"
#include "trace/json_line.h"
#include "trace/trace_file.h"
#include "trace/traced_arrays.h"
#include "trace/traced_places.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unordered_map>

namespace emu {
namespace {

constexpr int kVersion = 1;  // of the format; TRACE.md and trace.schema.json describe it
constexpr int kSectorBytes = 32, kBanks = 32;

struct Trace {
    TraceFile file;
    TraceOptions limits;
    TracedArrays arrays;
    TracedPlaces places;
    uint64_t launches = 0, records = 0, requests = 0, left_out = 0;
    bool on = true;                                   // trace_launches()
    bool launch_told = false;                         // the current launch has its record
    bool changed = false;                             // since the last flush
    std::unordered_map<uint64_t, uint64_t> steps;     // of this launch, by block and warp
    std::unordered_map<uint64_t, uint64_t> barriers;  // by block
};
[[gnu::init_priority(101)]] NeverDestroyed<Trace> the_trace;
Trace& trace = the_trace.value;

std::string last_line()
{
    return JsonLine("end").add("requests", trace.requests).add("left_out", trace.left_out).text();
}

// Whether there is room for another record; if not, it counts as left out.
bool has_room()
{
    trace.changed = true;
    if (trace.records < trace.limits.limit)
        return true;
    ++trace.left_out;
    return false;
}

// If the file cannot be written any more, says so and goes on without it.
void flush()
{
    if (trace.file.flush(last_line()))
        return;
    std::fprintf(stderr, "CUDA emulator: the trace %s cannot be written: %s\n", trace.limits.file.c_str(),
                 strerror(errno));
    trace.file.abandon();
}

void put(const JsonLine& line)
{
    ++trace.records;
    trace.file.add(line.text());
    if (trace.file.is_full())
        flush();
}

std::string base_of_kernel(const std::string& name)
{
    const std::string plain = name.substr(0, name.find('<'));
    const std::size_t scope = plain.rfind("::");
    return scope == std::string::npos ? plain : plain.substr(scope + 2);
}

// The name as the launch spells it, or without its namespace and template arguments.
bool is_wanted_kernel()
{
    const std::string& wanted = trace.limits.kernel;
    return wanted.empty() || wanted == grid.kernel.name || wanted == base_of_kernel(grid.kernel.name);
}

bool is_wanted_block()
{
    const TraceOptions& limits = trace.limits;
    const uint3& b = grid.block->index;
    return limits.all_blocks || (b.x == limits.block[0] && b.y == limits.block[1] && b.z == limits.block[2]);
}

bool is_wanted_warp(const Warp& warp)
{
    return is_wanted_block() && (trace.limits.warp < 0 || trace.limits.warp == warp.index);
}

bool is_wanted_place(const PlaceInSource& place)
{
    const TraceOptions& limits = trace.limits;
    if (limits.line == 0)
        return true;
    const std::string source = limits.source.substr(limits.source.find_last_of('/') + 1);
    return place.line == limits.line && (source.empty() || source == place.file);
}

// The number of what the warp does now.
uint64_t next_step(const Warp& warp)
{
    return trace.steps[grid.block->number * (kMaxThreads / kLanes) + uint64_t(warp.index)]++;
}

std::vector<int64_t> list_of(const dim3& d)
{
    return {d.x, d.y, d.z};
}

// The launch's record comes before the first one that belongs to it.
void tell_launch()
{
    if (trace.launch_told)
        return;
    trace.launch_told = true;
    trace.arrays.begin_launch();
    const PlaceInSource place = place_of(host_line());
    JsonLine line("launch");
    line.add("launch", trace.launches).add("kernel", grid.kernel.name);
    line.add_list("grid", list_of(grid.size)).add_list("block", list_of(grid.block_size));
    line.add("shared_bytes", uint64_t(trace.arrays.static_shared_bytes() + grid.dynamic_bytes));
    line.add("dynamic_shared_bytes", uint64_t(grid.dynamic_bytes));
    if (!place.file.empty())
        line.add("file", place.file).add("line", place.line);
    put(line);
}

void tell_array(const TracedArray& array)
{
    JsonLine line("array");
    line.add("array", array.number).add("name", array.name).add("space", array.space);
    line.add("bytes", uint64_t(array.bytes)).add("base", array.base);
    if (!array.place.file.empty())
        line.add("file", array.place.file).add("line", array.place.line);
    put(line);
}

// What each record of a warp begins with.
JsonLine line_of(const char* kind, const Warp& warp, uint64_t step, const PlaceInSource& place)
{
    const uint3& b = grid.block->index;
    JsonLine line(kind);
    line.add("launch", trace.launches).add_list("block", {b.x, b.y, b.z});
    line.add("warp", warp.index).add("step", step);
    if (!place.file.empty())
        line.add("file", place.file).add("line", place.line);
    return line;
}

// Whether what the warp does at this place is to be recorded. It is a step of the warp in any case.
bool is_wanted(const Warp& warp, const PlaceInSource& place, uint64_t* step)
{
    if (!is_wanted_warp(warp))
        return false;
    *step = next_step(warp);
    if (!is_wanted_place(place) || !has_room())
        return false;
    tell_launch();
    return true;
}

const char* name_of(Operation operation)
{
    return is_atomic(operation) ? "atomic" : is_load(operation) ? "load" : "store";
}

// The lanes of a request that access one array.
struct Part {
    TracedArray array;
    uint32_t lanes = 0, outside = 0;
    std::vector<int64_t> offsets;
};

std::vector<Part> parts_of(const Site& site, const Warp& warp, uint32_t lanes)
{
    std::vector<Part> parts;
    for (; lanes; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        const uintptr_t address = warp.address[lane];
        bool is_new = false;
        const TracedArray& array = trace.arrays.find(site.count.space, address, &is_new);
        if (is_new)
            tell_array(array);
        std::size_t i = 0;
        while (i < parts.size() && parts[i].array.number != array.number)
            ++i;
        if (i == parts.size())
            parts.push_back({array, 0, 0, {}});
        const auto offset = int64_t(address - array.low);
        parts[i].lanes |= 1u << lane;
        parts[i].offsets.push_back(offset);
        if (offset < 0 || offset + int64_t(site.count.bytes) > int64_t(array.bytes))
            parts[i].outside |= 1u << lane;
    }
    return parts;
}

JsonLine memory_line(const Warp& warp, uint64_t step, const Site& site, const PlaceInSource& place,
                     const Part& part)
{
    JsonLine line = line_of("memory", warp, step, place);
    line.add("space", part.array.space).add("op", name_of(site.count.operation));
    if (is_volatile(site.count.operation))
        line.add_true("volatile");
    line.add("bytes", site.count.bytes).add("array", part.array.number);
    line.add_lanes("lanes", part.lanes).add_list("offsets", part.offsets);
    if (part.outside)
        line.add_lanes("outside", part.outside);
    return line;
}

const char* name_of(WarpOperation operation)
{
    switch (operation) {
        case WarpOperation::tensor:
            return "tensor";
        case WarpOperation::sync:
            return "__syncwarp";
        case WarpOperation::shuffle:
            return "__shfl_sync";
        case WarpOperation::shuffle_up:
            return "__shfl_up_sync";
        case WarpOperation::shuffle_down:
            return "__shfl_down_sync";
        case WarpOperation::shuffle_xor:
            return "__shfl_xor_sync";
        case WarpOperation::ballot:
            return "__ballot_sync";
        case WarpOperation::all:
            return "__all_sync";
        case WarpOperation::any:
            return "__any_sync";
        case WarpOperation::match_any:
            return "__match_any_sync";
        case WarpOperation::match_all:
            return "__match_all_sync";
        case WarpOperation::add:
            return "__reduce_add_sync";
        case WarpOperation::min_signed:
        case WarpOperation::min_unsigned:
            return "__reduce_min_sync";
        case WarpOperation::max_signed:
        case WarpOperation::max_unsigned:
            return "__reduce_max_sync";
        case WarpOperation::bit_and:
            return "__reduce_and_sync";
        case WarpOperation::bit_or:
            return "__reduce_or_sync";
        case WarpOperation::bit_xor:
            return "__reduce_xor_sync";
    }
    return "";
}

const char* name_of(BarrierKind kind)
{
    switch (kind) {
        case BarrierKind::plain:
            return "__syncthreads";
        case BarrierKind::count:
            return "__syncthreads_count";
        case BarrierKind::all:
            return "__syncthreads_and";
        case BarrierKind::any:
            return "__syncthreads_or";
        case BarrierKind::tile:
            return "tile";
    }
    return "";
}

// Lanes of a warp that arrived at different lines have a record each.
void trace_arrivals(const Warp& warp, uint32_t lanes, uint64_t number)
{
    if (!lanes || !is_wanted_warp(warp))
        return;
    const uint64_t step = next_step(warp);
    while (lanes) {
        const BarrierCall& call = warp.barrier[__builtin_ctz(lanes)];
        const PlaceInSource place = place_of(call.place.file, call.place.line);
        uint32_t here = 0;
        for (uint32_t rest = lanes; rest; rest &= rest - 1) {
            const BarrierCall& other = warp.barrier[__builtin_ctz(rest)];
            if (place_of(other.place.file, other.place.line) == place)
                here |= 1u << __builtin_ctz(rest);
        }
        lanes &= ~here;
        if (!is_wanted_place(place) || !has_room())
            continue;
        tell_launch();
        JsonLine line = line_of("barrier", warp, step, place);
        line.add("kind", name_of(call.kind));
        if (number)
            line.add("number", number);
        put(line.add_lanes("lanes", here));
    }
}

std::string program_name()
{
    const std::string name = program_invocation_name;
    return name.substr(name.find_last_of('/') + 1);
}

void begin_file()
{
    const TraceOptions& limits = trace.limits;
    JsonLine chosen(nullptr);
    if (!limits.kernel.empty())
        chosen.add("kernel", limits.kernel);
    if (!limits.source.empty())
        chosen.add("file", limits.source.substr(limits.source.find_last_of('/') + 1));
    if (limits.line)
        chosen.add("line", limits.line);
    if (limits.all_blocks)
        chosen.add("block", "all");
    else
        chosen.add_list("block", {limits.block[0], limits.block[1], limits.block[2]});
    if (limits.warp >= 0)
        chosen.add("warp", limits.warp);
    chosen.add("records", limits.limit);
    JsonLine line("trace");
    line.add("version", kVersion).add("program", program_name()).add("warp_size", kLanes);
    line.add("sector_bytes", kSectorBytes).add("banks", kBanks).add_object("limits", chosen);
    trace.file.add(line.text());
}

}  // namespace

bool open_trace()
{
    close_trace();
    trace.limits = options().trace;
    trace.launches = trace.records = trace.requests = trace.left_out = 0;
    trace.arrays.begin();
    if (!trace.file.open(trace.limits.file))
        return false;
    begin_file();
    if (trace.file.flush(last_line()))
        return true;
    const int error = errno;
    trace.file.abandon();
    errno = error;
    return false;
}

void open_wanted_trace()
{
    const std::string& name = options().trace.file;
    if (name.empty() || open_trace())
        return;
    std::fprintf(stderr, "CUDA emulator: CUDA_EMULATOR: trace=%s cannot be written: %s\n", name.c_str(),
                 strerror(errno));
    std::_Exit(2);
}

void close_trace()
{
    if (!trace.file.is_open())
        return;
    flush();
    trace.file.end(last_line());
}

void trace_launches(bool on)
{
    trace.on = on;
}

void begin_trace_of_launch()
{
    grid.trace = false;
    if (!trace.on || !trace.file.is_open())
        return;
    ++trace.launches;
    grid.trace = is_wanted_kernel();
    trace.launch_told = false;
    trace.steps.clear();
    trace.barriers.clear();
}

void end_trace_of_launch()
{
    if (!grid.trace)
        return;
    const bool has_run = grid.threads_refused < 0 && grid.dynamic_refused < 0;
    if (has_run && !trace.launch_told && has_room())
        tell_launch();
    if (trace.changed)
        flush();
    trace.changed = false;
}

void trace_request(const Site& site, const Warp& warp, const Shape& shape)
{
    uint64_t step;
    const PlaceInSource& place = trace.places.at(site.count.pc);
    if (!is_wanted(warp, place, &step))
        return;
    ++trace.requests;
    const std::vector<Part> parts = parts_of(site, warp, shape.lanes);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        JsonLine line = memory_line(warp, step, site, place, parts[i]);
        if (i > 0) {
            put(line.add_true("continued"));
            continue;
        }
        const Traffic& traffic = shape.traffic;
        line.add("wavefronts", traffic.wavefronts).add("sectors", traffic.sectors);
        line.add("ideal", traffic.sectors ? traffic.ideal_sectors : traffic.ideal_wavefronts);
        if (is_atomic(site.count.operation))
            line.add("same_address", traffic.same_address);
        put(line);
    }
}

void trace_basic_block(const Warp& warp, uint32_t lanes, uintptr_t pc)
{
    uint64_t step;
    const PlaceInSource& place = trace.places.at(pc);
    if (place.is_librarys)
        return;
    if (grid.kernel_pc == 0)
        grid.kernel_pc = pc;  // the kernel's first block comes before enter_kernel()
    if (is_wanted(warp, place, &step))
        put(line_of("active", warp, step, place).add_lanes("lanes", lanes));
}

void trace_barrier(const Block& block)
{
    if (!is_wanted_block())
        return;
    const uint64_t number = ++trace.barriers[block.number];
    for (int i = 0; i < block.warp_count; ++i)
        trace_arrivals(block.warps[i], block.warps[i].live, number);
}

void trace_tile(const Block& block, const TileCall& tile)
{
    for (int i = tile.first_warp; i < tile.first_warp + tile.warps && i < block.warp_count; ++i)
        trace_arrivals(block.warps[i], block.warps[i].live, 0);
}

void trace_collective(const Warp& warp, uint32_t lanes, WarpOperation operation, const int* from)
{
    uint64_t step;
    const Place& call = warp.collective[__builtin_ctz(lanes)].place;
    const PlaceInSource place = place_of(call.file, call.line);
    if (!is_wanted(warp, place, &step))
        return;
    JsonLine line = line_of(from ? "shuffle" : "collective", warp, step, place);
    line.add("kind", name_of(operation)).add_lanes("lanes", lanes);
    if (from) {
        std::vector<int64_t> sources;
        for (; lanes; lanes &= lanes - 1)
            sources.push_back(from[__builtin_ctz(lanes)]);
        line.add_list("from", sources);
    }
    put(line);
}

}  // namespace emu
