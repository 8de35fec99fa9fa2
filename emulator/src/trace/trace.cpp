#include "trace/trace.h"

#include "cuda_emulator/options.h"
#include "state/grid.h"
#include "trace/json_line.h"
#include "trace/trace_state.h"
#include "trace/trace_words.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace emu {
namespace {

constexpr int kVersion = 1;  // of the format; TRACE.md and trace.schema.json describe it
constexpr int kSectorBytes = 32, kBanks = 32;
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
    trace.has_kernel = false;
    trace.arrays.begin();
    if (!trace.file.open(trace.limits.file))
        return false;
    begin_file();
    if (trace.file.flush(last_line_of_trace()))
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
    flush_trace();
    trace.file.end(last_line_of_trace());
    if (!trace.has_kernel && trace.launches > 0)
        std::fprintf(stderr, "CUDA emulator: the trace is empty: no kernel %s was launched\n",
                     trace.limits.kernel.c_str());
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
    trace.launch_told = false;
    trace.steps.clear();
    trace.barriers.clear();
    choose_trace_of_launch();
}

void choose_trace_of_launch()
{
    if (trace.on && trace.file.is_open() && is_wanted_kernel())
        grid.trace = trace.has_kernel = true;
}

void end_trace_of_launch()
{
    if (!grid.trace)
        return;
    const bool has_run = grid.threads_refused < 0 && grid.dynamic_refused < 0;
    if (has_run && !trace.launch_told && has_room())
        tell_launch();
    if (trace.changed)
        flush_trace();
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
