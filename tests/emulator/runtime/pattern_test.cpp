// Counters are those of Nsight Compute, pattern by pattern: patterns_h200.csv, measured on an NVIDIA H200.
#include "cuda_runtime.h"
#include "emulator.h"
#include "patterns.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

namespace {

using Row = std::map<std::string, std::string>;  // column -> cell

std::vector<std::string> cells_of(const std::string& line)
{
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            cells.emplace_back();
        else
            cells.back() += c;
    }
    return cells;
}

std::map<std::string, Row> pattern_table()
{
    std::map<std::string, Row> rows;
    std::ifstream file(PATTERN_TABLE);
    std::vector<std::string> head;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#')
            continue;
        const std::vector<std::string> cells = cells_of(line);
        if (head.empty()) {
            head = cells;
            continue;
        }
        Row& row = rows[cells[0]];
        for (std::size_t i = 1; i < head.size() && i < cells.size(); ++i)
            row[head[i]] = cells[i];
    }
    return rows;
}

// What the emulator counts, under the names of the table's columns.
std::map<std::string, long> counters_of_pattern(const Pattern& pattern)
{
    using emu::Access;
    using emu::Space;
    emu::take_counters();
    pattern.launch();
    const emu::KernelCounters k = emu::take_counters().at(0);
    const auto conflicts = [](const emu::LineCounters& c) { return long(c.wavefronts - c.ideal_wavefronts); };
    const auto loads = k.total(Space::global, Access::load), stores = k.total(Space::global, Access::store),
               atomics = k.total(Space::global, Access::atomic),
               shared_loads = k.total(Space::shared, Access::load),
               shared_stores = k.total(Space::shared, Access::store),
               shared_atomics = k.total(Space::shared, Access::atomic);
    return {{"global_ld_requests", long(loads.requests)},
            {"global_ld_sectors", long(loads.sectors)},
            {"global_st_requests", long(stores.requests)},
            {"global_st_sectors", long(stores.sectors)},
            {"global_atomic_requests", long(atomics.requests)},  // atom (whose result is used) and red
            {"global_atomic_sectors", long(atomics.sectors)},
            {"shared_ld_wavefronts", long(shared_loads.wavefronts)},
            {"shared_ld_bank_conflicts", conflicts(shared_loads)},
            {"shared_st_wavefronts", long(shared_stores.wavefronts)},
            {"shared_st_bank_conflicts", conflicts(shared_stores)},
            {"shared_atom_bank_conflicts", conflicts(shared_atomics)}};
}

long number(const Row& row, const std::string& column)
{
    return std::lround(std::stod(row.at(column)));
}

// A note may say what the emulator counts instead: "emulator: shared_ld_wavefronts=3 shared_ld_bank_conflicts=1: why".
void apply_note(const std::string& note, std::map<std::string, long>& want)
{
    std::istringstream words(note);
    std::string word;
    words >> word;
    while (word == "emulator:" || word.find('=') != std::string::npos) {
        if (const std::size_t equals = word.find('='); equals != std::string::npos)
            want[word.substr(0, equals)] = std::stol(word.substr(equals + 1));
        if (!(words >> word))
            break;
    }
}

}  // namespace

TEST(Patterns, CountersAreThoseOfNsightCompute)
{
    cudaDeviceReset();
    cudaGetLastError();
    prepare_patterns();
    emu::take_reports();
    const auto rows = pattern_table();
    const std::vector<Pattern> patterns = all_patterns();
    EXPECT_GE(patterns.size(), 34u);
    EXPECT_EQ(rows.size(), patterns.size());
    for (const Pattern& pattern : patterns) {
        ASSERT_TRUE(rows.count(pattern.name)) << pattern.name;
#ifdef __clang__  // does not tell the alignment of a struct that it copies
        if (std::string(pattern.name).starts_with("global struct of ") && pattern.name[17] >= '0' &&
            pattern.name[17] <= '9')
            continue;
#endif
        const Row& row = rows.at(pattern.name);
        std::map<std::string, long> want, have = counters_of_pattern(pattern);
        for (const auto& [column, value] : have) {
            if (column.rfind("global_atomic_", 0) == 0) {
                const std::string what = column.substr(std::string("global_atomic_").size());
                want[column] = number(row, "global_atom_" + what) + number(row, "global_red_" + what);
            } else {
                want[column] = number(row, column);
            }
        }
        apply_note(row.at("note"), want);
        for (const auto& [column, value] : have)
            EXPECT_EQ(value, want.at(column)) << pattern.name << ": " << column;
        for (const emu::Report& report : emu::take_reports())
            ADD_FAILURE() << pattern.name << ":\n" << report.text;
    }
    cudaDeviceReset();
}
