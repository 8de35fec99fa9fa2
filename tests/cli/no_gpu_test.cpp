// A cuda build on a machine without a GPU.
#include "run_program.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace {

TEST(NoGpu, EndsWith77AndSaysHowToBuildForTheEmulator)
{
    if (std::filesystem::exists("/dev/nvidia0"))
        GTEST_SKIP() << "there is a GPU";
    for (const char* program : {"reduce_v3", "hist", "device_info"}) {
        const Outcome outcome = run(program);
        EXPECT_EQ(outcome.code, 77) << outcome.out;
        EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
        EXPECT_NE(outcome.err.find("cmake --preset emulator"), std::string::npos) << outcome.err;
    }
}

}  // namespace
