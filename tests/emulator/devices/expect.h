// For programs that run one case, which their argument names.
#pragma once

#include "emulator.h"

#include <cstdio>
#include <cstring>

// Prints the lines whose condition is false.
#define EXPECT(condition)                                       \
    do {                                                        \
        if (!(condition))                                       \
            std::printf("line %d: %s\n", __LINE__, #condition); \
    } while (false)

struct NamedCase {
    const char* name;
    void (*run)();
};

// Runs the case that `name` names, and prints "done".
template <int n>
int run_case(const NamedCase (&cases)[n], const char* name)
{
    for (const NamedCase& each : cases)
        if (std::strcmp(each.name, name) == 0) {
            each.run();
            std::printf("done\n");
            return 0;
        }
    std::printf("no case \"%s\"\n", name);
    return 2;
}

// What travelled from one device to another since the last call.
inline emu::LinkCounters link_of(const emu::WorkCounters& work, int from, int to)
{
    for (const emu::LinkCounters& link : work.links)
        if (link.from == from && link.to == to)
            return link;
    return {};
}
