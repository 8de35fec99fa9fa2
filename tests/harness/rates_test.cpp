#include "common/report/rates.h"

#include <gtest/gtest.h>

using namespace ladders;

namespace {

// A device of 4 TFLOP/s.
RunResult run_of(const TopicInfo& topic)
{
    RunResult run;
    run.topic = &topic;
    run.device.compute_capability = 90;
    run.device.multiprocessors = 1;
    run.device.clock_hz = 4e12 / (2 * run.device.lanes_per_multiprocessor());
    return run;
}

VersionResult one_teraflop_in_a_second()
{
    VersionResult result;
    result.work.operations = 1e12;
    result.times.kernel = 1;
    return result;
}

TEST(ShareOfPeak, IsThatOfTheDevice)
{
    const TopicInfo topic{.name = "a", .title = "a", .size = 1, .rate = Rate::operations};
    EXPECT_DOUBLE_EQ(share_of_peak(run_of(topic), one_teraflop_in_a_second()), 0.25);
}

TEST(ShareOfPeak, IsThatOfAllGpusThatWorked)
{
    const TopicInfo topic{.name = "a", .title = "a", .size = 1, .rate = Rate::operations};
    VersionResult result = one_teraflop_in_a_second();
    result.scaling = Scaling{.gpus = 2};
    EXPECT_DOUBLE_EQ(share_of_peak(run_of(topic), result), 0.125);
}

TEST(ShareOfPeak, IsUnknownOfOperationsThatAreNoFlop)
{
    const TopicInfo topic{
        .name = "a", .title = "a", .size = 1, .rate = Rate::operations, .operations = "step"};
    EXPECT_EQ(share_of_peak(run_of(topic), one_teraflop_in_a_second()), 0);
}

}  // namespace
