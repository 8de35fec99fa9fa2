#include "common/harness/device_array.h"

#include "common/device/backend.h"
#include "common/device/cuda_check.h"
#include "common/device/on_device.h"
#include "common/device/poison.h"
#include "common/harness/blindfold.h"
#include "common/harness/run.h"
#include "common/support/errors.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace ladders {
namespace {

// The emulator watches the bounds itself, byte by byte and with file and line; guard bands would hide them
// from it.
constexpr std::size_t kGuardBytes = kEmulator ? 0 : 4096;
constexpr int kGuardValue = 0xA5;
constexpr int kPoisonValue = 0xFF;  // NaN for floats, -1 for ints

bool all_equal(const unsigned char* device, std::size_t n, int value)
{
    std::vector<unsigned char> host(n);
    CUDA_CHECK(cudaMemcpy(host.data(), device, n, cudaMemcpyDeviceToHost));
    return std::all_of(host.begin(), host.end(), [=](unsigned char byte) { return byte == value; });
}

bool same_as_host(const unsigned char* device, const unsigned char* host, std::size_t n)
{
    std::vector<unsigned char> chunk(std::min<std::size_t>(n, 64u << 20));
    const Blindfold::Pause pause;
    std::vector<unsigned char> uploaded(blindfold.is_on() ? n : 0);
    if (blindfold.is_on()) {
        blindfold.true_bytes(uploaded.data(), host, n);
        host = uploaded.data();
    }
    for (std::size_t done = 0; done < n; done += chunk.size()) {
        const std::size_t bytes = std::min(chunk.size(), n - done);
        CUDA_CHECK(cudaMemcpy(chunk.data(), device + done, bytes, cudaMemcpyDeviceToHost));
        if (std::memcmp(chunk.data(), host + done, bytes) != 0)
            return false;
    }
    return true;
}

DeviceBytes allocate(std::size_t bytes)
{
    void* allocated = nullptr;
    CUDA_CHECK(cudaMalloc(&allocated, bytes));
    return DeviceBytes(static_cast<unsigned char*>(allocated));
}

void require_free(std::size_t bytes)
{
    std::size_t free = 0, total = 0;
    CUDA_CHECK(cudaMemGetInfo(&free, &total));
    if (bytes > free)
        throw OutOfMemory("a buffer of " + std::to_string(bytes) + " bytes is needed, " +
                          std::to_string(free) + " bytes of device memory are free");
}

}  // namespace

void FreeOnDevice::operator()(unsigned char* bytes) const
{
    cudaFree(bytes);
}

DeviceBuffer::DeviceBuffer(Run& run, ArrayUse use, const void* host, std::size_t bytes,
                           std::size_t element_bytes)
    : run_(run), use_(use), bytes_(bytes), guard_(run.plan_.timed || run.plan_.no_guard ? 0 : kGuardBytes)
{
    CUDA_CHECK(cudaGetDevice(&device_));
    require_free(bytes_ + 2 * guard_ + (use == ArrayUse::in_place ? bytes_ : 0));
    run_.alloc([&] { base_ = allocate(bytes_ + 2 * guard_); });
    note_element_size(base_.get(), element_bytes);
    data_ = base_.get() + guard_;
    if (guard_) {
        CUDA_CHECK(cudaMemset(base_.get(), kGuardValue, guard_));
        CUDA_CHECK(cudaMemset(data_ + bytes_, kGuardValue, guard_));
    }
    if (use == ArrayUse::zeros)
        run_.upload([&] { fill_bytes(0); });
    if (host) {
        run_.upload([&] { upload(host, bytes_); });
        use_ = use;
    }
    if (use == ArrayUse::in_place) {
        original_ = allocate(bytes_);
        CUDA_CHECK(cudaMemcpy(original_.get(), data_, bytes_, cudaMemcpyDeviceToDevice));
    }
    run_.buffers_.push_back(this);
}

DeviceBuffer::~DeviceBuffer()
{
    // An exception may be on its way: a failing check must not throw another one.
    try {
        const OnDevice on(device_);
        if (const std::string what = complaint(); !what.empty())
            run_.record_.complaints.push_back(what);
    } catch (...) {
        if (!run_.record_.failure)
            run_.record_.failure = std::current_exception();
    }
    std::erase(run_.buffers_, this);
}

void DeviceBuffer::upload(const void* host, std::size_t bytes)
{
    const OnDevice on(device_);
    CUDA_CHECK(cudaMemcpy(data_, host, bytes, cudaMemcpyHostToDevice));
    uploaded_from_ = host;
    use_ = ArrayUse::input;
}

void DeviceBuffer::copy(const DeviceBuffer& from, std::size_t bytes) const
{
    const OnDevice on(device_);
    // In order with the kernels, so the host need not wait.
    CUDA_CHECK(cudaMemcpyAsync(data_, from.data_, bytes, cudaMemcpyDeviceToDevice));
    if (!run_.in_kernel_ && use_ == ArrayUse::output)
        use_ = ArrayUse::zeros;
}

void DeviceBuffer::download(void* host, std::size_t bytes) const
{
    const OnDevice on(device_);
    CUDA_CHECK(cudaMemcpy(host, data_, bytes, cudaMemcpyDeviceToHost));
    if (run_.plan_.timed || run_.in_kernel_)
        return;
    if (const std::string lines = stored_at(base_.get()); !lines.empty())
        run_.record_.stored_at.push_back(lines);
}

void DeviceBuffer::fill_bytes(int value) const
{
    const OnDevice on(device_);
    // In order with the kernels, so the host need not wait.
    CUDA_CHECK(cudaMemsetAsync(data_, value, bytes_));
    // What the kernel part fills, it fills at every launch.
    if (!run_.in_kernel_ && use_ == ArrayUse::output)
        use_ = ArrayUse::zeros;
}

void DeviceBuffer::poison_if_output()
{
    if (use_ != ArrayUse::output)
        return;
    const OnDevice on(device_);
    poison(data_, kPoisonValue, bytes_);
}

void DeviceBuffer::give_back()
{
    if (use_ != ArrayUse::in_place)
        return;
    const OnDevice on(device_);
    CUDA_CHECK(cudaMemcpyAsync(data_, original_.get(), bytes_, cudaMemcpyDeviceToDevice));
}

std::string DeviceBuffer::what_stored() const
{
    const std::string lines = stored_at(base_.get()), place = allocated_at(base_.get());
    if (lines.empty() || place.empty())
        return "";
    return ": it stores " + lines + " into the array that " + place + " allocates";
}

std::string DeviceBuffer::complaint() const
{
    if (run_.plan_.timed)
        return "";
    if (guard_ &&
        !(all_equal(base_.get(), guard_, kGuardValue) && all_equal(data_ + bytes_, guard_, kGuardValue)))
        return "a kernel wrote outside of a buffer";
    if (use_ == ArrayUse::input && !run_.inputs_may_change_ &&
        !same_as_host(data_, static_cast<const unsigned char*>(uploaded_from_), bytes_))
        return "a kernel overwrote its input" + what_stored();
    return "";
}

}  // namespace ladders
