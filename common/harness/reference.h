// A topic's sequential reference, and what a check has in its place: which of their forms the topic has (ladder.h).
#pragma once

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

}  // namespace ladders
