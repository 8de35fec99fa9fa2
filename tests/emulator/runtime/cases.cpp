#include "cases.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

namespace cases {
namespace {

struct Entry {
    const char* file;
    void (*run)();
};

std::map<std::string, Entry>& registry()
{
    static std::map<std::string, Entry> all;
    return all;
}

}  // namespace

Case::Case(const char* name, const char* file, void (*run)())
{
    registry()[name] = {file, run};
}

std::vector<long>& results()
{
    static std::vector<long> values;
    return values;
}

Outcome run(const std::string& name)
{
    const auto found = registry().find(name);
    if (found == registry().end()) {
        ADD_FAILURE() << "no case " << name;
        return {};
    }
    cudaDeviceReset();
    cudaGetLastError();
    emu::take_reports();
    emu::take_remarks();
    emu::take_counters();
    results().clear();
    const std::size_t before = emu::error_count();

    Outcome outcome;
    outcome.file = found->second.file;
    found->second.run();
    outcome.error = cudaDeviceSynchronize();
    if (outcome.error == cudaSuccess)
        outcome.error = cudaGetLastError();
    outcome.errors = emu::error_count() - before;
    outcome.reports = emu::take_reports();
    outcome.remarks = emu::take_remarks();
    outcome.counters = emu::take_counters();
    cudaDeviceReset();
    return outcome;
}

int line_of(const Outcome& outcome, const std::string& name)
{
    std::ifstream source(outcome.file);
    std::string line;
    const std::string mark = "here: " + name;
    for (int n = 1; std::getline(source, line); ++n)
        if (line.size() >= mark.size() && line.compare(line.size() - mark.size(), mark.size(), mark) == 0)
            return n;
    ADD_FAILURE() << "no line of " << outcome.file << " ends with " << mark;
    return 0;
}

void expect_silent(const std::string& name)
{
    const Outcome outcome = run(name);
    EXPECT_EQ(outcome.error, cudaSuccess) << name << ": " << cudaGetErrorString(outcome.error);
    EXPECT_EQ(outcome.errors, 0u) << name;
    for (const emu::Report& report : outcome.reports)
        ADD_FAILURE() << name << ":\n" << report.text;
    for (const emu::Report& remark : outcome.remarks)
        ADD_FAILURE() << name << ":\n" << remark.text;
}

void expect_remark(const std::string& name, const std::string& what)
{
    const Outcome outcome = run(name);
    EXPECT_EQ(outcome.errors, 0u) << name;
    ASSERT_EQ(outcome.remarks.size(), 1u) << name;
    const emu::Report& remark = outcome.remarks.front();
    EXPECT_EQ(remark.what.rfind(what, 0), 0u) << name << ": no \"" << what << "\" in\n" << remark.text;
    EXPECT_EQ(remark.file, outcome.file);
    EXPECT_EQ(remark.line, line_of(outcome, name)) << remark.text;
}

Outcome expect_report(const std::string& name, const std::string& what, const std::vector<std::string>& parts)
{
    const Outcome outcome = run(name);
    std::string all;
    for (const emu::Report& report : outcome.reports) {
        all += report.text;
        if (report.what.rfind(what, 0) != 0 || report.line != line_of(outcome, name) ||
            report.file != outcome.file)
            continue;
        for (const std::string& part : parts)
            EXPECT_NE(report.text.find(part), std::string::npos) << name << ": no \"" << part << "\" in\n"
                                                                 << report.text;
        EXPECT_GT(outcome.errors, 0u);
        return outcome;
    }
    ADD_FAILURE() << name << ": no report \"" << what << "\" at " << outcome.file << ":"
                  << line_of(outcome, name) << ", but\n"
                  << all;
    return outcome;
}

}  // namespace cases

int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    emu::options().print_reports = false;
    emu::options().fail_at_exit = false;
    return RUN_ALL_TESTS();
}
