#include "cuda_emulator/counters_json.h"

#include "debug_info/line_table.h"

#include <cstdio>

namespace emu {
namespace {

// An object, written member by member.
class Object {
public:
    Object& add(const char* name, const std::string& json)
    {
        text_ += (text_.empty() ? "{\"" : ", \"") + std::string(name) + "\": " + json;
        return *this;
    }
    Object& add(const char* name, uint64_t number) { return add(name, std::to_string(number)); }
    std::string text() const { return text_ + "}"; }

private:
    std::string text_;
};

std::string json_of(const LineCounters& c, const std::string& kernel)
{
    return Object()
        .add("kernel", quoted_json(kernel))
        .add("file", quoted_json(base_name(c.file)))
        .add("line", uint64_t(c.line))
        .add("memory", quoted_json(name_of(c.space)))
        .add("access", quoted_json(name_of(c.access)))
        .add("bytes", uint64_t(c.bytes))
        .add("requests", c.requests)
        .add("lanes", c.lanes)
        .add("bytes_asked", c.lanes * uint64_t(c.bytes))
        .add("sectors", c.sectors)
        .add("ideal_sectors", c.ideal_sectors)
        .add("wavefronts", c.wavefronts)
        .add("ideal_wavefronts", c.ideal_wavefronts)
        .add("same_address", c.same_address)
        .text();
}

std::string json_of(const LaunchLine& c, const std::string& kernel)
{
    return Object()
        .add("kernel", quoted_json(kernel))
        .add("file", quoted_json(base_name(c.file)))
        .add("line", uint64_t(c.line))
        .add("launches", c.launches)
        .text();
}

std::string json_of(const WorkCounters::Copies& c)
{
    return Object()
        .add("synchronous", c.synchronous)
        .add("asynchronous", c.asynchronous)
        .add("bytes", c.bytes)
        .text();
}

std::string json_of(const TensorLine& c, const std::string& kernel)
{
    return Object()
        .add("kernel", quoted_json(kernel))
        .add("file", quoted_json(base_name(c.file)))
        .add("line", uint64_t(c.line))
        .add("instructions", c.instructions)
        .text();
}

std::string json_of(const LinkCounters::Traffic& traffic)
{
    return Object().add("requests", traffic.requests).add("bytes", traffic.bytes).text();
}

std::string json_of(const LinkCounters& link)
{
    return Object()
        .add("from", std::to_string(link.from))
        .add("to", std::to_string(link.to))
        .add("copies", json_of(link.copies))
        .add("staged_copies", json_of(link.staged_copies))
        .add("reads", json_of(link.reads))
        .add("writes", json_of(link.writes))
        .add("atomics", json_of(link.atomics))
        .add("collectives", json_of(link.collectives))
        .text();
}

uint64_t volume(const dim3& d)
{
    return uint64_t(d.x) * d.y * d.z;
}

}  // namespace

std::string quoted_json(const std::string& text)
{
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            char code[8];
            std::snprintf(code, sizeof code, "\\u%04x", unsigned(c));
            result += code;
        } else {
            result += c;
        }
    }
    return result + "\"";
}

std::string counters_json(const std::vector<KernelCounters>& launches, const WorkCounters& work)
{
    std::string lines, launch_lines, tensor_lines;
    uint64_t by_device_code = 0, tensor_instructions = 0;
    for (const KernelCounters& kernel : by_kernel(launches)) {
        for (const LineCounters& line : kernel.lines)
            lines += (lines.empty() ? "\n" : ",\n") + json_of(line, kernel.kernel);
        for (const LaunchLine& line : kernel.launch_lines)
            launch_lines += (launch_lines.empty() ? "\n" : ",\n") + json_of(line, kernel.kernel);
        for (const TensorLine& line : kernel.tensor_lines)
            tensor_lines += (tensor_lines.empty() ? "\n" : ",\n") + json_of(line, kernel.kernel);
        by_device_code += kernel.by_device_code;
        tensor_instructions += kernel.tensor_instructions();
    }
    uint64_t blocks = 0, threads = 0, barriers = 0, collectives = 0, warp_steps = 0, lane_steps = 0;
    for (const KernelCounters& launch : launches) {
        blocks += volume(launch.grid);
        threads += volume(launch.grid) * volume(launch.block);
        barriers += launch.barriers;
        collectives += launch.collectives;
        warp_steps += launch.warp_steps;
        lane_steps += launch.lane_steps;
    }
    std::string links;
    for (const LinkCounters& link : work.links)
        links += (links.empty() ? "\n" : ",\n") + json_of(link);
    Object all;
    all.add("lines", "[" + lines + "]")
        .add("barriers", barriers)
        .add("warp_collectives", collectives)
        .add("tensor_instructions", tensor_instructions)
        .add("tensor_lines", "[" + tensor_lines + "]")
        .add("active_threads_per_warp",
             std::to_string(warp_steps ? double(lane_steps) / double(warp_steps) : 0.0))
        .add("launches", launches.size())
        .add("launches_by_device_code", by_device_code)
        .add("launch_lines", "[" + launch_lines + "]")
        .add("blocks", blocks)
        .add("threads", threads)
        .add("pageable_copies", json_of(work.pageable))
        .add("pinned_copies", json_of(work.pinned))
        .add("operations", work.operations)
        .add("longest_chain", work.longest_chain)
        .add("streams", work.streams)
        .add("graph_launches", work.graph_launches)
        .add("host_waits", work.host_waits)
        .add("allocations", work.allocations);
    if (!links.empty())
        all.add("links", "[" + links + "]");
    return all.text() + "\n";
}

}  // namespace emu
