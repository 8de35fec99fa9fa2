// A topic's sequential reference, and what a result is held against in its place. ladder.h lists the forms that a topic
// can give them.
#pragma once

#include "common/harness/registry.h"
#include "common/support/check.h"
#include "common/support/parallel.h"

#include <cstddef>
#include <optional>
#include <utility>

namespace ladders {

// What a topic's reference looks like.
template <class Topic, class... Before>
struct ReferenceForm {
    using Input = typename Topic::Input;
    using Output = typename Topic::Output;

    static constexpr bool gives = requires(const Topic& t, const Before&... before, const Input& in)
    {
        t.cpu(before..., in);
    };
    static constexpr bool fills =
        requires(const Topic& t, const Before&... before, const Input& in, Output& out)
    {
        t.cpu(before..., in, out);
    };
    static constexpr bool in_pieces =
        requires(const Topic& t, const Before&... before, const Input& in, Output& out)
    {
        t.cpu(before..., in, std::size_t{}, std::size_t{}, out);
    };
    static constexpr bool any = gives || fills || in_pieces;
};

// A value that is made when it is first needed.
template <class T>
class Once {
public:
    template <class F>
    const T& get(F make)
    {
        if (!value_)
            value_.emplace(make());
        return *value_;
    }
    void forget() { value_.reset(); }

private:
    std::optional<T> value_;
};

struct NoReference {};

// What Topic::exact() gives, made once; empty if there is none.
template <class Topic>
struct ExactOf {
    using type = NoReference;
};
template <class Topic>
requires requires(const Topic& topic, const typename Topic::Input& in)
{
    topic.exact(in);
}
struct ExactOf<Topic> {
    using type = decltype(std::declval<const Topic&>().exact(std::declval<const typename Topic::Input&>()));
};

// Likewise of Topic::without_cpu().
template <class Topic>
struct QuickOf {
    using type = NoReference;
};
template <class Topic>
requires requires(const Topic& topic, const typename Topic::Input& in)
{
    topic.without_cpu(in);
}
struct QuickOf<Topic> {
    using type =
        decltype(std::declval<const Topic&>().without_cpu(std::declval<const typename Topic::Input&>()));
};

// Of one input. What results are held against is made when it is first needed, and kept until forget().
template <class Topic>
class ReferenceOf {
public:
    using Input = typename Topic::Input;
    using Output = typename Topic::Output;
    using Version = VersionOf<Topic>;
    using Form = ReferenceForm<Topic>;
    using FormOfVersion = ReferenceForm<Topic, Version>;
    static_assert(Form::any || FormOfVersion::any, "the topic has no cpu(), its sequential reference");
    static constexpr bool kVersionsDiffer = FormOfVersion::any;

    explicit ReferenceOf(const Topic& topic) : topic_(topic) {}

    // The input has changed.
    void forget()
    {
        exact_.forget();
        quick_.forget();
        pieces_.forget();
    }

    // What is timed.
    void run(const Version& version, const Input& input)
    {
        on_input(version, input, [&](const auto&... in) { run_into_result(input, in...); });
    }
    const Output& result() const { return *want_; }

    Verdict check(const Output& got, const Version& version, const Input& input, const Chain& chain,
                  bool without_cpu)
    {
        if constexpr (requires { topic_.check(got, input, chain); })
            return topic_.check(got, input, chain);
        else if constexpr (requires { topic_.check(got, input); })
            return topic_.check(got, input);
        else if (without_cpu)
            return check_without_cpu(got, version, input, chain);
        else if constexpr (requires { topic_.exact(input); })
            return check_against(exact_.get([&] { return topic_.exact(input); }), got, input, chain);
        else
            return check_against(*want_, got, input, chain);
    }

private:
    // Calls f with what cpu() takes before its output: the input, and the version if each has a reference of its own.
    template <class F>
    static void on_input(const Version& version, const Input& input, F f)
    {
        if constexpr (kVersionsDiffer)
            f(version, input);
        else
            f(input);
    }

    // Into the memory of its last run: the first touch of a large output would take longer than the work.
    template <class... In>
    void run_into_result(const Input& input, const In&... in)
    {
        if constexpr (requires { topic_.cpu(in...); }) {
            want_.reset();
            want_.emplace(topic_.cpu(in...));
        } else {
            if (!want_)
                want_.emplace();
            if constexpr (requires { topic_.cpu(in..., *want_); }) {
                topic_.cpu(in..., *want_);
            } else {
                want_->resize(topic_.results(input));
                topic_.cpu(in..., std::size_t{0}, want_->size(), *want_);
            }
        }
    }

    Verdict check_without_cpu(const Output& got, const Version& version, const Input& input,
                              const Chain& chain)
    {
        if constexpr (requires { topic_.without_cpu(input); }) {
            return check_against(quick_.get([&] { return topic_.without_cpu(input); }), got, input, chain);
        } else if constexpr (requires { topic_.exact(input); }) {
            return check_against(exact_.get([&] { return topic_.exact(input); }), got, input, chain);
        } else {
            static_assert(Form::in_pieces || FormOfVersion::in_pieces,
                          "for --no-cpu the topic needs without_cpu(), exact(), a cpu() of pieces, or a "
                          "check() without `want`");
            if (kVersionsDiffer)
                pieces_.forget();
            return check_against(pieces_.get([&] { return in_pieces(version, input); }), got, input, chain);
        }
    }
    Output in_pieces(const Version& version, const Input& input) const
    {
        Output out;
        out.resize(topic_.results(input));
        on_input(version, input, [&](const auto&... in) {
            parallel_pieces(out.size(), [&](std::size_t begin, std::size_t end) {
                topic_.cpu(in..., begin, end, out);
                return 0;
            });
        });
        return out;
    }
    template <class Want>
    Verdict check_against(const Want& want, const Output& got, const Input& input, const Chain& chain) const
    {
        if constexpr (requires { topic_.check(got, want, input, chain); })
            return topic_.check(got, want, input, chain);
        else
            return topic_.check(got, want, input);
    }

    const Topic& topic_;
    std::optional<Output> want_;
    Once<typename ExactOf<Topic>::type> exact_;
    Once<typename QuickOf<Topic>::type> quick_;
    Once<Output> pieces_;
};

}  // namespace ladders
