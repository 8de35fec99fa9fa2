// The options, and the environment variable CUDA_EMULATOR that sets them.
#include "cuda_emulator/options.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace emu {
namespace {

constexpr const char* kKnown =
    "counters, leaks, explain, explain=GPU, quiet, no-races, no-initialisation, no-divergence, "
    "warp-order=ORDER, block-order=ORDER "
    "(ORDER: "
    "forward, reverse, random:SEED), step-limit=N, patience=SECONDS";

template <class T>
bool parse_number(const std::string& text, T* number)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
    return error == std::errc() && end == text.data() + text.size();
}

bool set_gpu(const std::string& name, Options* options)
{
    if (name.empty() || name.size() >= sizeof options->gpu)
        return false;
    name.copy(options->gpu, name.size());
    options->gpu[name.size()] = 0;
    return options->explain = options->print_explanation = true;
}

bool apply(const std::string& word, Options& options)
{
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (equals != std::string::npos) {
        const std::string value = word.substr(equals + 1);
        if (name == "warp-order")
            return parse_order(value, &options.warp_order, &options.warp_seed);
        if (name == "block-order")
            return parse_order(value, &options.block_order, &options.block_seed);
        if (name == "explain")
            return set_gpu(value, &options);
        if (name == "patience")
            return parse_number(value, &options.patience);
        return name == "step-limit" && parse_number(value, &options.step_limit);
    }
    if (name == "counters")
        options.print_counters = true;
    else if (name == "explain")
        options.explain = options.print_explanation = true;
    else if (name == "leaks")
        options.check_leaks = true;
    else if (name == "quiet")
        options.print_reports = options.remark_leaks = false;
    else if (name == "no-races")
        options.check_races = false;
    else if (name == "no-initialisation")
        options.check_initialised = false;
    else if (name == "no-divergence")
        options.count_divergence = false;
    else
        return name.empty();
    return true;
}

Options from_environment()
{
    Options options;
    const char* variable = std::getenv("CUDA_EMULATOR");
    std::string words = variable ? variable : "";
    while (!words.empty()) {
        const std::size_t comma = words.find(',');
        const std::string word = words.substr(0, comma);
        words = comma == std::string::npos ? "" : words.substr(comma + 1);
        if (!apply(word, options)) {
            std::fprintf(stderr, "CUDA emulator: CUDA_EMULATOR: \"%s\" is none of: %s\n", word.c_str(),
                         kKnown);
            std::_Exit(2);
        }
    }
    return options;
}

}  // namespace

Options& options()
{
    static Options instance = from_environment();
    return instance;
}

bool parse_order(const std::string& text, Order* order, uint64_t* seed)
{
    const std::size_t colon = text.find(':');
    const std::string name = text.substr(0, colon);
    if (colon != std::string::npos) {
        const char *first = text.data() + colon + 1, *last = text.data() + text.size();
        uint64_t number = 0;
        const auto [end, error] = std::from_chars(first, last, number);
        if (name != "random" || error != std::errc() || end != last)
            return false;
        *seed = number;
    }
    if (name == "forward")
        *order = Order::forward;
    else if (name == "reverse")
        *order = Order::reverse;
    else if (name == "random")
        *order = Order::random;
    else
        return false;
    return true;
}

}  // namespace emu
