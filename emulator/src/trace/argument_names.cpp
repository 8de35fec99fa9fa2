#include "trace/argument_names.h"

#include "state/grid.h"

#include <cstring>
#include <sstream>
#include <vector>

namespace emu {
namespace {

std::vector<std::string> words_of(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

// Of the parameter that takes argument i. A pack takes all from its own place on.
std::string name_of(const std::vector<std::string>& parameters, std::size_t i)
{
    for (std::size_t k = 0; k < parameters.size() && k <= i; ++k) {
        const std::string& name = parameters[k];
        if (name.ends_with("..."))
            return name.substr(0, name.size() - 3) + "[" + std::to_string(i - k) + "]";
        if (k == i)
            return name == "?" ? "" : name;
    }
    return "";
}

void join(std::string& names, const std::string& name)
{
    names += (names.empty() ? "" : "/") + name;
}

}  // namespace

void ArgumentNames::read()
{
    pointers_.clear();
    lines_.clear();
    dynamic_.clear();
    const std::string words = grid.kernel_words;
    const std::size_t end = words.find(';');
    if (end == std::string::npos)
        return;
    read_arguments(words.substr(0, end));
    read_arrays(words.substr(end + 1));
}

// Each word of an argument may be a pointer: a struct may have several.
void ArgumentNames::read_arguments(const std::string& parameters)
{
    const std::vector<std::string> names = words_of(parameters);
    std::vector<ArgumentPlace> places(grid.kernel.arguments_count);
    if (places.empty())
        return;
    grid.kernel.find_arguments(grid.kernel.arguments, places.data());
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::string name = name_of(names, i);
        const char* argument = static_cast<const char*>(grid.kernel.arguments) + places[i].offset;
        for (std::size_t at = 0; !name.empty() && at + sizeof(uintptr_t) <= places[i].bytes;
             at += sizeof(uintptr_t)) {
            uintptr_t value;
            std::memcpy(&value, argument + at, sizeof value);
            if (value != 0)
                join(pointers_[value], at == 0 ? name : name + "+" + std::to_string(at));
        }
    }
}

// "tile:12 all[]:14"
void ArgumentNames::read_arrays(const std::string& arrays)
{
    for (std::string word : words_of(arrays)) {
        const std::size_t colon = word.find(':');
        const int line = std::stoi(word.substr(colon + 1));
        word.erase(colon);
        if (word.ends_with("[]")) {
            word.erase(word.size() - 2);
            if (dynamic_.empty())
                dynamic_ = word;
        }
        lines_.try_emplace(word, line);
    }
}

std::string ArgumentNames::pointing_into(uintptr_t low, uintptr_t high) const
{
    std::string names;
    for (auto found = pointers_.lower_bound(low); found != pointers_.end() && found->first < high; ++found)
        join(names, found->second);
    return names;
}

int ArgumentNames::line_of_shared(const std::string& name) const
{
    const auto found = lines_.find(name);
    return found == lines_.end() ? 0 : found->second;
}

}  // namespace emu
