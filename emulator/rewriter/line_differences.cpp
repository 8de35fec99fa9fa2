#include "line_differences.h"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>

namespace rewriter {
namespace {

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

bool is_same(const Line& a, const Line& b)
{
    return a.number == b.number && a.text == b.text && a.file == b.file;
}

}  // namespace

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

std::set<std::string> own_files(std::string_view text)
{
    std::set<std::string> files;
    std::string_view file;
    int number = 0;
    bool system = false;
    for (std::size_t begin = 0; begin < text.size();
         begin = std::min(text.find("\n# ", begin), text.size()) + 1)
        if (read_marker(text.substr(begin, text.find('\n', begin) - begin), file, number, system) &&
            !system && !file.ends_with('/'))  // the current folder
            files.emplace(file);
    return files;
}

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

}  // namespace rewriter
