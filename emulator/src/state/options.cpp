// The options, and the environment variable CUDA_EMULATOR that sets them.
#include "cuda_emulator/options.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace emu {
namespace {

constexpr const char* kKnown =
    "counters, counters=FILE, explain, explain=GPU, leaks, quiet, no-races, no-initialisation, "
    "no-divergence, "
    "warp-order=ORDER, block-order=ORDER "
    "(ORDER: "
    "forward, reverse, random:SEED), devices=N (1 to 16), no-peers, step-limit=N, patience=SECONDS, "
    "trace=FILE, trace_kernel=NAME, "
    "trace_line=N, trace_line=FILE:N, trace_block=X.Y.Z, trace_block=all, trace_warp=N, trace_limit=N";

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

// "29" or "FILE:29".
bool set_trace_line(const std::string& value, TraceOptions* trace)
{
    const std::size_t colon = value.find_last_of(':');
    trace->source = colon == std::string::npos ? "" : value.substr(0, colon);
    return parse_number(colon == std::string::npos ? value : value.substr(colon + 1), &trace->line) &&
           trace->line > 0 && (colon == std::string::npos || colon > 0);
}

// "all", or "X", "X.Y", "X.Y.Z".
bool set_trace_block(std::string value, TraceOptions* trace)
{
    trace->all_blocks = value == "all";
    if (trace->all_blocks)
        return true;
    for (unsigned& index : trace->block) {
        const std::size_t dot = value.find('.');
        if (!parse_number(value.substr(0, dot), &index))
            return false;
        if (dot == std::string::npos)
            return true;
        value.erase(0, dot + 1);
    }
    return false;  // a fourth number
}

bool set_trace(const std::string& name, const std::string& value, TraceOptions* trace)
{
    if (name == "trace")
        return !(trace->file = value).empty();
    if (name == "trace_kernel")
        return !(trace->kernel = value).empty();
    if (name == "trace_line")
        return set_trace_line(value, trace);
    if (name == "trace_block")
        return set_trace_block(value, trace);
    if (name == "trace_warp")
        return parse_number(value, &trace->warp) && trace->warp >= 0;
    return name == "trace_limit" && parse_number(value, &trace->limit) && trace->limit > 0;
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
        if (name == "devices")
            return parse_number(value, &options.devices) && options.devices >= 1 && options.devices <= 16;
        if (name == "counters")
            return !(options.counters_file = value).empty();
        if (name == "explain")
            return set_gpu(value, &options);
        if (name == "patience")
            return parse_number(value, &options.patience);
        if (name.starts_with("trace"))
            return set_trace(name, value, &options.trace);
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
    else if (name == "no-peers")
        options.peers = false;
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
    static Options& instance = *new Options(from_environment());  // never destroyed: endings still ask
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
