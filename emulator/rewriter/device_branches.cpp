#include "device_branches.h"

#include "device_code.h"
#include "source_text.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rewriter {
namespace {

// A line of a preprocessed text that is neither blank nor a line marker.
struct Line {
    std::size_t begin, end;  // bytes in the text, without the newline
    std::string_view text, file;
    int number;
    bool system;
};

// # 12 "file.cu" 1 3
bool read_marker(std::string_view line, std::string_view& file, int& number, bool& system)
{
    if (line.substr(0, 2) != "# ")
        return false;
    const std::size_t open = line.find('"'), close = line.rfind('"');
    if (open == std::string_view::npos || close == open)
        return false;
    number = std::atoi(std::string(line.substr(2, open - 2)).c_str());
    file = line.substr(open + 1, close - open - 1);
    system = line.find('3', close) != std::string_view::npos;
    return true;
}

std::vector<Line> content_lines(std::string_view text)
{
    std::vector<Line> lines;
    std::string_view file;
    int number = 1;
    bool system = false;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        if (!read_marker(line, file, number, system)) {
            if (line.find_first_not_of(" \t\r") != std::string_view::npos)
                lines.push_back({begin, end, line, file, number, system});
            ++number;
        }
        begin = end + 1;
    }
    return lines;
}

bool is_same(const Line& a, const Line& b)
{
    return a.number == b.number && a.text == b.text && a.file == b.file;
}

std::size_t column_of(const std::string& text, std::size_t at)
{
    const std::size_t newline = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    return newline == std::string::npos ? at : at - newline - 1;
}

// The parts of a text that are functions for the device: where their declarations begin and their bodies end.
class DeviceFunctions {
public:
    explicit DeviceFunctions(const std::string& text)
    {
        const SourceText source(text);
        for (const FunctionBody& body : function_bodies(source)) {
            int begin = body.first;
            while (begin > 0 && !source.kind_is(begin - 1, Kind::directive) && !source.is(begin - 1, ";") &&
                   !source.is(begin - 1, "{") && !source.is(begin - 1, "}"))
                --begin;
            (body.is_host_too ? for_both_ : for_device_)
                .push_back({source[begin].begin, source[body.close].end});
            if (body.is_host_too) {
                const std::size_t inside = source[body.open].end;
                bodies_.push_back({inside, source[body.close].begin, source[body.open].line,
                                   source[body.close].line, column_of(text, inside),
                                   column_of(text, source[body.close].begin), source.file_of(body.open)});
            }
        }
    }
    bool have(const Line& line) const { return is_in(for_device_, line); }
    bool are_host_functions_too(const Line& line) const { return is_in(for_both_, line); }

    // The text between the braces of a function for both.
    struct Body {
        std::size_t begin, end;     // bytes
        int first_line, last_line;  // of its braces
        std::size_t column, last_column;
        std::string file;
    };
    // The outermost one that holds these bytes; null if there is none.
    const Body* body_round(std::size_t begin, std::size_t end) const
    {
        const auto found = std::find_if(bodies_.begin(), bodies_.end(), [&](const Body& body) {
            return body.begin <= begin && end <= body.end;
        });
        return found == bodies_.end() ? nullptr : &*found;
    }
    // The same function in the other text.
    const Body* same(const Body& other) const
    {
        const auto found = std::find_if(bodies_.begin(), bodies_.end(), [&](const Body& body) {
            return body.first_line == other.first_line && body.column == other.column &&
                   body.file == other.file;
        });
        return found == bodies_.end() ? nullptr : &*found;
    }

private:
    struct Part {
        std::size_t begin, end;
    };
    static bool is_in(const std::vector<Part>& parts, const Line& line)
    {
        return std::any_of(parts.begin(), parts.end(),
                           [&](const Part& part) { return line.begin < part.end && part.begin < line.end; });
    }
    std::vector<Part> for_device_, for_both_;
    std::vector<Body> bodies_;  // an outer one before those inside of it
};

std::string marker(int line, std::string_view file, bool system)
{
    return "# " + std::to_string(line) + " \"" + std::string(file) + "\"" + (system ? " 3" : "") + "\n";
}

std::string marker(const Line& line)
{
    return marker(line.number, line.file, line.system);
}

// What stands between the braces of a function for both sides: both texts, of which each run takes one.
std::string both_bodies(const std::string& host_text, const DeviceFunctions::Body& host,
                        const std::string& device_text, const DeviceFunctions::Body& device, bool system)
{
    const auto body = [&](const std::string& text, const DeviceFunctions::Body& of) {
        return "\n" + marker(of.first_line, of.file, system) + std::string(of.column, ' ') +
               text.substr(of.begin, of.end - of.begin) + "\n}";
    };
    return " if (!__builtin_is_constant_evaluated() && ::emu::runs_in_kernel()) {" +
           body(device_text, device) + " else {" + body(host_text, host) + "\n" +
           marker(host.last_line, host.file, system);
}

// Lines of the host's text from `host_begin` to `host_end`, and those that the device has in their place.
struct Difference {
    std::size_t host_begin, host_end, device_begin, device_end;
};

