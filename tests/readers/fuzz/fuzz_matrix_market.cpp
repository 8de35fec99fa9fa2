// Feeds arbitrary bytes to the reader of Matrix Market files: it must read them or throw InputError, and do nothing else.
#include "common/readers/matrix_market.h"
#include "common/support/errors.h"

#include <cmath>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    try {
        const auto matrix =
            ladders::parse_matrix_market("fuzz", {reinterpret_cast<const char*>(bytes), size});
        if (matrix.entries.size() > size / 2)
            std::abort();
        for (const auto& entry : matrix.entries)
            if (entry.row < 0 || entry.row >= matrix.rows || entry.column < 0 ||
                entry.column >= matrix.columns || !std::isfinite(entry.value))
                std::abort();
    } catch (const ladders::InputError&) {
    }
    return 0;
}
