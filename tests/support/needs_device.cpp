// For test programs that need a device: on a machine without a GPU a cuda build's tests are skipped.
#include "run_program.h"

#include <gtest/gtest.h>

namespace {

class NeedsDevice : public testing::Environment {
    void SetUp() override
    {
        if (run("device_info --block 32").code == 77)
            GTEST_SKIP() << "[  SKIPPED ] no GPU";
    }
};

[[maybe_unused]] testing::Environment* const needs_device =
    testing::AddGlobalTestEnvironment(new NeedsDevice);

}  // namespace
