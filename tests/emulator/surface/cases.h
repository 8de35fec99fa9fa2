// Cases: host functions in .cu files, which a test in surface_test.cpp runs.
#pragma once

#include <string>
#include <vector>

namespace surface {

// A case returns the line of the first check that failed, or 0.
struct Case {
    const char* name;
    int (*run)();
};

std::vector<Case>& cases();

struct Registration {
    Registration(const char* name, int (*run)()) { cases().push_back({name, run}); }
};

}  // namespace surface

// SURFACE_CASE(name) { host code; return take_failed_line(); }
#define SURFACE_CASE(name)                                         \
    static int name##_case();                                      \
    static surface::Registration name##_case_(#name, name##_case); \
    static int name##_case()

// A check on the host, in a case.
#define CHECK_HOST(condition) \
    do {                      \
        if (!(condition))     \
            return __LINE__;  \
    } while (false)
