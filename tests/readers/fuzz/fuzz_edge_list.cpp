// Feeds arbitrary bytes to the reader of edge lists: it must read them or throw InputError, and do nothing else.
#include "common/readers/edge_list.h"
#include "common/support/errors.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    try {
        const auto list = ladders::parse_edge_list("fuzz", {reinterpret_cast<const char*>(bytes), size});
        if (list.edges.empty() || list.edges.size() > size / 3 + 1 || list.ids.size() > 2 * list.edges.size())
            std::abort();
        if (list.ids.front() < 0 ||
            std::adjacent_find(list.ids.begin(), list.ids.end(), std::greater_equal<>()) != list.ids.end())
            std::abort();
        const auto vertices = static_cast<std::int32_t>(list.ids.size());
        for (const auto& edge : list.edges)
            if (edge.from < 0 || edge.from >= vertices || edge.to < 0 || edge.to >= vertices)
                std::abort();
    } catch (const ladders::InputError&) {
    }
    return 0;
}
