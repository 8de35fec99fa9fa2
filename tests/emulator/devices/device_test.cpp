// Several devices, as programs see them.
#include "lessons.h"

#include <gtest/gtest.h>

#include <set>

namespace {

constexpr const char* kFile = "tests/emulator/devices/device_cases.cu";
constexpr const char* kStreams = "tests/emulator/devices/device_stream_cases.cu";
constexpr const char* kShared = "tests/emulator/devices/devices.cuh";

// The cases of device_stream_cases.cu are in a program of their own.
bool is_of_streams(const std::string& name)
{
    static const std::set<std::string> kAll = {"streams",
                                               "launch into another device's stream",
                                               "event of another device",
                                               "time between devices",
                                               "race",
                                               "no race",
                                               "race with the host",
                                               "race of copies",
                                               "variables",
                                               "a constant of one device",
                                               "a constant of all devices",
                                               "chains",
                                               "reset",
                                               "graph"};
    return kAll.contains(name);
}

Outcome run_with(const std::string& options, const std::string& name)
{
    const std::string program = is_of_streams(name) ? " emulator_device_streams" : " emulator_devices";
    return run("env CUDA_EMULATOR=" + options + program + " \"" + name + "\"");
}

// The case finds what it expects, and there is no report.
void expect_right(const std::string& name, const std::string& options)
{
    const Outcome outcome = run_with(options, name);
    EXPECT_EQ(outcome.out, "done\n") << name << " with " << options << ":\n" << outcome.err;
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err.find("===== Error"), std::string::npos) << outcome.err;
}

// The case finds what it expects, and there is one report with these parts.
void expect_told(const std::string& name, const std::vector<std::string>& parts, const std::string& options)
{
    const Outcome outcome = run_with(options, name);
    EXPECT_EQ(outcome.out, "done\n") << name << " with " << options << ":\n" << outcome.err;
    EXPECT_EQ(outcome.code, 1) << outcome.err;
    for (const std::string& part : parts)
        EXPECT_NE(outcome.err.find(part), std::string::npos) << "no \"" << part << "\" in\n" << outcome.err;
}

}  // namespace

TEST(Devices, HaveNamesNumbersAndBuses)
{
    for (const int n : {1, 2, 3, 8, 16}) {
        const Outcome outcome = run_with("devices=" + std::to_string(n), "properties");
        EXPECT_EQ(outcome.out, std::to_string(n) + " devices\ndone\n") << outcome.err;
    }
    EXPECT_EQ(run("env -u CUDA_EMULATOR emulator_devices properties").out, "1 devices\ndone\n");
}

TEST(Devices, AreFromOneToSixteen)
{
    for (const char* wrong : {"devices=0", "devices=17", "devices=", "devices=x"})
        expect_refused("env CUDA_EMULATOR=" + std::string(wrong) + " emulator_devices properties", 2,
                       "from 1 to 16");
}

TEST(Devices, HaveMemoriesOfTheirOwn)
{
    for (const char* options : {"devices=1", "devices=2,leaks", "devices=3", "devices=8"})
        expect_right("memory", options);
}

TEST(Devices, ReturnCudasErrorsForPeers)
{
    expect_right("peer errors", "devices=2");
    expect_right("peer errors", "devices=4");
}

TEST(Devices, CopiesBetweenThemAreCountedByLink)
{
    for (const char* options : {"devices=2", "devices=3", "devices=8"})
        expect_right("peer copies", options);
    expect_told("copy with the wrong device",
                {"cudaMemcpyPeer() names the wrong device", "srcDevice is device 0",
                 place_of(kFile, "// here: wrong device")},
                "devices=2");
}

TEST(Devices, KernelsUseTheMemoryOfPeers)
{
    expect_right("peer kernels", "devices=2");
    expect_told(
        "no peer access",
        {"Invalid __global__ read of size 4 bytes", place_of(kShared, "// here: add"),
         "device 0 reads memory of device 1, but cudaDeviceEnablePeerAccess(1, 0) was not called with "
         "device 0 current"},
        "devices=2");
    expect_right("no peers", "devices=2,no-peers");
}

