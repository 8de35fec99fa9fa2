// The versions of a topic that are linked into a program.
#pragma once

#include "common/harness/topic.h"
#include "common/support/errors.h"

#include <algorithm>
#include <list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ladders {

template <class Topic>
struct VersionFunction {
    using type = typename Topic::Output (*)(const typename Topic::Input&, Run&);
};
template <class Topic>
requires requires
{
    typename Topic::Version;
}
struct VersionFunction<Topic> {
    using type = typename Topic::Version;
};
// What a version registers: Topic::Version, or a function from the topic's input to its output.
template <class Topic>
using VersionOf = typename VersionFunction<Topic>::type;

template <class Topic>
class Registry {
public:
    struct Entry : VersionInfo {
        VersionOf<Topic> function;

        // This version shows a mistake; `why` says which.
        Entry& wrong_by_design(const char* why) { return meant_to_fail = why, *this; }
        // This version was not built; `why` says what is missing.
        Entry& left_out(const char* why) { return missing = why, *this; }
        // This version does not take the topic's default size: its own program has another.
        Entry& default_to(std::size_t size) { return default_size = size, *this; }
        // This version needs a GPU of this compute capability (80: 8.0) or a newer one; other GPUs refuse it by name.
        // Its architectures are said in ladder(), too: SM_80.
        Entry& needs(int capability) { return this->capability = capability, *this; }
        // The same, of this compute capability alone: what an sm_90a has and no other GPU, for instance; SM_90A in ladder().
        Entry& needs_exactly(int capability) { return this->capability = capability, no_newer = true, *this; }
    };

    static Entry& add(int number, const char* idea, VersionOf<Topic> function)
    {
        Entry& entry = entries().emplace_back();
        entry.number = number;
        entry.idea = idea;
        entry.function = function;
        return entry;
    }

    // In the order of their numbers, the library last.
    static std::vector<const Entry*> sorted()
    {
        std::vector<const Entry*> all;
        for (const Entry& entry : entries())
            all.push_back(&entry);
        std::sort(all.begin(), all.end(), [](const Entry* a, const Entry* b) {
            return std::pair(a->is_library(), a->number) < std::pair(b->is_library(), b->number);
        });
        return all;
    }

private:
    static std::list<Entry>& entries()
    {
        static std::list<Entry> list;
        return list;
    }
};

// For topics whose versions compute with several types: a function for each or for some of them, chosen by its arguments.
//   using Version = OneOf<unsigned(const std::vector<unsigned>&, Run&), float(const std::vector<float>&, Run&)>;
template <class... F>
struct OneOf : OneOf<F>... {
    using OneOf<F>::operator()...;

    OneOf() = default;
    template <class... Given>
    OneOf(Given*... functions)
    {
        static_assert((std::is_base_of_v<OneOf<Given>, OneOf> && ...),
                      "the topic's Version names no such function");
        ((static_cast<OneOf<Given>&>(*this).function = functions), ...);
    }
};

template <class Result, class... Arguments>
struct OneOf<Result(Arguments...)> {
    Result (*function)(Arguments...) = nullptr;

    Result operator()(Arguments... arguments) const
    {
        if (!function)
            throw UsageError("this version does not compute with this --type");
        return function(static_cast<Arguments>(arguments)...);
    }
};

}  // namespace ladders

// Registers a version: LADDER_VERSION(Reduction, 3, "sequential addressing", reduce);
// number: of the version, or kLibrary; then the idea in a few words, then the function (or what Topic::Version is made
// of). May be followed by .wrong_by_design("..."), .left_out("..."), .default_to(size), .needs(80) or .needs_exactly(90).
#define LADDER_VERSION(Topic, number, idea, ...)                        \
    [[maybe_unused]] static const auto* const ladder_version_##number = \
        &::ladders::Registry<Topic>::add(number, idea, ::ladders::VersionOf<Topic>{__VA_ARGS__})
