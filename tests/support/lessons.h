// The counters of a ladder's versions, for tests that assert what each version is there to show.
#pragma once

#include "run_program.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

// As run_json(), with --counters, for commands that several tests look at and that read no file: within one ctest it runs
// once, though each test is a process of its own.
nlohmann::json run_json_once(const std::string& ladder);

// Where the source text of a version stands, as reports name it: "v1_race.cu:16". file: from the top of the project, as in
// "counter/v1_race.cu"; one of its lines, and only one, must contain `text`.
std::string place_of(const std::string& file, const std::string& text);

// What the emulator counted for each version of one run of a ladder. Versions are named "v3" and so on.
class LadderRun {
public:
    explicit LadderRun(const std::string& command);

    std::vector<std::string> versions() const;

    // Looks a number up: of("v3", "shared_loads", "wavefronts").
    double of(const std::string& version, const std::string& accesses, const std::string& counter) const;
    double of(const std::string& version, const std::string& counter) const;
    // Wavefronts over the fewest possible: 1 without bank conflicts.
    double conflicts(const std::string& version, const std::string& accesses) const;
    double sectors_per_request(const std::string& version, const std::string& accesses) const;
    // Bytes asked for over bytes moved.
    double bus_utilisation(const std::string& version, const std::string& accesses) const;
    // Lanes that took part in a request, on the average.
    double lanes_per_request(const std::string& version, const std::string& accesses) const;
    // The most lanes on one address, on the average of the warps' requests.
    double same_address_degree(const std::string& version, const std::string& accesses) const;

    // How many kernels it launches; the grid of the first one, and its blocks.
    std::size_t launches(const std::string& version) const;
    std::vector<int> grid(const std::string& version) const;
    int blocks(const std::string& version) const;

    std::string status(const std::string& version) const;  // "ok", "refused", ...
    std::string detail(const std::string& version) const;  // why, if it is not ok
    // What the emulator found wrong: all of it, empty if there is nothing; and the first of its reports.
    std::string reports(const std::string& version) const;
    std::string first_report(const std::string& version) const;

private:
    const nlohmann::json& find(const std::string& version) const;

    nlohmann::json json_;
};
