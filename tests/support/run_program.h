// Runs one of the project's programs as a user would, for tests.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

struct Outcome {
    int code = 0;  // exit code; 128 + n if signal n ended the program
    std::string out, err;

    // How many lines the program wrote to stderr.
    int error_lines() const;
};

// command: one of the project's or the tests' programs with its options, as in "reduce_v3 -n 100 --type 'float'"; the
// shell's rules hold. It runs in the folder scratch().
Outcome run(const std::string& command);

// Fails the test unless `command` ends with this exit code and one line on stderr, which has `part` in it, and without a
// verdict or a speedup.
void expect_refused(const std::string& command, int code, const std::string& part);

// Runs `command` with --json - and parses what it writes. Fails the test if the exit code is not 0.
nlohmann::json run_json(const std::string& command);

// The folder that the programs run in: made for this test process, and removed at its end.
std::string scratch();
// Writes a file there and gives its path.
std::string write_file(const std::string& name, const std::string& content);
std::string read_file(const std::string& path);
