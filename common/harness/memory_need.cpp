#include "common/harness/memory_need.h"

#include "common/device/device.h"
#include "common/support/errors.h"
#include "common/support/memory.h"
#include "common/support/text.h"

namespace ladders {

void require_memory(const MemoryNeed& need, const std::string& what)
{
    const std::string who = what.empty() ? "" : what + ": ";
    const auto require = [&](const char* kind, double needed, std::size_t free) {
        if (needed >= 0x1p63)
            throw OutOfMemory(who + "more bytes than can be counted");
        if (needed > static_cast<double>(free))
            throw OutOfMemory(
                who + format_text("%.0f bytes of %s memory are needed, %zu are free", needed, kind, free));
    };
    require("device", need.device, free_device_memory());
    require("host", need.host, free_host_memory());
}

}  // namespace ladders
