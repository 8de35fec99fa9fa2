// The __device__ and __constant__ variables of several devices. Each variable has one address, where the values of one
// device stand: of the device whose turn it is. With one device nothing of this is ever called.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu {

// The bytes that any device has written so far are kept for each device; all others are the same for all of them.
class DeviceVariables {
public:
    // From now on kernels and copies are of this device. Returns whether any variable may have changed.
    bool turn_to(int device);
    // The device whose turn it is is about to write these bytes: the host does, or a kernel.
    enum class Writer { host, kernel };
    void will_write(uintptr_t address, std::size_t bytes, Writer writer);
    // A device other than the one whose turn it is, if the host has set these bytes there to another value, and if nothing has
    // ever written them on this one, where they are 0, nor any kernel on any device; else -1.
    int set_only_on(uintptr_t address, std::size_t bytes) const;

private:
    void reserve();
    void exchange_page(std::size_t page, int from, int to);

    int turn_ = 0;
};

extern DeviceVariables device_variables;

}  // namespace emu
