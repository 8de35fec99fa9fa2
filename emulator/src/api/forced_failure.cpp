#include "api/forced_failure.h"

#include "checks/reports.h"
#include "debug_info/host_line.h"

#include <cstdio>
#include <string>

namespace emu {
namespace {

uint64_t calls = 0;  // of the kind, so far

std::string word()
{
    return std::string("fail=") + name_of(options().fails) + ":" + std::to_string(options().failing_call);
}

}  // namespace

bool must_fail(Fails kind)
{
    if (options().fails != kind || ++calls != options().failing_call)
        return false;
    std::fflush(nullptr);
    std::fprintf(stderr, "CUDA emulator: %s: the %s at %s fails\n", word().c_str(), name_of(kind),
                 file_and_line(host_line()).c_str());
    return true;
}

void tell_missing_failure()
{
    if (options().fails == Fails::nothing || calls >= options().failing_call)
        return;
    std::fprintf(stderr, "CUDA emulator: %s: nothing has failed; calls of this kind: %llu\n", word().c_str(),
                 static_cast<unsigned long long>(calls));
}

}  // namespace emu
