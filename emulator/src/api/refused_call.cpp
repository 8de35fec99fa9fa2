#include "api/refused_call.h"

#include "api/initialise.h"
#include "checks/reports.h"
#include "cuda_emulator/library_calls.h"
#include "cuda_emulator/options.h"
#include "debug_info/host_line.h"

#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

namespace emu {

void tell_refused_call(const char* function, const char* advice)
{
    static auto& told = *new std::set<std::string>;
    initialise();
    const SourceLine place = host_line();
    const std::string line = (place.file.empty() ? "" : file_and_line(place) + ": ") + function +
                             "() is not supported by the emulator: " + advice + "\n";
    if (!told.insert(line).second)
        return;
    std::fflush(stdout);
    std::fputs(line.c_str(), stderr);
}

void end_at_refused_call(const char* function, const char* advice)
{
    tell_refused_call(function, advice);
    options().remark_leaks = false;
    std::exit(1);
}

}  // namespace emu

void emu_end_at_library_call(const char* function)
{
    emu::end_at_refused_call(
        function,
        "it has none of NVIDIA's libraries. Put a kernel of your own in the call's place, "
        "or run this program on a GPU");
}
