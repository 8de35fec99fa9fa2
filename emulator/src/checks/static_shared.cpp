#include "checks/static_shared.h"

#include "checks/reports.h"
#include "debug_info/program.h"
#include "state/grid.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <numeric>
#include <vector>

namespace emu {
namespace {

constexpr std::size_t kMostStaticShared = 48 * 1024;

// Farther away it is as likely to be meant for something else.
constexpr uintptr_t kNear = 64 * 1024;

const std::vector<Variable>& variables_at(uintptr_t pc)
{
    static auto& known = *new std::map<uintptr_t, std::vector<Variable>>;
    const auto [found, is_new] = known.try_emplace(pc);
    if (is_new)
        found->second = program.static_shared_of_function(pc);
    return found->second;
}

// How far the address is from the variable; 0: it lies inside.
uintptr_t distance(const Variable& variable, uintptr_t address)
{
    const uintptr_t low = variable.low, high = low + variable.bytes;
    return address < low ? low - address : address < high ? 0 : address - high + 1;
}

std::string elements(std::size_t n)
{
    return std::to_string(n) + " element" + (n == 1 ? "" : "s");
}

// The lengths in a type: 16 and 17 of "float [16][17]".
std::vector<std::size_t> lengths_of(const std::string& type)
{
    std::vector<std::size_t> lengths;
    for (std::size_t at = type.find('['); at != std::string::npos; at = type.find('[', at + 1))
        lengths.push_back(std::strtoul(type.c_str() + at + 1, nullptr, 10));
    return lengths;
}

// 0: unknown.
std::size_t size_of_element(const std::string& type)
{
    static const std::map<std::string, std::size_t> sizes = {
        {"char", 1},  {"signed char", 1}, {"unsigned char", 1}, {"bool", 1},     {"short int", 2},
        {"short", 2}, {"int", 4},         {"unsigned int", 4},  {"unsigned", 4}, {"short unsigned int", 2},
        {"float", 4}, {"double", 8},      {"long int", 8},      {"long", 8},     {"long unsigned int", 8}};
    const std::size_t begin = type.find_first_not_of("' "), end = type.find('[');
    if (begin == std::string::npos || end == std::string::npos || end <= begin)
        return 0;
    std::string name = type.substr(begin, end - begin);
    name.erase(name.find_last_not_of(' ') + 1);
    const auto found = sizes.find(name);
    return found == sizes.end() ? 0 : found->second;
}

// Whether `name` is indexed on the line, as in "tile[".
bool is_indexed(const std::string& line, const std::string& name)
{
    const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (std::size_t at = line.find(name); at != std::string::npos; at = line.find(name, at + 1)) {
        const std::size_t after = line.find_first_not_of(' ', at + name.size());
        if ((at == 0 || !is_part(line[at - 1])) && after != std::string::npos && line[after] == '[')
            return true;
    }
    return false;
}

}  // namespace

std::size_t static_shared_bytes(uintptr_t pc)
{
    const std::vector<Variable>& variables = variables_at(pc);
    return std::accumulate(variables.begin(), variables.end(), std::size_t{0},
                           [](std::size_t sum, const Variable& variable) { return sum + variable.bytes; });
}

bool fits_static_shared(uintptr_t pc, int warp_index, int lane)
{
    if (program.thread_storage_bytes() <= kMostStaticShared)  // that of all kernels
        return true;
    const std::size_t bytes = static_shared_bytes(pc);
    if (bytes <= kMostStaticShared)
        return true;
    const SourceLine place = program.line_at(pc);
    char text[128];
    std::snprintf(text, sizeof text, "Entry function uses too much shared data (0x%zx bytes, 0x%zx max)",
                  bytes, kMostStaticShared);
    report_at(text, place.file.c_str(), place.line, warp_index, lane,
              "nvcc refuses to compile this: use dynamic shared memory and cudaFuncSetAttribute()");
    grid.abort(cudaErrorLaunchOutOfResources);
    return false;
}

std::string relative_to_shared(uintptr_t address, unsigned bytes, uintptr_t pc)
{
    const std::vector<Variable>& variables = variables_at(pc);
    const auto near = std::min_element(variables.begin(), variables.end(), [&](const auto& a, const auto& b) {
        return distance(a, address) < distance(b, address);
    });
    if (near == variables.end() || distance(*near, address) > kNear)
        return "";
    const std::size_t size = near->bytes;
    const uintptr_t low = near->low, high = low + size;
    std::string text = address < low     ? "and is " + std::to_string(low - address) + " bytes before "
                       : address >= high ? "and is " + std::to_string(address - high + 1) + " bytes after "
                                         : "and begins " + std::to_string(address - low) + " bytes inside ";
    const bool inside = address >= low && address < high;
    text += (inside ? "the array of shared memory, " : "the nearest array of shared memory, ") + near->name +
            ", of size " + std::to_string(size) + " bytes";
    const auto offset = static_cast<std::ptrdiff_t>(address - low);
    if (bytes > 0 && size % bytes == 0 && offset % std::ptrdiff_t(bytes) == 0)
        text += "\nThat is element " + std::to_string(offset / std::ptrdiff_t(bytes)) + " of " + near->name +
                ", which has " + elements(size / bytes) + " of " + std::to_string(bytes) + " bytes.";
    return text;
}

std::string indexed_shared(const std::string& index, const std::string& type, const char* file, int line,
                           uintptr_t pc)
{
    const std::vector<std::size_t> lengths = lengths_of(type);
    if (lengths.empty())
        return "";
    const std::size_t element = size_of_element(type);
    const std::size_t length =
        std::accumulate(lengths.begin(), lengths.end(), std::size_t{1}, std::multiplies<>());
    const std::string source = text_of_line({file, line});
    const Variable* found = nullptr;
    for (const Variable& variable : variables_at(pc)) {
        const std::size_t unit = length * std::max<std::size_t>(element, 1);
        if (unit == 0 || variable.bytes % unit != 0 || !is_indexed(source, variable.name))
            continue;
        if (found)
            return "";
        found = &variable;
    }
    if (!found)
        return "";
    const bool is_row = element ? found->bytes != length * element : false;
    return "That is element " + index + " of " + (is_row ? "a row of " : "") + found->name + ", which has " +
           elements(lengths.front()) + ".";
}

}  // namespace emu
