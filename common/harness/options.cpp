#include "common/harness/options.h"

#include "common/device/backend.h"
#include "common/device/counters.h"
#include "common/device/orders.h"
#include "common/harness/option_list.h"
#include "common/support/errors.h"
#include "common/support/processes.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <numeric>

namespace ladders {

std::size_t parse_size(const std::string& option, const std::string& text)
{
    std::size_t count = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, count);
    const std::string suffix(rest, end);
    const int shift = suffix.empty()   ? 0
                      : suffix == "Ki" ? 10
                      : suffix == "Mi" ? 20
                      : suffix == "Gi" ? 30
                                       : -1;
    if (error == std::errc::invalid_argument || shift < 0)
        throw UsageError(option + " " + text +
                         ": a whole number is expected, Ki, Mi or Gi may follow it (4Mi)");
    if (error == std::errc::result_out_of_range || count > std::numeric_limits<std::size_t>::max() >> shift)
        throw UsageError(option + " " + text + ": the number is too large");
    if (count == 0)
        throw UsageError(option + " " + text + ": must be at least 1");
    return count << shift;
}

std::string a_file_name(const std::string& text)
{
    return text.empty() ? "a file name is missing" : "";
}

template <class T>
T parse_whole(const std::string& option, const std::string& text, T least, T most)
{
    T value{};
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || rest != end || value < least || value > most)
        throw UsageError(option + " " + text + ": a whole number from " + std::to_string(least) + " to " +
                         std::to_string(most) + " is expected");
    return value;
}
template std::uint64_t parse_whole(const std::string&, const std::string&, std::uint64_t, std::uint64_t);
template std::int64_t parse_whole(const std::string&, const std::string&, std::int64_t, std::int64_t);

bool is_writable(const std::string& file)
{
    std::error_code unknown;
    const bool exists = std::filesystem::exists(file, unknown);
    const bool opens = std::ofstream(file, std::ios::app).is_open();
    if (opens && !exists)
        std::filesystem::remove(file, unknown);
    return opens;
}

namespace {

void add_order(CLI::App& app, const std::string& option, const char* what, bool (*set)(const std::string&))
{
    const auto apply = [option, set](const std::string& order) {
        if (!kEmulator)
            throw UsageError(option + ": a GPU chooses its own order; the emulator can be told");
        if (!set(order))
            throw UsageError(option + " " + order + ": forward, reverse, random or random:SEED is expected");
    };
    app.add_option_function<std::string>(option, apply, what)->type_name("ORDER");
}

// Known on a GPU too, so that the answer there is not just that there is no such option.
void add_emulator_options(CLI::App& app, Options& options)
{
    app.add_flag_callback(
        "--counters",
        [&options] {
            if (!kEmulator)
                throw UsageError("--counters: only the emulator counts; on a GPU, run Nsight Compute");
            options.counters = true;
        },
        "print what each source line did to memory (emulator)");
    app.add_option_function<std::string>(
           "--trace",
           [&options](const std::string& file) {
               if (!kEmulator)
                   throw UsageError("--trace: only the emulator sees each access; a GPU does not tell");
               options.trace_file = file;
           },
           "write what each warp of block 0 does, as JSON lines (emulator; see emulator/TRACE.md)")
        ->type_name("FILE")
        ->check(a_file_name)
        ->excludes(app.get_option("--selftest"));
    app.add_option_function<unsigned>(
           "--patience",
           [](unsigned seconds) {
               if (!kEmulator)
                   throw UsageError(
                       "--patience: a GPU runs a kernel until it ends; only the emulator gives up");
               set_patience(seconds);
           },
           "end a kernel that gets nowhere for so many seconds; 0: never (emulator, default 4)")
        ->type_name("SECONDS");
    add_order(app, "--warp-order", "forward, reverse or random:SEED (emulator)", set_warp_order);
    add_order(app, "--block-order", "forward, reverse or random:SEED (emulator)", set_block_order);
}

void add_common_options(CLI::App& app, Options& options)
{
    app.add_option_function<std::string>(
           "-n,--size", [&options](const std::string& text) { options.size = parse_size("--size", text); },
           "size of the problem; Ki, Mi and Gi may follow")
        ->type_name("N");
    app.add_option_function<std::string>(
           "--seed",
           [&options](const std::string& text) {
               options.seed = parse_whole("--seed", text, std::uint64_t{0}, std::uint64_t{UINT64_MAX});
           },
           "seed of the random input (default " + std::to_string(options.seed) + ")")
        ->type_name("N");
    app.add_option("--block", options.block, "threads per block (default: each version's own)")
        ->check(CLI::Range(1, 1024));
    app.add_option("--reps", options.reps, "timed runs (default: until the median is steady)")
        ->check(CLI::Range(1, 1000000));
    app.add_option("--warmup", options.warmup, "runs before the timed ones")
        ->check(CLI::Range(0, 1000000))
        ->capture_default_str();
    app.add_flag("--hot", options.hot, "do not flush the L2 cache between timed runs");
    app.add_flag("--no-cpu", options.no_cpu, "skip the CPU run: no speedups, and a cheaper check");
    app.add_flag(
        "--no-guard", options.no_guard,
        "no guard bands around the buffers, so that compute-sanitizer sees accesses just outside of them");
    app.add_flag("--wide", options.wide, "all columns of a ladder's table, where 80 do not suffice");
    app.add_flag("--quiet", options.quiet, "print only the verdicts");
    app.add_flag("--explain", options.explain, "say why a version is slow, and what to try");
    auto* selftest =
        app.add_flag("--selftest", options.selftest, "check awkward sizes and inputs instead of timing");
    app.add_option("--json", options.json_file, "write the figures as JSON (-: to stdout, and nothing else)")
        ->type_name("FILE")
        ->check(a_file_name)
        ->excludes(selftest);
    add_emulator_options(app, options);
    app.set_version_flag("--version", std::string("CUDA Ladders ") + CUDA_LADDERS_VERSION);
}

// A self-test makes its own inputs. Under mpirun --gpus only says once more how many processes there are.
void refuse_beside_selftest(const CLI::App& app, std::size_t first_of_topic)
{
    const std::vector<const CLI::Option*> all = app.get_options();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string name = all[i]->get_name();
        const bool makes_input =
            i < first_of_topic ? name == "--size" || name == "--seed" : name != "--gpus" || processes() == 0;
        if (makes_input && all[i]->count() > 0)
            throw UsageError("--selftest makes its own inputs, so " + name + " has no meaning beside it");
    }
}

