#include "state/devices.h"

#include "cuda_emulator/options.h"

namespace emu {
namespace {

thread_local int current = 0;
bool peer_access[kMostDevices][kMostDevices];

}  // namespace

int device_count()
{
    static const int count = options().devices;
    return count;
}

int current_device()
{
    return current;
}

void set_current_device(int device)
{
    current = device;
}

bool can_access_peer(int device, int peer)
{
    return device != peer && options().peers;
}

bool has_peer_access(int device, int peer)
{
    return device == peer || peer_access[device][peer];
}

void set_peer_access(int device, int peer, bool enabled)
{
    peer_access[device][peer] = enabled;
}

}  // namespace emu
