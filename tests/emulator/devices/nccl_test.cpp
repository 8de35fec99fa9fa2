// NCCL with the devices of one process.
#include "lessons.h"

#include <gtest/gtest.h>

namespace {

constexpr const char* kMistakes = "tests/emulator/devices/nccl_mistakes.cu";

Outcome run_nccl(int devices, const std::string& name, const std::string& program = "emulator_nccl")
{
    return run("env CUDA_EMULATOR=devices=" + std::to_string(devices) + " " + program + " \"" + name + "\"");
}

void expect_nccl_right(const std::string& name, const std::vector<int>& devices = {1, 2, 3, 4, 8})
{
    for (const int n : devices) {
        const Outcome outcome = run_nccl(n, name);
        EXPECT_EQ(outcome.out, "done\n") << name << " with " << n << " devices:\n" << outcome.err;
        EXPECT_EQ(outcome.code, 0) << outcome.err;
    }
}

// One report with these parts, and nothing unexpected besides.
void expect_nccl_told(const std::string& name, const std::vector<std::string>& parts,
                      const std::string& out = "done\n", int errors = 1)
{
    const Outcome outcome = run_nccl(2, name, "emulator_nccl_mistakes");
    EXPECT_EQ(outcome.out, out) << name << ":\n" << outcome.err;
    EXPECT_EQ(outcome.code, 1) << name << ":\n" << outcome.err;
    EXPECT_NE(outcome.err.find("ERROR SUMMARY: " + std::to_string(errors) + " error"), std::string::npos)
        << name << ":\n"
        << outcome.err;
    for (const std::string& part : parts)
        EXPECT_NE(outcome.err.find(part), std::string::npos) << name << ": no \"" << part << "\" in\n"
                                                             << outcome.err;
}

std::string place(const std::string& text)
{
    return place_of(kMistakes, "// here: " + text);
}

}  // namespace

TEST(Nccl, ReducesAllTypesByAllOperations)
{
    expect_nccl_right("all-reduce");
}

TEST(Nccl, AddsInTheOrderOfTheRanks)
{
    expect_nccl_right("order of sums", {2, 4});
}

TEST(Nccl, GathersScattersAndBroadcasts)
{
    expect_nccl_right("collectives");
    expect_nccl_right("in place");
}

TEST(Nccl, SendsAndReceives)
{
    expect_nccl_right("send and receive");
}

TEST(Nccl, CountsTheBytesOfARing)
{
    expect_nccl_right("links", {2, 3, 4, 8});
}

TEST(Nccl, RanksMayBeThreadsOrOneThread)
{
    expect_nccl_right("threads");
    expect_nccl_right("ranks of a group");
}

TEST(Nccl, CallsCanBeCaptured)
{
    expect_nccl_right("graph", {1, 2, 4});
}

TEST(Nccl, AForgottenGroupIsTold)
{
    expect_nccl_told(
        "forgotten group",
        {"ncclAllReduce(count 1000, ncclFloat32, ncclSum) of rank 0 waits for ever: rank 1 has not called it",
         place("alone"), "ncclGroupStart()", "its communicator was made at "},
        "");
    expect_nccl_told("receive without send",
                     {"of rank 0 waits for ever: rank 1 has not called it", place("receive")}, "");
    expect_nccl_told("send without receive",
                     {"ncclSend without ncclRecv", place("send"), "was never received"});
    expect_nccl_told("end without start", {"ncclGroupEnd() without ncclGroupStart()"});
    expect_nccl_told("start without end",
                     {"ncclGroupStart() without ncclGroupEnd()", "its calls (1 so far) have done nothing"});
    expect_nccl_told("wait without end", {"ncclGroupStart() without ncclGroupEnd()", place("wait"),
                                          "The group that begins at", place("open")});
    expect_nccl_told(
        "forgotten group beside a sleeper",
        {"of rank 0 waits for ever: rank 1 has not called it", place("beside"), "ncclGroupStart()"}, "");
}

TEST(Nccl, ARefusedCallOfAGroupIsToldOnce)
{
    expect_nccl_told("refused in a group", {"ncclAllReduce: sendbuff is too small"},
                     "ncclAllReduce: sendbuff is too small\ndone\n");
}

TEST(Nccl, CallsThatDoNotMatchAreTold)
{
    const std::string what = "The calls of two ranks do not match";
    expect_nccl_told("different counts", {what, "count 1000", "count 999", place("counts")});
    expect_nccl_told("different calls", {what, "ncclAllReduce(", "ncclBroadcast("});
    expect_nccl_told("different roots", {what, "root 0", "root 1"});
    expect_nccl_told("send more than is received", {what, "ncclSend(count 1000", "ncclRecv(count 999"});
}

TEST(Nccl, WrongArgumentsAreTold)
{
    expect_nccl_told("wrong root", {"ncclBroadcast: wrong root", "There is no rank 2"});
    expect_nccl_told("too small", {"ncclAllReduce: sendbuff is too small", "4004 bytes"});
    expect_nccl_told("host buffer", {"ncclAllReduce: sendbuff is not device memory"});
    expect_nccl_told("wrong device", {"sendbuff is memory of device 1, but rank 0 is on device 0"});
    expect_nccl_told("wrong stream", {"rank 0 is on device 0, but the stream belongs to device 1"});
    expect_nccl_told("overlap", {"sendbuff and recvbuff overlap", "In place, sendbuff == recvbuff"});
    expect_nccl_told("destroyed", {"ncclAllReduce() of a communicator after its end", "It was destroyed at",
                                   place("end")});
    expect_nccl_told("too many", {"ncclCommInitAll: 3 devices are wanted", "CUDA_EMULATOR=devices=N"});
}

TEST(Nccl, BuffersAreCheckedAsThoseOfCopies)
{
    expect_nccl_told("uninitialised",
                     {"Uninitialized __global__ memory read by ncclAllReduce", "element 0 of the array"},
                     "done\n", 2);
    expect_nccl_told("wrong order",
                     {"Race between streams: ncclAllReduce reads what the kernel set may still be writing"});
    const Outcome outcome = run_nccl(2, "read too early", "emulator_nccl_mistakes");
    EXPECT_NE(outcome.err.find("Race with the host: it reads what ncclAllReduce may still be writing"),
              std::string::npos)
        << outcome.err;
}
