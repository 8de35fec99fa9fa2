// The counters of a ladder's versions, for tests that assert what each version is there to show.
#pragma once

#include "run_program.h"

#include <gtest/gtest.h>

#include <string>

// As run_json(), with --counters, for commands that several tests look at and that read no file: within one ctest it runs
// once, though each test is a process of its own.
nlohmann::json run_json_once(const std::string& ladder);

// Where the source text of a version stands, as reports name it: "v1_race.cu:16". file: from the top of the project, as in
// "counter/v1_race.cu"; one of its lines, and only one, must contain `text`.
std::string place_of(const std::string& file, const std::string& text);

// What the emulator counted for each version of one run of a ladder.
class LadderRun {
public:
    explicit LadderRun(const std::string& command) : json_(run_json_once(command)) {}

    // Looks a number up: of("v3", "shared_loads", "wavefronts").
    double of(const std::string& version, const std::string& accesses, const std::string& counter) const
    {
        return counters(version).at(accesses).at(counter).get<double>();
    }
    double of(const std::string& version, const std::string& counter) const
    {
        return counters(version).at(counter).get<double>();
    }
    // Wavefronts over the fewest possible: 1 without bank conflicts.
    double conflicts(const std::string& version, const std::string& accesses) const
    {
        return of(version, accesses, "wavefronts") / of(version, accesses, "ideal_wavefronts");
    }
    double sectors_per_request(const std::string& version, const std::string& accesses) const
    {
        return of(version, accesses, "sectors") / of(version, accesses, "requests");
    }
    // Bytes asked for over bytes moved.
    double bus_utilisation(const std::string& version, const std::string& accesses) const
    {
        return of(version, accesses, "bytes_asked") / (32 * of(version, accesses, "sectors"));
    }
    // Lanes that took part in a request, on the average.
    double lanes_per_request(const std::string& version, const std::string& accesses) const
    {
        return of(version, accesses, "lanes") / of(version, accesses, "requests");
    }
    // The most lanes on one address, on the average of the warps' requests.
    double same_address_degree(const std::string& version, const std::string& accesses) const
    {
        return of(version, accesses, "same_address") / of(version, accesses, "requests");
    }
    std::string status(const std::string& version) const { return find(version).at("status"); }
    nlohmann::json reports(const std::string& version) const { return find(version).at("emulator_reports"); }

private:
    const nlohmann::json& find(const std::string& version) const
    {
        for (const nlohmann::json& one : json_.at("versions"))
            if (one.at("version") == version)
                return one;
        throw std::out_of_range("no version " + version);
    }
    const nlohmann::json& counters(const std::string& version) const { return find(version).at("counters"); }

    nlohmann::json json_;
};
