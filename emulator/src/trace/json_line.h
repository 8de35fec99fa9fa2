// One line of JSON Lines: an object, written member by member.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace emu {

class JsonLine {
public:
    // kind: of the record.
    explicit JsonLine(const char* kind);

    JsonLine& add(const char* name, const std::string& text);
    JsonLine& add(const char* name, const char* text) { return add(name, std::string(text)); }
    JsonLine& add(const char* name, int64_t number);
    JsonLine& add(const char* name, uint64_t number) { return add(name, int64_t(number)); }
    JsonLine& add(const char* name, unsigned number) { return add(name, int64_t(number)); }
    JsonLine& add(const char* name, int number) { return add(name, int64_t(number)); }
    JsonLine& add_true(const char* name);
    JsonLine& add_list(const char* name, const std::vector<int64_t>& numbers);
    // The numbers of the bits that are set.
    JsonLine& add_lanes(const char* name, uint32_t lanes);
    JsonLine& add_object(const char* name, const JsonLine& object);

    std::string text() const { return text_ + "}\n"; }

private:
    void begin(const char* name);

    std::string text_;
};

}  // namespace emu
