// Feeds arbitrary bytes to the reader of body tables: it must read them or throw InputError, and do nothing else.
#include "common/support/errors.h"
#include "nbody/body_table.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    const auto require = [](bool holds) {
        if (!holds)
            std::abort();
    };
    try {
        const Bodies bodies = parse_body_table("fuzz", {reinterpret_cast<const char*>(bytes), size});
        // A body takes at least 7 digits with 6 spaces, and a line end save the last.
        require(bodies.size() >= 1 && bodies.size() <= (size + 1) / 14);
        for (const auto* column :
             {&bodies.mass, &bodies.x, &bodies.y, &bodies.z, &bodies.vx, &bodies.vy, &bodies.vz}) {
            require(column->size() == bodies.size());
            for (const float value : *column)
                require(std::abs(value) <= kMostInTable);
        }
        for (const float mass : bodies.mass)
            require(mass >= 0);
    } catch (const ladders::InputError&) {
    }
    return 0;
}
