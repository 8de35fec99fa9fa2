// A result as bytes, and back: how the judge takes a result out of the process that computed it.
//
// Numbers, vectors of plain elements, variants, and structs for which there is members(result), a std::tie() of what they
// consist of.
#pragma once

#include "common/harness/blindfold.h"
#include "common/support/errors.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

namespace ladders {

template <class T>
struct IsVector : std::false_type {
};
template <class T>
struct IsVector<std::vector<T>> : std::is_trivially_copyable<T> {
};
template <class T>
struct IsVariant : std::false_type {
};
template <class... T>
struct IsVariant<std::variant<T...>> : std::true_type {
};

class ResultWriter {
public:
    template <class T>
    void add(const T& value)
    {
        if constexpr (IsVector<T>::value) {
            add_bytes(std::uint64_t{value.size()});
            bytes_.append(reinterpret_cast<const char*>(value.data()),
                          value.size() * sizeof(typename T::value_type));
        } else if constexpr (IsVariant<T>::value) {
            add_bytes(std::uint64_t{value.index()});
            std::visit([&](const auto& held) { add(held); }, value);
        } else if constexpr (requires { members(value); }) {
            std::apply([&](const auto&... member) { (add(member), ...); }, members(value));
        } else {
            add_bytes(value);
        }
    }
    const std::string& bytes() const { return bytes_; }

private:
    template <class T>
    void add_bytes(const T& value)
    {
        static_assert(std::is_trivially_copyable_v<T>, "the result has a part without members()");
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    std::string bytes_;
};

// Trusts nothing that it reads. Throws InputError if the bytes are no such result.
class ResultReader {
public:
    explicit ResultReader(std::string_view bytes) : bytes_(bytes) {}

    template <class T>
    void get(T& value)
    {
        if constexpr (IsVector<T>::value) {
            using Element = typename T::value_type;
            const auto n = get_count();
            if (n > bytes_.size() / sizeof(Element))
                throw InputError("the result is cut off");
            value.resize(n);
            take(value.data(), n * sizeof(Element));
        } else if constexpr (IsVariant<T>::value) {
            get_variant(value, get_count(), std::make_index_sequence<std::variant_size_v<T>>());
        } else if constexpr (requires { members(value); }) {
            std::apply([&](auto&... member) { (get(member), ...); }, members(value));
        } else {
            take(&value, sizeof value);
        }
    }
    void end() const
    {
        if (!bytes_.empty())
            throw InputError("there is more than the result");
    }

private:
    void take(void* to, std::size_t n)
    {
        if (n > bytes_.size())
            throw InputError("the result is cut off");
        if (n > 0)
            std::memcpy(to, bytes_.data(), n);
        bytes_.remove_prefix(n);
    }
    std::uint64_t get_count()
    {
        std::uint64_t count = 0;
        take(&count, sizeof count);
        return count;
    }
    template <class T, std::size_t... I>
    void get_variant(T& value, std::uint64_t index, std::index_sequence<I...>)
    {
        const bool found = ((I == index && (get(value.template emplace<I>()), true)) || ...);
        if (!found)
            throw InputError("the result is of no known type");
    }
    std::string_view bytes_;
};

template <class T>
constexpr bool is_array_of_numbers()
{
    if constexpr (IsVector<T>::value)
        return std::is_arithmetic_v<typename T::value_type>;
    else
        return false;
}

// Whether a result that is a number or an array of numbers came from the device as it is. Of others, which the host puts
// together, nothing is asked.
template <class T>
bool is_downloaded(const T& result)
{
    if constexpr (is_array_of_numbers<T>())
        return blindfold.is_downloaded(result.data(), result.size() * sizeof(typename T::value_type));
    else if constexpr (IsVariant<T>::value)
        return std::visit([](const auto& held) { return is_downloaded(held); }, result);
    else if constexpr (std::is_arithmetic_v<T>)
        return blindfold.is_downloaded(static_cast<double>(result));
    else
        return true;
}

}  // namespace ladders
