#include "common/readers/edge_list.h"

#include "common/readers/text_file.h"
#include "common/readers/text_lines.h"

#include <algorithm>
#include <limits>

namespace ladders {
namespace {

constexpr std::int64_t kLargestId = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kMostVertices = std::numeric_limits<std::int32_t>::max();

struct Pair {
    std::int64_t from, to;
};

std::vector<Pair> read_pairs(TextLines& lines)
{
    std::vector<Pair> pairs;
    while (lines.next()) {
        if (lines.is_empty() || lines.rest().front() == '#' || lines.rest().front() == '%')
            continue;
        Pair pair{};
        pair.from = lines.integer("the first vertex", 0, kLargestId);
        pair.to = lines.integer("the second vertex", 0, kLargestId);
        if (!lines.is_empty())
            lines.number("the weight");
        lines.expect_end();
        pairs.push_back(pair);
    }
    return pairs;
}

// All numbers that occur, ascending.
std::vector<std::int64_t> sorted_ids(const std::vector<Pair>& pairs)
{
    std::vector<std::int64_t> ids;
    ids.reserve(2 * pairs.size());
    for (const Pair& pair : pairs)
        ids.insert(ids.end(), {pair.from, pair.to});
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

// Numbers without large gaps need no sorting: a table of all of them takes no more memory than the pairs.
void compact_by_table(const std::vector<Pair>& pairs, std::int64_t largest, EdgeList& list)
{
    std::vector<std::int32_t> index(static_cast<std::size_t>(largest) + 1, 0);
    for (const Pair& pair : pairs)
        index[pair.from] = index[pair.to] = 1;
    for (std::size_t id = 0; id < index.size(); ++id) {
        if (!index[id])
            continue;
        index[id] = static_cast<std::int32_t>(list.ids.size());
        list.ids.push_back(static_cast<std::int64_t>(id));
    }
    for (const Pair& pair : pairs)
        list.edges.push_back({index[pair.from], index[pair.to]});
}

void compact_by_search(const std::vector<Pair>& pairs, EdgeList& list)
{
    list.ids = sorted_ids(pairs);
    const auto index = [&](std::int64_t id) {
        return static_cast<std::int32_t>(std::lower_bound(list.ids.begin(), list.ids.end(), id) -
                                         list.ids.begin());
    };
    for (const Pair& pair : pairs)
        list.edges.push_back({index(pair.from), index(pair.to)});
}

}  // namespace

EdgeList read_edge_list(const std::string& path)
{
    return parse_edge_list(path, read_text_file(path));
}

EdgeList parse_edge_list(const std::string& name, std::string_view text)
{
    TextLines lines(name, text);
    const std::vector<Pair> pairs = read_pairs(lines);
    if (pairs.empty())
        throw InputError(name + ": no edge in the file");
    if (2 * pairs.size() > kMostVertices)
        throw InputError(name + ": " + std::to_string(pairs.size()) + " edges: at most " +
                         std::to_string(kMostVertices / 2) + " are read");
    std::int64_t largest = 0;
    for (const Pair& pair : pairs)
        largest = std::max({largest, pair.from, pair.to});
    EdgeList list;
    list.edges.reserve(pairs.size());
    if (static_cast<std::size_t>(largest) < 4 * pairs.size())
        compact_by_table(pairs, largest, list);
    else
        compact_by_search(pairs, list);
    return list;
}

}  // namespace ladders
