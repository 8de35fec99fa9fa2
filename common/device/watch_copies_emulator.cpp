#include "common/device/watch_copies.h"
#include "emulator.h"

namespace ladders {

bool watch_copies(void (*to_device)(void* to, const void* from, std::size_t bytes),
                  void (*to_host)(const void* to, std::size_t bytes, bool stored))
{
    static emu::CopyWatcher watcher;
    watcher = {to_device, to_host};
    emu::watch_copies(&watcher);
    return true;
}

}  // namespace ladders
