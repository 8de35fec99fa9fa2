#include "cases.h"

#include <gtest/gtest.h>

using cases::expect_silent;

namespace {

// The case gives one report, which begins like this. It is of the line "here: <place>", or of the line after it.
void expect_race(const std::string& name, const std::string& what, const std::vector<std::string>& parts,
                 const std::string& place = "")
{
    const cases::Outcome outcome = cases::run(name);
    ASSERT_EQ(outcome.reports.size(), 1u) << name;
    const emu::Report& report = outcome.reports.front();
    EXPECT_EQ(report.what, what) << name;
    const int line = report.line - cases::line_of(outcome, place.empty() ? name : place);
    EXPECT_TRUE(line == 0 || line == 1) << name << ":\n" << report.text;
    for (const std::string& part : parts)
        EXPECT_NE(report.text.find(part), std::string::npos) << name << ": no \"" << part << "\" in\n"
                                                             << report.text;
}

const std::vector<std::string> kStreams = {"of the array that ", "queued at ", "cudaStreamWaitEvent()"};
const std::vector<std::string> kHost = {"of the array that ", "queued at ", "cudaStreamSynchronize()"};

}  // namespace

TEST(StreamOrder, AKernelReadsWhatAnotherStreamCopies)
{
    const std::string what =
        "Race between streams: the kernel twice reads what cudaMemcpyAsync may still be writing";
    for (const char* name : {"kernel_in_another_stream_than_its_copy", "kernel_after_an_earlier_event",
                             "pageable_copy_in_another_stream", "kernel_through_a_pointer_in_another_stream"})
        expect_race(name, what, kStreams);
    for (const char* name : {"kernel_in_the_stream_of_its_copy", "kernel_after_an_event_of_its_copy",
                             "kernel_after_the_host_has_waited", "synchronous_copy_before_another_stream"})
        expect_silent(name);
}

TEST(StreamOrder, TheDefaultStreamDoesNotWaitForNonBlockingOnes)
{
    expect_race("fill_in_the_default_stream_before_a_non_blocking_one",
                "Race between streams: the kernel increment reads what cudaMemset may still be writing",
                kStreams);
    expect_silent("fill_in_the_default_stream_before_a_blocking_one");
}

TEST(StreamOrder, ACopyReadsWhatAnotherStreamWrites)
{
    expect_race("copy_back_in_another_stream",
                "Race between streams: cudaMemcpyAsync reads what the kernel increment may still be writing",
                kStreams);
}

TEST(StreamOrder, AKernelOverwritesWhatAnotherStreamCopies)
{
    expect_race("kernel_changes_what_another_stream_copies",
                "Race between streams: the kernel increment writes what cudaMemcpyAsync may still be reading",
                kStreams);
    expect_silent("kernel_reads_what_another_stream_copies");
}

TEST(StreamOrder, TwoKernelsStore)
{
    expect_race("two_kernels_store_different_values",
                "Race between streams: the kernel set writes what the kernel set may still be writing",
                kStreams);
    expect_silent("two_kernels_store_the_same_value");
    expect_silent("two_kernels_count_by_atomics");
}

TEST(StreamOrder, PiecesOfAnArrayAreApart)
{
    expect_silent("streams_with_a_piece_each");
    expect_silent("bytes_of_one_word_in_two_streams");
    expect_race(
        "streams_with_a_piece_each_and_a_halo",
        "Race between streams: the kernel add_neighbours reads what cudaMemcpyAsync may still be writing",
        kStreams);
}

TEST(StreamOrder, AGraphIsOneOperation)
{
    expect_silent("graph_of_two_streams");
    expect_race("kernel_beside_a_graph",
                "Race between streams: the kernel twice reads what cudaGraphLaunch may still be writing",
                kStreams);
}

TEST(StreamOrder, ANewStreamIsNotTheDestroyedOne)
{
    expect_race("a_new_stream_after_a_destroyed_one",
                "Race between streams: the kernel twice reads what the kernel increment may still be writing",
                kStreams);
}

TEST(HostOrder, TheHostReadsTooEarly)
{
    expect_race("host_reads_pinned_memory_too_early",
                "Race with the host: it reads what cudaMemcpyAsync may still be writing", kHost, "sum_of");
    expect_race("host_reads_managed_memory_too_early",
                "Race with the host: it reads what the kernel increment may still be writing", kHost,
                "sum_of");
    expect_race("host_waits_for_another_stream",
                "Race with the host: it reads what the kernel increment may still be writing", kHost,
                "sum_of");
}

TEST(HostOrder, TheHostWritesTooEarly)
{
    expect_race("host_overwrites_what_is_being_copied",
                "Race with the host: it writes what cudaMemcpyAsync may still be reading", kHost);
    expect_race("host_overwrites_what_a_kernel_reads",
                "Race with the host: it writes what the kernel twice may still be reading", kHost);
}

TEST(HostOrder, LibraryCodeIsWatchedByThePage)
{
    expect_race("a_vector_copies_pinned_memory_too_early",
                "Race with the host: it reads what cudaMemcpyAsync may still be writing", kHost);
    expect_race("a_fill_of_pinned_memory_in_flight",
                "Race with the host: it writes what cudaMemcpyAsync may still be reading", kHost);
    expect_silent("a_vector_copies_pinned_memory");
    expect_silent("library_code_touches_another_page");
}

TEST(HostOrder, RightProgramsAreSilent)
{
    for (const char* name :
         {"host_reads_what_is_being_copied", "host_touches_another_part",
          "host_has_waited_for_managed_memory", "host_waits_by_a_synchronous_copy", "host_waits_by_a_release",
          "host_function_of_the_stream", "host_waits_for_a_flag", "host_reads_filled_managed_memory"})
        expect_silent(name);
}

TEST(HostOrder, TheHostWaitsForAFlag)
{
    expect_silent("host_waits_for_an_atomic_flag");
    expect_race("host_waits_for_a_plain_flag",
                "Race with the host: it reads what the kernel raise_plainly may still be writing", kHost);
}

TEST(HostOrder, AFunctionOfTheStreamTellsTheHost)
{
    for (const char* name : {"host_is_told_by_a_function_of_the_stream", "host_is_told_by_a_callback",
                             "host_is_told_by_a_graph"})
        expect_silent(name);
    expect_race("host_is_told_of_another_stream",
                "Race with the host: it reads what cudaMemcpyAsync may still be writing", kHost, "sum_of");
}

TEST(HostFunction, MakesNoCallOfCuda)
{
    cases::expect_report("call_of_cuda_in_a_function_of_a_stream",
                         "A call of CUDA in a function that a stream calls", {"cudaErrorNotPermitted"});
    expect_silent("error_name_in_a_function_of_a_stream");
    EXPECT_EQ(cases::results(), std::vector<long>{1});
}
