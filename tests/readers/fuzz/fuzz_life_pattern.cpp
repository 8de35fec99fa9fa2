// Feeds arbitrary bytes to the reader of Life patterns: it must read them or throw InputError, and do nothing else.
#include "common/support/errors.h"
#include "game_of_life/pattern.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    try {
        const LifePattern pattern = parse_life_pattern("fuzz", {reinterpret_cast<const char*>(bytes), size});
        if (pattern.width < 0 || pattern.height < 0 || pattern.runs.size() > size)
            std::abort();
        for (const LifePattern::Run& run : pattern.runs)
            if (run.row < 0 || run.row >= pattern.height || run.column < 0 || run.length < 1 ||
                run.length > pattern.width - run.column)
                std::abort();
    } catch (const ladders::InputError& error) {
        if (std::string(error.what()).find('\n') != std::string::npos)
            std::abort();
    }
    return 0;
}
