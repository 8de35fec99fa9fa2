// Runs each case as a test: no check fails, and the emulator reports nothing.
#include "cases.h"
#include "cuda_runtime.h"
#include "emulator.h"

#include <gtest/gtest.h>

namespace surface {

std::vector<Case>& cases()
{
    static std::vector<Case> all;
    return all;
}

namespace {

class SurfaceTest : public testing::Test {
public:
    explicit SurfaceTest(Case tested) : case_(tested) {}

private:
    void TestBody() override
    {
        cudaDeviceReset();
        emu::take_reports();
        EXPECT_EQ(case_.run(), 0) << "the line of the first check that failed";
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        for (const emu::Report& report : emu::take_reports())
            ADD_FAILURE() << report.text;
    }

    Case case_;
};

}  // namespace
}  // namespace surface

int main(int argc, char** argv)
{
    emu::options().print_reports = false;
    emu::options().fail_at_exit = false;
    for (const surface::Case& each : surface::cases())
        testing::RegisterTest("Surface", each.name, nullptr, nullptr, __FILE__, __LINE__,
                              [each]() -> testing::Test* { return new surface::SurfaceTest(each); });
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
