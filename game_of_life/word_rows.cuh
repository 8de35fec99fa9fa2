// What gol_v8 and gol_v9 share: their boards in words of 32 cells.
#pragma once

#include "common/device/cuda_check.h"
#include "common/harness/run.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

// Rows of pairs of words, as pack() makes them, from the device. Of `width` cells in a row the last pair may need only
// one word. Then no kernel writes the other one: it is not copied, but 0.
inline std::vector<std::uint64_t> download_rows(ladders::Run& run,
                                                const ladders::DeviceArray<std::uint64_t>& from,
                                                std::size_t width, std::size_t height)
{
    std::vector<std::uint64_t> rows(from.size());
    const std::size_t pitch = from.size() / height * sizeof(std::uint64_t);
    const std::size_t bytes = ladders::ceil_div(width, std::size_t{32}) * sizeof(std::uint32_t);
    run.download([&] {
        CUDA_CHECK(
            cudaMemcpy2D(rows.data(), pitch, from.data(), pitch, bytes, height, cudaMemcpyDeviceToHost));
    });
    return rows;
}

}  // namespace