TEST(Devices, StreamsAndEventsBelongToOne)
{
    expect_right("streams", "devices=2");
    expect_told("launch into another device's stream",
                {"cudaErrorInvalidResourceHandle", "device 1 is current, but the stream belongs to device 0",
                 place_of(kStreams, "// here: wrong stream")},
                "devices=2");
    expect_told("event of another device",
                {"the event was made with device 0 current, but the stream belongs to device 1",
                 place_of(kStreams, "// here: wrong event")},
                "devices=2");
    expect_told("time between devices",
                {"the start event was made with device 0 current", place_of(kStreams, "// here: time")},
                "devices=2");
}

TEST(Devices, AreOrderedByEventsOnly)
{
    expect_right("no race", "devices=2");
    expect_told("race",
                {"Race between streams: the kernel add reads what the kernel fill may still be writing",
                 place_of(kShared, "// here: add"), place_of(kStreams, "// here: race")},
                "devices=2");
    expect_told(
        "race of copies",
        {"cudaMemcpyPeerAsync writes what cudaMemcpyPeerAsync may still be writing",
         "cudaMemcpyPeerAsync writes it, queued at ",
         "element 0 of the array that " + place_of(kStreams, "// here: arrays") + " allocates on device 2\n",
         place_of(kStreams, "// here: first copy"), place_of(kStreams, "// here: second copy")},
        "devices=3");
    expect_told("race with the host",
                {"Race with the host: it reads what the kernel fill may still be writing",
                 place_of(kStreams, "// here: too early")},
                "devices=2");
}

TEST(Devices, HaveVariablesOfTheirOwn)
{
    for (const char* options : {"devices=1", "devices=2", "devices=8"})
        expect_right("variables", options);
}

TEST(Devices, AVariableThatIsSetOnOneAloneIsToldWhereItIsRead)
{
    const Outcome one = run_with("devices=2", "a constant of one device");
    EXPECT_EQ(one.code, 0) << one.err;
    for (const std::string& part : {std::string("Remark: c is 0 on device 0: it was set on device 1 only"),
                                    place_of(kStreams, "// here: a constant of one device")})
        EXPECT_NE(one.err.find(part), std::string::npos) << "no \"" << part << "\" in\n" << one.err;
    EXPECT_EQ(one.err.find("table"), std::string::npos) << one.err;
    for (const char* options : {"devices=1", "devices=2", "devices=3"}) {
        const Outcome all = run_with(options, "a constant of all devices");
        EXPECT_EQ(all.err.find("was set on"), std::string::npos) << all.err;
    }
}

TEST(Devices, LongestChainSpansThem)
{
    for (const char* options : {"devices=2", "devices=3", "devices=8"})
        expect_right("chains", options);
}

TEST(Devices, AreResetOneByOne)
{
    expect_right("reset", "devices=2");
}

TEST(Devices, GraphsRunWhereTheyWereCaptured)
{
    expect_right("graph", "devices=2");
}

TEST(Devices, LinksAreInTheTableAndInTheJson)
{
    const Outcome table = run_with("devices=2,counters", "no race");
    EXPECT_NE(table.err.find("Between devices"), std::string::npos) << table.err;
    EXPECT_NE(table.err.find("device  1 to device 0"), std::string::npos) << table.err;
    const Outcome json = run_with("devices=2,counters=/dev/stdout,quiet", "no race");
    EXPECT_NE(json.out.find("\"links\": [\n{\"from\": 1, \"to\": 0"), std::string::npos) << json.out;
    const Outcome one = run("env CUDA_EMULATOR=counters=/dev/stdout emulator_device_streams variables");
    EXPECT_EQ(one.out.find("links"), std::string::npos) << one.out;
}
