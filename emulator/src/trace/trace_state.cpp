#include "trace/trace_state.h"

#include "debug_info/host_line.h"
#include "debug_info/never_destroyed.h"
#include "state/grid.h"
#include "trace/trace_words.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

namespace emu {

[[gnu::init_priority(101)]] static NeverDestroyed<Trace> the_trace;
Trace& trace = the_trace.value;

std::string last_line_of_trace()
{
    return JsonLine("end").add("requests", trace.requests).add("left_out", trace.left_out).text();
}

bool has_room()
{
    trace.changed = true;
    if (trace.records < trace.limits.limit)
        return true;
    ++trace.left_out;
    return false;
}

void flush_trace()
{
    if (trace.file.flush(last_line_of_trace()))
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
        flush_trace();
}

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

uint64_t next_step(const Warp& warp)
{
    return trace.steps[grid.block->number * (kMaxThreads / kLanes) + uint64_t(warp.index)]++;
}

static std::vector<int64_t> list_of(const dim3& d)
{
    return {d.x, d.y, d.z};
}

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
}  // namespace emu
