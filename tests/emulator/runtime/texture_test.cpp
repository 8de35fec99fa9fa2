#include "cases.h"
#include "texture_patterns.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>
#include <sstream>

using cases::expect_report;
using cases::expect_silent;
using emu::Access;
using emu::LineCounters;
using emu::Space;

namespace {

// The requests and lanes of the accesses of the line "here: <mark>".
std::vector<uint64_t> counted(const std::string& name, const std::string& mark, Space space, Access access)
{
    const cases::Outcome outcome = cases::run(name);
    EXPECT_EQ(outcome.errors, 0u) << (outcome.reports.empty() ? "" : outcome.reports[0].text);
    for (const LineCounters& c : outcome.counters.at(0).lines)
        if (c.line == cases::line_of(outcome, mark) && c.space == space && c.access == access)
            return {c.requests, c.lanes, c.sectors};
    ADD_FAILURE() << name << ": no such access";
    return {};
}

// The report at the call of the API, which returns this error.
void expect_refused(const std::string& name, cudaError_t error, const std::string& why)
{
    const std::string number = std::to_string(int(error));
    expect_report(name, "Program hit " + std::string(cudaGetErrorName(error)) + " (error " + number + ")",
                  {why});
    EXPECT_EQ(cases::results(), std::vector<long>{error}) << name;
}

// Of textures, and of surfaces read and written.
using Requests = std::array<uint64_t, 3>;

// What Nsight Compute counts on an H200, by pattern: the three columns of requests.
std::map<std::string, Requests> measured_requests()
{
    std::map<std::string, Requests> all;
    std::ifstream table(TEXTURE_PATTERN_TABLE);
    std::string line;
    while (std::getline(table, line)) {
        std::istringstream cells(line);
        std::string name, fetches, sectors, loads, load_sectors, stores;
        if (line[0] == '#' || line.rfind("pattern,", 0) == 0)
            continue;
        for (std::string* cell : {&name, &fetches, &sectors, &loads, &load_sectors, &stores})
            std::getline(cells, *cell, ',');
        all[name] = {std::stoul(fetches), std::stoul(loads), std::stoul(stores)};
    }
    return all;
}

}  // namespace

TEST(Textures, AreUsedWhileTheyExist)
{
    expect_report("a_destroyed_texture", "Use of a texture object that does not exist",
                  {"was destroyed at ", "texture_cases.cu"});
    expect_report("a_texture_of_a_freed_array", "Use of a texture whose memory is gone", {"was freed at "});
    expect_report("a_texture_of_freed_memory", "Use of a texture whose memory is gone",
                  {"has been freed: linear memory of 32 elements of float"});
    expect_report("a_surface_read_as_a_texture", "Use of a texture object that does not exist",
                  {"It is a surface object, and not a texture object."});
}

TEST(Textures, FitTheFunctionThatReadsThem)
{
    expect_report("floats_read_as_integers", "Invalid texture read",
                  {"reads integers from a texture with elements of float"});
    expect_report("a_picture_read_as_a_box", "Invalid texture read",
                  {"tex3D() does not fit", "an array of 32 x 4 elements of float"});
}

TEST(Textures, AreFilledBeforeTheyAreRead)
{
    expect_report("a_texture_that_nobody_filled", "Uninitialized texture read of size 4 bytes",
                  {"Nothing was ever stored in element 0 of the array that "});
    expect_silent("a_texture_from_launch_to_launch");
    EXPECT_EQ(cases::results(), std::vector<long>{3});
}

TEST(Textures, AreNotReadInTheLaunchThatWritesThem)
{
    expect_report("a_fetch_of_what_the_launch_wrote",
                  "Invalid texture read: the same kernel launch has written this memory", {"is undefined"});
}

TEST(Surfaces, TakeXInBytes)
{
    const auto outcome = expect_report("x_in_elements", "Misaligned surface write",
                                       {"x is 1 and counts bytes", "x * sizeof", "by thread (1,0,0)"});
    EXPECT_EQ(outcome.error, cudaErrorMisalignedAddress);
}

TEST(Surfaces, TrapOutOfRange)
{
    const auto outcome = expect_report(
        "a_write_outside_of_a_surface", "Out-of-range surface write",
        {"x = 128 bytes, y = 0 is outside of an array of 32 x 4 elements of float", "by thread (31,0,0)"});
    EXPECT_EQ(outcome.error, cudaErrorLaunchFailure);
}

TEST(Surfaces, Race)
{
    expect_report("threads_write_one_element", "Race reported between Write access and Write access");
    expect_silent("threads_write_one_value");
    expect_report("a_read_beside_a_write", "Race reported between Write access and Read access");
}

TEST(TextureCounters, AreRequestsAndLanes)
{
    using Counts = std::vector<uint64_t>;
    EXPECT_EQ(counted("fetches_are_counted", "fetches", Space::texture, Access::load), (Counts{1, 20, 0}));
    EXPECT_EQ(counted("surfaces_are_counted", "surface_reads", Space::surface, Access::load),
              (Counts{2, 64, 0}));
    EXPECT_EQ(counted("surfaces_are_counted", "surface_writes", Space::surface, Access::store),
              (Counts{2, 64, 0}));
}

// measure_patterns.sh --textures has measured them.
TEST(TextureCounters, RequestsAreThoseOfNsightCompute)
{
    const std::map<std::string, Requests> measured = measured_requests();
    EXPECT_EQ(measured.size(), all_texture_patterns().size());
    cudaDeviceReset();
    cudaGetLastError();
    prepare_texture_patterns();
    emu::take_reports();
    for (const TexturePattern& pattern : all_texture_patterns()) {
        emu::take_counters();
        pattern.launch();
        const emu::KernelCounters counted = emu::take_counters().at(0);
        const Requests requests{counted.total(Space::texture, Access::load).requests,
                                counted.total(Space::surface, Access::load).requests,
                                counted.total(Space::surface, Access::store).requests};
        ASSERT_TRUE(measured.count(pattern.name)) << pattern.name;
        Requests parts = requests;
        for (uint64_t& count : parts)
            count *= pattern.parts;
        EXPECT_EQ(parts, measured.at(pattern.name)) << pattern.name;
    }
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (const emu::Report& report : emu::take_reports())
        ADD_FAILURE() << report.text;
    cudaDeviceReset();
}

TEST(TextureApi, TellsWrongArguments)
{
    expect_refused("three_channels", cudaErrorInvalidChannelDescriptor, "1, 2 or 4 channels");
    expect_refused("an_array_too_large", cudaErrorInvalidValue, "at most 131072 x 65536");
    expect_refused("an_array_freed_twice", cudaErrorInvalidResourceHandle, "was freed at ");
    expect_refused("a_copy_too_wide", cudaErrorInvalidValue, "a row has 64 bytes");
    expect_refused("linear_filter_of_integers", cudaErrorInvalidFilterSetting, "cudaReadModeNormalizedFloat");
    expect_refused("wide_integers_normalised", cudaErrorInvalidNormSetting, "integers of 8 and 16 bits");
    expect_refused("a_pitch_that_is_not_aligned", cudaErrorInvalidValue, "a multiple of 32 bytes");
    expect_refused("a_texture_past_its_memory", cudaErrorInvalidValue, "goes beyond its allocation");
    expect_refused("a_misaligned_offset", cudaErrorInvalidValue, "a multiple of 512 bytes");
    expect_refused("a_surface_without_its_flag", cudaErrorInvalidValue, "cudaArraySurfaceLoadStore");
    expect_refused("an_object_destroyed_twice", cudaErrorInvalidValue, "was destroyed at ");
}
