#include "trace/json_line.h"

#include "cuda_emulator/counters_json.h"

namespace emu {

JsonLine::JsonLine(const char* kind)
{
    text_ = kind ? "{\"record\":" + quoted_json(kind) : "{";
}

void JsonLine::begin(const char* name)
{
    if (text_.size() > 1)
        text_ += ',';
    text_ += '"';
    text_ += name;
    text_ += "\":";
}

JsonLine& JsonLine::add(const char* name, const std::string& text)
{
    begin(name);
    text_ += quoted_json(text);
    return *this;
}

JsonLine& JsonLine::add(const char* name, int64_t number)
{
    begin(name);
    text_ += std::to_string(number);
    return *this;
}

JsonLine& JsonLine::add_true(const char* name)
{
    begin(name);
    text_ += "true";
    return *this;
}

JsonLine& JsonLine::add_list(const char* name, const std::vector<int64_t>& numbers)
{
    begin(name);
    text_ += '[';
    for (std::size_t i = 0; i < numbers.size(); ++i)
        text_ += (i == 0 ? "" : ",") + std::to_string(numbers[i]);
    text_ += ']';
    return *this;
}

JsonLine& JsonLine::add_lanes(const char* name, uint32_t lanes)
{
    std::vector<int64_t> numbers;
    for (; lanes; lanes &= lanes - 1)
        numbers.push_back(__builtin_ctz(lanes));
    return add_list(name, numbers);
}

JsonLine& JsonLine::add_object(const char* name, const JsonLine& object)
{
    begin(name);
    text_ += object.text_ + "}";
    return *this;
}

}  // namespace emu