std::vector<Difference> differences(const std::vector<Line>& host, const std::vector<Line>& device)
{
    std::unordered_multimap<std::string_view, std::size_t> of_text;
    for (std::size_t i = 0; i < host.size(); ++i)
        of_text.emplace(host[i].text, i);
    const auto find = [&](const Line& wanted, std::size_t from) {
        std::size_t found = host.size();
        const auto [first, last] = of_text.equal_range(wanted.text);
        for (auto each = first; each != last; ++each)
            if (each->second >= from && is_same(host[each->second], wanted))
                found = std::min(found, each->second);
        return found;
    };
    std::vector<Difference> all;
    std::size_t i = 0, k = 0;
    while (i < host.size() || k < device.size()) {
        if (i < host.size() && k < device.size() && is_same(host[i], device[k])) {
            ++i, ++k;
            continue;
        }
        Difference found{i, host.size(), k, k};
        for (; found.device_end < device.size(); ++found.device_end)
            if (const std::size_t next = find(device[found.device_end], i); next < host.size()) {
                found.host_end = next;
                break;
            }
        all.push_back(found);
        i = found.host_end;
        k = found.device_end;
    }
    return all;
}

}  // namespace

Branches with_device_branches(const std::string& host_text, const std::string& device_text)
{
    const std::vector<Line> host = content_lines(host_text), device = content_lines(device_text);
    const std::vector<Difference> all = differences(host, device);
    Branches result;
    if (all.empty())
        return {host_text, ""};
    const DeviceFunctions of_host(host_text), of_device(device_text);
    std::size_t copied = 0;  // of the host's text
    // A function for both gets both bodies, unless one of its differences reaches beyond it, or is assembly for which the
    // host has something else.
    const auto bytes_of = [](const std::vector<Line>& lines, std::size_t begin, std::size_t end,
                             std::size_t size) {
        return begin == end ? std::pair(begin < lines.size() ? lines[begin].begin : size, std::size_t(0))
                            : std::pair(lines[begin].begin, lines[end - 1].end);
    };
    const auto host_body = [&](const Difference& each) {
        const auto [begin, end] = bytes_of(host, each.host_begin, each.host_end, host_text.size());
        return of_host.body_round(begin, std::max(begin, end));
    };
    const auto device_body = [&](const Difference& each) {
        const auto [begin, end] = bytes_of(device, each.device_begin, each.device_end, device_text.size());
        return of_device.body_round(begin, std::max(begin, end));
    };
    const auto has_assembly = [&](const Difference& each) {
        return std::any_of(device.begin() + long(each.device_begin), device.begin() + long(each.device_end),
                           [](const Line& line) { return line.text.find("asm") != std::string_view::npos; });
    };
    const auto doubled = [&](const Difference& each) -> const DeviceFunctions::Body* {
        const DeviceFunctions::Body* body = host_body(each);
        const DeviceFunctions::Body* other = body ? of_device.same(*body) : nullptr;
        const bool good = other && std::all_of(all.begin(), all.end(), [&](const Difference& inside) {
                              return (host_body(inside) != body && device_body(inside) != other) ||
                                     (host_body(inside) == body && device_body(inside) == other &&
                                      !(has_assembly(inside) && inside.host_begin < inside.host_end));
                          });
        return good ? body : nullptr;
    };
    for (const Difference& each : all) {
        if (each.host_begin < host.size() && host[each.host_begin].begin < copied)
            continue;  // inside of a function that has both bodies
        bool for_device = true, for_both = true, for_host = each.device_begin == each.device_end;
        for (std::size_t i = each.host_begin; i < each.host_end; ++i) {
            for_device &= of_host.have(host[i]);
            for_both &= of_host.are_host_functions_too(host[i]);
            for_host &= !of_host.have(host[i]) && !of_host.are_host_functions_too(host[i]);
        }
        for (std::size_t i = each.device_begin; i < each.device_end; ++i) {
            for_device &= of_device.have(device[i]);
            for_both &= of_device.are_host_functions_too(device[i]);
        }
        // Where the device's branch is assembly, the other one does the same in C++.
        if (for_device && has_assembly(each) && each.host_begin < each.host_end)
            continue;
        if (const DeviceFunctions::Body* body = for_device ? nullptr : doubled(each)) {
            if (body->begin < copied)
                continue;  // it has both already
            result.text += host_text.substr(copied, body->begin - copied) +
                           both_bodies(host_text, *body, device_text, *of_device.same(*body),
                                       each.host_begin < host.size() && host[each.host_begin].system) +
                           std::string(body->last_column, ' ');
            copied = body->end;
            continue;
        }
        if (!for_device) {
            const Line& first =
                each.host_begin < each.host_end ? host[each.host_begin] : device[each.device_begin];
            if (!for_host && !for_both && result.warning.empty())
                result.warning =
                    std::string(first.file) + ":" + std::to_string(first.number) +
                    ": warning: the device's branch of this #if is left out: the emulator compiles once, and "
                    "has __CUDA_ARCH__ only in functions for the device alone";
            continue;
        }
        const std::size_t begin =
            each.host_begin < host.size() ? host[each.host_begin].begin : host_text.size();
        result.text += host_text.substr(copied, begin - copied);
        for (std::size_t i = each.device_begin; i < each.device_end; ++i)
            result.text += marker(device[i]) + std::string(device[i].text) + "\n";
        // Markers of files that begin or end here stay.
        std::size_t at = begin;
        for (std::size_t i = each.host_begin; i < each.host_end; ++i) {
            result.text += host_text.substr(at, host[i].begin - at);
            at = host[i].end;
        }
        if (each.host_end < host.size()) {
            result.text += host_text.substr(at, host[each.host_end].begin - at) + marker(host[each.host_end]);
            at = host[each.host_end].begin;
        }
        copied = at;
    }
    result.text += host_text.substr(std::min(copied, host_text.size()));
    return result;
}

}  // namespace rewriter
