// What becomes of a value that does not fit, by the integer type that it is converted to.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace rewriter {

// What is to be made of a value that does not fit. The numbers are those of execution/conversions.cpp.
enum class Result {
    int32,         // of int, and its low bits of signed char and short
    low_unsigned,  // in 32 bits: the low bits of unsigned, of unsigned char and unsigned short
    uint32,
    int64,
    uint64,  // before g++ adds 2^63 to the result for large values, whose conversion it reduces by 2^63
};

inline bool is_wide(Result result)  // a 64-bit instruction
{
    return result >= Result::uint32;
}

// The result of a conversion to this type; nothing if it is no known integer type.
std::optional<Result> known_result(std::string_view type);

// The names that the source gives to types: typedef, using and enum.
class TypeNames {
public:
    explicit TypeNames(const std::string& source) : source_(source) {}

    // The words of the type without such names.
    std::string meaning(std::string type);

private:
    void read();

    const std::string& source_;
    std::map<std::string, std::string, std::less<>> names_;
    bool read_ = false;
};

}  // namespace rewriter
