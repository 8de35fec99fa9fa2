// Peer access, and copies between devices.
#include "api/copy.h"
#include "api/errors.h"
#include "api/initialise.h"
#include "checks/reports.h"
#include "cuda_runtime_api.h"
#include "memory/device_memory.h"
#include "state/devices.h"
#include "state/one_at_a_time.h"

#include <string>

using emu::is_device;
using emu::note;

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer)
{
    if (!can)
        return note(cudaErrorInvalidValue);
    if (!is_device(device) || !is_device(peer))
        return note(cudaErrorInvalidDevice);
    *can = emu::can_access_peer(device, peer);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int device, int peer)
{
    if (!value)
        return note(cudaErrorInvalidValue);
    if (!is_device(device) || !is_device(peer) || device == peer)
        return note(cudaErrorInvalidDevice);
    const int can = emu::can_access_peer(device, peer);
    switch (attribute) {
        case cudaDevP2PAttrPerformanceRank:
            *value = 0;
            return cudaSuccess;
        case cudaDevP2PAttrAccessSupported:
        case cudaDevP2PAttrNativeAtomicSupported:
        case cudaDevP2PAttrCudaArrayAccessSupported:
            *value = can;
            return cudaSuccess;
    }
    return note(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    const emu::OneAtATime one_at_a_time;
    const int device = emu::current_device();
    if (flags != 0)
        return note(cudaErrorInvalidValue);
    if (!is_device(peer))
        return note(cudaErrorInvalidDevice);
    if (peer == device || !emu::can_access_peer(device, peer))
        return note(cudaErrorPeerAccessUnsupported);
    if (emu::has_peer_access(device, peer))
        return note(cudaErrorPeerAccessAlreadyEnabled);
    emu::set_peer_access(device, peer, true);
    return cudaSuccess;
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    const emu::OneAtATime one_at_a_time;
    const int device = emu::current_device();
    if (!is_device(peer))
        return note(cudaErrorInvalidDevice);
    if (peer == device || !emu::has_peer_access(device, peer))
        return note(cudaErrorPeerAccessNotEnabled);
    emu::set_peer_access(device, peer, false);
    return cudaSuccess;
}

namespace {

// Whether the pointer is memory of this device, if it is memory of any. If not, reports it.
bool is_memory_of(const void* pointer, int device, const char* argument, const char* function)
{
    emu::initialise();
    const auto address = reinterpret_cast<uintptr_t>(pointer);
    if (!emu::device_memory.devices.contains(address) ||
        emu::device_memory.devices.device_of(address) == device)
        return true;
    emu::report_host(std::string(function) + "() names the wrong device", "", 0,
                     std::string(argument) + " is device " + std::to_string(device) +
                         ", but the pointer is memory of device " +
                         std::to_string(emu::device_memory.devices.device_of(address)));
    return false;
}

cudaError_t check_peers(const void* to, int to_device, const void* from, int from_device,
                        const char* function)
{
    if (!is_device(to_device) || !is_device(from_device))
        return note(cudaErrorInvalidDevice);
    return is_memory_of(to, to_device, "dstDevice", function) &&
                   is_memory_of(from, from_device, "srcDevice", function)
               ? cudaSuccess
               : note(cudaErrorInvalidValue);
}

}  // namespace

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, std::size_t bytes)
{
    const emu::OneAtATime one_at_a_time;
    if (const cudaError_t error = check_peers(to, to_device, from, from_device, "cudaMemcpyPeer"))
        return error;
    return emu::copy_now(to, from, bytes, cudaMemcpyDeviceToDevice, "cudaMemcpyPeer");
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
                                cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    if (const cudaError_t error = check_peers(to, to_device, from, from_device, "cudaMemcpyPeerAsync"))
        return error;
    return emu::copy_later(to, from, bytes, cudaMemcpyDeviceToDevice, stream, "cudaMemcpyPeerAsync");
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* peer)
{
    const emu::OneAtATime one_at_a_time;
    return cudaMemcpy3DPeerAsync(peer, nullptr);
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* peer, cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    if (!peer)
        return note(cudaErrorInvalidValue);
    if (const cudaError_t error = check_peers(peer->dstPtr.ptr, peer->dstDevice, peer->srcPtr.ptr,
                                              peer->srcDevice, "cudaMemcpy3DPeerAsync"))
        return error;
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = peer->srcPtr;
    copy.srcPos = peer->srcPos;
    copy.dstPtr = peer->dstPtr;
    copy.dstPos = peer->dstPos;
    copy.extent = peer->extent;
    copy.kind = cudaMemcpyDeviceToDevice;
    return cudaMemcpy3DAsync(&copy, stream);
}
