// The options, and the environment variable CUDA_EMULATOR that sets them.
#include "cuda_emulator/options.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>

namespace emu {
namespace {

constexpr const char* kKnown =
    "counters, counters=FILE, explain, explain=GPU, leaks, quiet, no-races, no-initialisation, "
    "no-divergence, "
    "warp-order=ORDER, block-order=ORDER "
    "(ORDER: "
    "forward, reverse, random:SEED), devices=N (1 to 16), no-peers, step-limit=N, patience=SECONDS, "
    "tick=MILLISECONDS, "
    "fail=KIND, fail=KIND:N, "
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

constexpr const char* kKinds[] = {"nothing", "allocation", "copy", "fill", "launch", "kernel"};
static_assert(std::size(kKinds) == std::size_t(Fails::kernel) + 1, "in the order of Fails");

// "copy" or "copy:2".
bool set_failure(const std::string& value, Options* options)
{
    const std::size_t colon = value.find(':');
    for (std::size_t kind = 1; kind < std::size(kKinds); ++kind)
        if (value.substr(0, colon) == kKinds[kind]) {
            options->fails = Fails(kind);
            options->failing_call = 1;
            return colon == std::string::npos ||
                   (parse_number(value.substr(colon + 1), &options->failing_call) &&
                    options->failing_call > 0);
        }
    return false;
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

// A word with a value.
struct Setting {
    const char *name, *values;                                // what the value must be
    bool (*set)(const std::string& value, Options& options);  // false: it is something else
};

constexpr const char* kOrders = "forward, reverse or random:SEED";
constexpr const char* kFile = "the name of a file";

constexpr Setting kSettings[] = {
    {"warp-order", kOrders,
     [](const std::string& value, Options& options) {
         return parse_order(value, &options.warp_order, &options.warp_seed);
     }},
    {"block-order", kOrders,
     [](const std::string& value, Options& options) {
         return parse_order(value, &options.block_order, &options.block_seed);
     }},
    {"devices", "a number from 1 to 16",
     [](const std::string& value, Options& options) {
         return parse_number(value, &options.devices) && options.devices >= 1 && options.devices <= 16;
     }},
    {"counters", kFile,
     [](const std::string& value, Options& options) { return !(options.counters_file = value).empty(); }},
    {"explain", "the name of a GPU",
     [](const std::string& value, Options& options) { return set_gpu(value, &options); }},
    {"patience", "a number of seconds, 0 for no limit",
     [](const std::string& value, Options& options) { return parse_number(value, &options.patience); }},
    {"tick", "a number of milliseconds from 1 to 1000",
     [](const std::string& value, Options& options) {
         return parse_number(value, &options.tick) && options.tick >= 1 && options.tick <= 1000;
     }},
    {"step-limit", "a number of basic blocks, 0 for no limit",
     [](const std::string& value, Options& options) { return parse_number(value, &options.step_limit); }},
    {"fail", "allocation, copy, fill, launch or kernel, with :N for the N-th one",
     [](const std::string& value, Options& options) { return set_failure(value, &options); }},
    {"trace", kFile,
     [](const std::string& value, Options& options) { return !(options.trace.file = value).empty(); }},
    {"trace_kernel", "the name of a kernel",
     [](const std::string& value, Options& options) { return !(options.trace.kernel = value).empty(); }},
    {"trace_line", "N or FILE:N, lines from 1 on",
     [](const std::string& value, Options& options) { return set_trace_line(value, &options.trace); }},
    {"trace_block", "X, X.Y, X.Y.Z or all",
     [](const std::string& value, Options& options) { return set_trace_block(value, &options.trace); }},
    {"trace_warp", "a number from 0 on",
     [](const std::string& value, Options& options) {
         return parse_number(value, &options.trace.warp) && options.trace.warp >= 0;
     }},
    {"trace_limit", "a number from 1 on",
     [](const std::string& value, Options& options) {
         return parse_number(value, &options.trace.limit) && options.trace.limit > 0;
     }},
};

[[noreturn]] void refuse(const std::string& why)
{
    std::fprintf(stderr, "CUDA emulator: CUDA_EMULATOR: %s\n", why.c_str());
    std::_Exit(2);
}

// False: there is no such word.
bool apply_setting(const std::string& name, const std::string& value, Options& options)
{
    for (const Setting& setting : kSettings)
        if (name == setting.name) {
            if (!setting.set(value, options))
                refuse(name + "=" + value + ": the value of " + name + " must be " + setting.values);
            return true;
        }
    return false;
}

bool apply(const std::string& word, Options& options)
{
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos)
        return apply_setting(word.substr(0, equals), word.substr(equals + 1), options);
    if (word == "counters")
        options.print_counters = true;
    else if (word == "explain")
        options.explain = options.print_explanation = true;
    else if (word == "leaks")
        options.check_leaks = true;
    else if (word == "quiet")
        options.print_reports = options.remark_leaks = false;
    else if (word == "no-races")
        options.check_races = false;
    else if (word == "no-initialisation")
        options.check_initialised = false;
    else if (word == "no-divergence")
        options.count_divergence = false;
    else if (word == "no-peers")
        options.peers = false;
    else
        return word.empty();
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
        if (!apply(word, options))
            refuse("\"" + word + "\" is none of: " + kKnown);
    }
    return options;
}

}  // namespace

const char* name_of(Fails kind)
{
    return kKinds[int(kind)];
}

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
