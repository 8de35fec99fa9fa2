// The judge of strangers' versions: the version runs in one process, and its results are checked in another one, whose
// program holds nothing of the stranger's. Used by `scripts/lab grade`; on the emulator only.
//
//   <program> --judge-run FD < request       runs the version on the inputs of the request, blindfolded (blindfold.h)
//   <program> --judge-check REQUEST RESULTS  makes the same inputs, and checks the results; prints a line for each
//   <program> --judge-inputs                 prints the names of the awkward inputs
//
// A request is a JSON object: "rounds", a list of inputs, each with
//   "options"   the words of a command line that makes the input, or "selftest", the number of an awkward input
//   "draw"      a number: the hidden arrays' elements are drawn again by it; 0: they stay as they are
//   "counters"  true: the round's results have the JSON of a plain run, with counters
// and "seed", a number that decides what the host code sees in place of the hidden values.
//
// The results are written to the file descriptor FD, for each round a line of JSON, and after it the version's result, of as
// many bytes as the line's "bytes" says. "status", "detail", "reports": what the harness found but for the result's
// check; "launches": in Run::kernel(), "uncounted": elsewhere; "to_device", "to_host": the version's copies; "downloaded": whether the result came from the device as it is;
// "chain": Run::longest_chain().
#pragma once

#include "common/harness/topic.h"

#include <string>
#include <vector>

namespace ladders {

bool is_for_judge(const std::string& word);

// words: the command line. Gives the exit code.
int run_for_judge(Ladder& ladder, const std::string& program, const std::vector<std::string>& words);

}  // namespace ladders