// How many letters must be changed, added or left out to make one of the other (Levenshtein, 1966).
std::size_t edit_distance(const std::string& a, const std::string& b)
{
    std::vector<std::size_t> row(b.size() + 1);  // of the beginning of a, to each beginning of b
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (const char letter : a) {
        std::size_t diagonal = row[0]++;
        for (std::size_t i = 0; i < b.size(); ++i) {
            const std::size_t above = row[i + 1];
            row[i + 1] = std::min({row[i] + 1, above + 1, diagonal + (letter != b[i])});
            diagonal = above;
        }
    }
    return row.back();
}

// What is wrong with the words that CLI11 could not use: "--typ: unknown option; did you mean --type?"
std::string unknown_option(const CLI::App& app, const std::vector<std::string>& words)
{
    const auto word =
        std::find_if(words.begin(), words.end(), [](const std::string& w) { return w.starts_with('-'); });
    if (word == words.end())
        return words.front() + ": an option is expected";
    const std::string option = word->substr(0, word->find('='));
    const std::string name = option.substr(std::min(option.find_first_not_of('-'), option.size()));
    std::string alike;
    std::size_t least = std::min<std::size_t>(2, name.size() / 2) + 1;
    for (const CLI::Option* known : app.get_options())
        for (const std::string& other : known->get_lnames()) {
            const bool begins = name.size() > 2 && other.starts_with(name);
            if (const std::size_t distance = begins ? 0 : edit_distance(name, other); distance < least) {
                least = distance;
                alike = other;
            }
        }
    return option + ": unknown option" + (alike.empty() ? "" : "; did you mean --" + alike + "?");
}

}  // namespace

bool parse_options(Options& options, const ProgramHelp& help, const std::function<void(OptionList&)>& add,
                   const std::vector<std::string>& words)
{
    CLI::App app(help.purpose, help.name);
    add_common_options(app, options);
    const std::size_t first_of_topic = app.get_options().size();
    OptionList list(app);
    add(list);
    CLI::Option* size = app.get_option("--size");
    size->description(size->get_description() + " (default " + std::to_string(help.default_size) + ")");
    if (!parse_command_line(app, words))
        return false;
    if (options.selftest)
        refuse_beside_selftest(app, first_of_topic);
    options.size_given = options.size != 0;
    if (!options.size)
        options.size = help.default_size;
    return true;
}

bool parse_command_line(CLI::App& app, const std::vector<std::string>& words)
{
    try {
        app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 takes them from the back
        return true;
    } catch (const CLI::CallForHelp&) {
        std::cout << app.help();
    } catch (const CLI::CallForVersion& version) {
        std::cout << version.what() << '\n';
    } catch (const CLI::ExtrasError&) {
        throw UsageError(unknown_option(app, app.remaining()) + " (see --help)");
    } catch (const CLI::ParseError& error) {
        std::string line = error.what();
        std::replace(line.begin(), line.end(), '\n', ' ');
        throw UsageError(line + " (see --help)");
    }
    return false;
}

}  // namespace ladders
