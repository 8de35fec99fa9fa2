// Prints counters as a table, with Nsight Compute's terms.
#include "cuda_emulator/source_table.h"

#include "cuda_emulator/launch_counters.h"
#include "debug_info/line_table.h"

#include <cstdarg>
#include <cstdio>
#include <fstream>
#include <map>

namespace emu {
namespace {

std::string print(const char* format, ...) __attribute__((format(printf, 1, 2)));
std::string print(const char* format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return text;
}

std::string as_line(std::string text)
{
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
}

double ratio(uint64_t a, uint64_t b)
{
    return b ? double(a) / double(b) : 0;
}

// Lines of source files; empty where a file cannot be read.
class Sources {
public:
    std::string line(const std::string& file, int number)
    {
        const auto [found, is_new] = files_.try_emplace(file);
        std::vector<std::string>& lines = found->second;
        if (is_new) {
            std::ifstream stream(file);
            for (std::string text; std::getline(stream, text);)
                lines.push_back(text);
        }
        if (number < 1 || std::size_t(number) > lines.size())
            return "";
        const std::string& text = lines[std::size_t(number) - 1];
        const std::size_t first = text.find_first_not_of(" \t");
        return first == std::string::npos ? "" : text.substr(first);
    }

private:
    std::map<std::string, std::vector<std::string>> files_;
};

bool is_global(const LineCounters& c)
{
    return c.space == Space::global || c.space == Space::module;
}

uint64_t excess(const LineCounters& c)
{
    return c.sectors > c.ideal_sectors ? c.sectors - c.ideal_sectors : 0;
}

std::string row(const LineCounters& c, const std::string& line, const std::string& source)
{
    const std::string access =
        std::string(name_of(c.space)) + " " + name_of(c.access) + print(" %2d B", c.bytes);
    std::string text = print("%6s  %-20s %10llu %7.1f", line.c_str(), access.c_str(),
                             (unsigned long long)c.requests, ratio(c.lanes, c.requests));
    if (is_global(c))
        text += print(" %8.2f %7.2f %6.0f%%", ratio(c.sectors, c.requests),
                      ratio(c.ideal_sectors, c.requests), 100 * ratio(excess(c), c.sectors));
    else
        text += print(" %8s %7s %7s", "", "", "");
    if (is_shared(c.space))
        text +=
            print(" %10llu %6.1f", (unsigned long long)c.wavefronts, ratio(c.wavefronts, c.ideal_wavefronts));
    else
        text += print(" %10s %6s", "", "");
    text +=
        c.access == Access::atomic ? print(" %6.1f", ratio(c.same_address, c.requests)) : print(" %6s", "");
    text += is_global(c) ? print(" %6.0f%%", 100 * ratio(c.lanes * uint64_t(c.bytes), c.sectors * 32))
                         : print(" %7s", "");
    return as_line(text + "  " + source.substr(0, 70));
}

std::string head()
{
    constexpr const char* kFormat = "%6s  %-20s %10s %7s %8s %7s %7s %10s %6s %6s %7s  %s";
    return as_line(
               print(kFormat, "", "", "", "threads", "sectors", "", "", "wave-", "", "same", "asked", "")) +
           as_line(print(kFormat, "line", "access", "requests", "/req", "/req", "ideal", "excess", "fronts",
                         "n-way", "addr", "/moved", "source"));
}

std::string findings(const LineCounters& c, const std::string& place)
{
    std::string text;
    if (is_global(c) && c.access != Access::atomic && excess(c) > 0)
        text += print(
            "%s: uncoalesced global accesses resulting in a total of %llu excessive sectors (%.0f%% of the "
            "total %llu sectors)\n",
            place.c_str(), (unsigned long long)excess(c), 100 * ratio(excess(c), c.sectors),
            (unsigned long long)c.sectors);
    if (is_shared(c.space) && c.wavefronts > c.ideal_wavefronts)
        text +=
            print("%s: a %.1f - way bank conflict across all %llu shared %s requests\n", place.c_str(),
                  ratio(c.wavefronts, c.ideal_wavefronts), (unsigned long long)c.requests, name_of(c.access));
    if (c.access == Access::atomic && c.same_address > c.requests)
        text += print("%s: atomics are serialised, as %.1f threads of a warp access one address\n",
                      place.c_str(), ratio(c.same_address, c.requests));
    return text;
}

std::string dimensions(const dim3& d)
{
    std::string text = std::to_string(d.x);
    if (d.y > 1 || d.z > 1)
        text += " x " + std::to_string(d.y);
    return d.z > 1 ? text + " x " + std::to_string(d.z) : text;
}

std::string table_of(const KernelCounters& kernel, Sources& sources)
{
    std::string text = kernel.kernel + ": " + dimensions(kernel.grid) + " blocks of " +
                       dimensions(kernel.block) + " threads";
    if (kernel.launches > 1)
        text +=
            ", the first of " + std::to_string(kernel.launches) + " launches; their counters are added up";
    text += "\n";
    std::string file, said;
    int line = 0;
    if (!kernel.lines.empty())
        text += head();
    for (const LineCounters& c : kernel.lines) {
        const bool new_file = c.file != file, new_line = new_file || c.line != line;
        if (new_file)
            text += c.file.empty() ? "an unknown file\n" : c.file + "\n";
        text += row(c, new_line ? std::to_string(c.line) : "", new_line ? sources.line(c.file, c.line) : "");
        said += findings(c, base_name(c.file) + ":" + std::to_string(c.line));
        file = c.file, line = c.line;
    }
    text += said;
    for (const LaunchLine& c : kernel.launch_lines)
        text += print("%s:%d: %llu launches by device code\n", base_name(c.file).c_str(), c.line,
                      (unsigned long long)c.launches);
    if (kernel.by_device_code)
        text +=
            print("Child grids, launched by device code: %llu\n", (unsigned long long)kernel.by_device_code);
    if (kernel.barriers)
        text += print("Barriers passed by blocks: %llu\n", (unsigned long long)kernel.barriers);
    if (kernel.collectives)
        text += print("Warp collectives: %llu\n", (unsigned long long)kernel.collectives);
    for (const TensorLine& c : kernel.tensor_lines)
        text += print("Tensor instructions at %s:%d: %llu\n", base_name(c.file).c_str(), c.line,
                      (unsigned long long)c.instructions);
    if (kernel.warp_steps)
        text += print("Avg. Active Threads Per Warp: %.2f\n", ratio(kernel.lane_steps, kernel.warp_steps));
    return text;
}

}  // namespace

std::string source_table(const std::vector<KernelCounters>& launches)
{
    Sources sources;
    std::string text;
    for (const KernelCounters& kernel : by_kernel(launches))
        text += (text.empty() ? "" : "\n") + table_of(kernel, sources);
    return text;
}

}  // namespace emu
