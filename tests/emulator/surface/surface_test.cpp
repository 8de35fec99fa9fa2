// Runs each case as a test: no check fails, and the emulator reports nothing.
#include "cases.h"
#if EMULATOR
#include "emulator.h"
#endif

#include <cuda_runtime.h>
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
        forget_reports();
        EXPECT_EQ(case_.run(), 0) << "the line of the first check that failed";
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        expect_no_report();
    }

#if EMULATOR
    static void forget_reports()
    {
        emu::take_reports();
    }
    static void expect_no_report()
    {
        for (const emu::Report& report : emu::take_reports())
            ADD_FAILURE() << report.text;
    }
#else
    static void forget_reports() {}
    static void expect_no_report() {}
#endif

    Case case_;
};

}  // namespace
}  // namespace surface

int main(int argc, char** argv)
{
#if EMULATOR
    emu::options().print_reports = false;
    emu::options().fail_at_exit = false;
#endif
    for (const surface::Case& each : surface::cases())
        testing::RegisterTest("Surface", each.name, nullptr, nullptr, __FILE__, __LINE__,
                              [each]() -> testing::Test* { return new surface::SurfaceTest(each); });
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
