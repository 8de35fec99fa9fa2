// How results are shown: as a lecture shows one version, as a table of a whole ladder, as JSON.
#pragma once

#include "common/harness/measure.h"

#include <string>

namespace ladders {

// "Device: ..." and "n = ..." lines.
void print_heading(const RunResult& run);

// One version in full. Each line starts with a label that scripts and slides can rely on (the README lists them). Wrong
// answers get no speedup.
void print_version(const RunResult& run, const VersionResult& result);

// The ladder's table: the head, then a row for each version as soon as it is measured.
// previous, library: their GPU seconds, 0 where there is none.
void print_table_head(const RunResult& run);
void print_table_row(const RunResult& run, const VersionResult& result, double previous, double library);
// The lines under the table that explain its columns and name the errors.
void print_table_notes(const RunResult& run);

// The counters of each line beside its source text, if --counters asked for them.
void print_counters_by_line(const RunResult& run);

// What the rules have found; of a wrong version, first that it is wrong.
std::vector<Finding> findings_of(const VersionResult& result);
// Why each version is slow, as far as it is known here, for --explain.
void print_explanation(const RunResult& run);

// "ok", "WRONG, as this version is meant to show: ...", "refused: ..."
std::string verdict_text(const VersionResult& result);
// The text in the colour of the result's status, on a terminal.
std::string coloured_status(const VersionResult& result, const std::string& text);

// "CPU version (sec.): 0.000931", and whether it was measured on a part of the work.
void print_cpu_time(const RunResult& run, double seconds);

std::string to_json(const RunResult& run);

}  // namespace ladders
