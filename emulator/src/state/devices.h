// The emulated devices: how many there are, which one the calls of a host thread mean, and whose memory they may use.
#pragma once

#include "memory/device_memory.h"

namespace emu {

int device_count();
inline bool is_device(int device)
{
    return device >= 0 && device < device_count();
}

// Of this thread of the host, as cudaSetDevice() has set it.
int current_device();
void set_current_device(int device);

// Whether the hardware lets `device` use the memory of `peer`; whether the program has enabled that.
bool can_access_peer(int device, int peer);
bool has_peer_access(int device, int peer);  // a device always has access to its own memory
void set_peer_access(int device, int peer, bool enabled);

// While an object of this class exists, the calls of this thread mean this device.
class OnDevice {
public:
    explicit OnDevice(int device) : before_(current_device()) { set_current_device(device); }
    ~OnDevice() { set_current_device(before_); }
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;

private:
    const int before_;
};

}  // namespace emu
