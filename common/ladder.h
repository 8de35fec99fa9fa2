// The one header that a topic includes. It makes a ladder of programs from a topic and its versions.
//
// A topic is a struct that tells what the problem is (the README's example, `dot`, is a complete one):
//
//   struct Histogram {
//       using Input = ...;  using Output = ...;
//       static constexpr TopicInfo info{...};                        // names, default sizes, bytes per element
//
//       Input make_input(const Options&) const;
//       Output cpu(const Input&) const;                              // the sequential reference, which is timed
//       Verdict check(const Output& got, const Output& want, const Input&, const Chain&) const;
//       Work work(const Input&) const;                               // the fewest bytes and operations; may take the
//                                                                    // Output, too, if they depend on it
//       Figures figures(const Output&) const;                        // printed for the CPU and the GPU
//   };
//
// and may have:
//       using Version = ...;                                         // if not Output (*)(const Input&, Run&)
//       Output run(const Version&, const Input&, Run&) const;        // then: how to call one
//       void add_options(OptionList&);                               // the topic's own options
//       MemoryNeed memory(const Options&) const;                     // else info's bytes per element, times --size
//       std::string describe(const Input&) const;                    // else Input::description, else "n = 4096, seed 1"
//       int gpus, a member of Input                                  // for how many GPUs it is; else one
//       void selftests(SelfTests<Histogram>&) const;                 // else the awkward sizes, with default options
//       std::vector<Shown> shown_inputs(const Input&) const;         // what a wrong result is shown beside: arrays, by
//                                                                    // shown("x", in.x); if Input is one, it is shown
//       std::vector<std::string> remarks(const Output& got, const Input&) const;   // more lines to print
//       void write_output(const Output&) const;                      // for -o; may also take the Input, or the Input
//                                                                    // and the Version
//       double cpu_share(const Input&) const;                        // if cpu() does a part of the work only, which:
//                                                                    // its time is scaled up
//       std::size_t cases(const Input&) const;                       // for inputs that have several cases, such as
//       void use_case(Input&, std::size_t) const;                    // searches from several vertices: how many (0:
//       std::string case_name(const Input&) const;                   // none), which to run, and its name
//       void hide(Input&, HiddenArrays&) const;                      // the arrays that versions' host code only copies:
//                                                                    // the judge hides their values from it
//
// The reference may have other forms:
//       void cpu(const Input&, Output&) const;                       // into the memory of its last run
//       std::size_t results(const Input&) const;                     // results begin to end - 1 of so many: the timed
//       void cpu(const Input&, std::size_t begin, std::size_t end, Output&) const;   // run takes all, one with
//                                                                    // --no-cpu takes pieces on all cores
// each with a Version before the Input if the versions compute different things.
//
// What check() holds a result against, its `want`, is the reference's result, or what the topic has in its place. It is
// made once per input, when it is first needed:
//       Exact exact(const Input&) const;                             // of any type; with and without --no-cpu
//       Quick without_cpu(const Input&) const;                       // with --no-cpu, where cpu() takes too long
// check() may leave out `want` or the Chain if it needs none. A topic whose check() needs no `want` needs none of these.
#pragma once

#include "common/harness/blindfold.h"
#include "common/harness/device_array.h"
#include "common/harness/ladder_of.h"
#include "common/harness/registry.h"
#include "common/harness/result_bytes.h"
#include "common/harness/run.h"
#include "common/harness/selftests.h"
#include "common/harness/topic.h"
#include "common/support/check.h"
#include "common/support/errors.h"
#include "common/support/parallel.h"
#include "common/support/text.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ladders {

// The whole program: options, input, runs, report. Gives the exit code.
int run_program(Ladder& ladder, int argc, char** argv);

// all_versions: numbers and ideas of all the ladder's versions, of which this program may hold but one.
template <class Topic>
int ladder_main(int argc, char** argv, std::vector<VersionInfo> all_versions)
{
    LadderOf<Topic> ladder(std::move(all_versions));
    return run_program(ladder, argc, argv);
}

}  // namespace ladders

// A version file is a page of a lecture: it says DeviceArray, not ladders::DeviceArray.
using namespace ladders;  // NOLINT(google-build-using-namespace)
