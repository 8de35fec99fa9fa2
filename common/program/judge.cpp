#include "common/program/judge.h"

#include "common/device/counters.h"
#include "common/device/device.h"
#include "common/device/launch_total.h"
#include "common/harness/blindfold.h"
#include "common/harness/measure.h"
#include "common/report/report.h"
#include "common/support/errors.h"
#include "common/support/progress.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ladders {
namespace {

using Json = nlohmann::ordered_json;

// What a version claims of its additions may widen the bound of a right result to this chain at most.
constexpr double kMostAdditions = 1 << 16;
// How often a checked run launches the kernels (Run::run_checked()); it counts the first time.
constexpr std::uint64_t kCheckedLaunches = 2;

struct Round {
    std::vector<std::string> words;
    int selftest = -1;
    std::uint64_t draw = 0;
    bool counters = false;
};
struct Request {
    std::uint64_t seed = 0;
    std::vector<Round> rounds;
};

Request parse_request(const std::string& text)
try {
    const Json json = Json::parse(text);
    Request request;
    request.seed = json.at("seed").get<std::uint64_t>();
    for (const Json& entry : json.at("rounds")) {
        Round& round = request.rounds.emplace_back();
        round.words = entry.value("options", round.words);
        round.selftest = entry.value("selftest", round.selftest);
        round.draw = entry.value("draw", round.draw);
        round.counters = entry.value("counters", round.counters);
    }
    return request;
} catch (const Json::exception& error) {
    throw InputError(std::string("the judge's request: ") + error.what());
}

std::string read_file(const std::string& file)
{
    std::ifstream in(file, std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(in), {});
    if (!in)
        throw InputError(file + ": cannot be read");
    return text;
}

std::string read_standard_input()
{
    std::string text;
    char piece[4096];
    for (ssize_t n; (n = read(STDIN_FILENO, piece, sizeof piece)) != 0;) {
        if (n < 0 && errno != EINTR)
            throw InputError("the judge's request cannot be read");
        if (n > 0)
            text.append(piece, static_cast<std::size_t>(n));
    }
    return text;
}

void write_all(int file, const std::string& bytes)
{
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t n = write(file, bytes.data() + done, bytes.size() - done);
        if (n < 0 && errno != EINTR)
            throw InputError("the judge's results cannot be written");
        if (n > 0)
            done += static_cast<std::size_t>(n);
    }
}

// Makes the round's input. `ladder` is a fresh one for each round.
void make_input(Ladder& ladder, const std::string& program, const Round& round, Options& options)
{
    const ProgramHelp help{program, ladder.info().title, ladder.info().default_size()};
    const auto add = [&](OptionList& list) { ladder.add_options(list); };
    if (!parse_options(options, help, add, round.words))
        throw UsageError("the judge's request asks for help");
    if (round.selftest < 0) {
        ladder.make_input(options);
    } else {
        if (static_cast<std::size_t>(round.selftest) >= ladder.make_selftests(options.block))
            throw UsageError("there is no such self-test");
        ladder.use_selftest(static_cast<std::size_t>(round.selftest));
    }
    if (round.draw)
        ladder.draw_input_again(round.draw);
}

Json json_of(const CopyTotals& totals)
{
    return {{"copies", totals.copies}, {"bytes", totals.bytes}};
}

// The JSON of a plain run of this one version.
Json plain_run(const Ladder& ladder, const std::string& program, const Options& options,
               const VersionResult& result)
{
    RunResult run;
    run.program = program;
    run.topic = &ladder.info();
    run.device = current_device();
    run.options = options;
    run.versions.push_back(result);
    return Json::parse(to_json(run));
}

// Gives false if no other round can follow.
bool run_round(const Ladder& ladders, const std::string& program, const Request& request, std::size_t number,
               int results)
{
    const Round& round = request.rounds[number];
    const std::unique_ptr<Ladder> ladder = ladders.another();
    Options options;
    blindfold.put_on();
    make_input(*ladder, program, round, options);
    ladder->hide_input(request.seed + number);
    options.unchecked = true;
    count_lines(round.counters);
    count_active_threads(round.counters);
    take_counters();
    const std::uint64_t before = launches_in_all();
    const VersionResult result = check_version(*ladder, 0, options);
    take_counters();
    const std::uint64_t all = launches_in_all() - before;
    const std::uint64_t counted = kCheckedLaunches * result.counters.launches;

    Json line = {{"round", number},
                 {"status", status_name(result.status)},
                 {"detail", result.detail},
                 {"reports", result.reports},
                 {"chain", std::isfinite(result.chain.claimed()) ? result.chain.claimed() : -1},
                 {"launches", result.counters.launches},
                 {"uncounted", all > counted ? all - counted : 0},
                 {"to_device", json_of(blindfold.to_device())},
                 {"to_host", json_of(blindfold.to_host())}};
    std::string bytes;
    if (result.status == Status::right || result.status == Status::wrong ||
        result.status == Status::wrong_as_meant) {
        line["downloaded"] = ladder->is_result_downloaded();
        bytes = ladder->result_bytes();
    }
    blindfold.take_off();
    if (round.counters)
        line["run"] = plain_run(*ladder, program, options, result);
    line["bytes"] = bytes.size();
    write_all(results, line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n" + bytes);
    return result.status != Status::failed;
}

int run_rounds(const Ladder& ladder, const std::string& program, int results)
{
    const Request request = parse_request(read_standard_input());
#ifdef __GLIBC__
    mallopt(M_PERTURB, 0x5A);  // what is freed is wiped: no true value stays behind
#endif
    expect_small_inputs();
    print_emulator_errors(ladder.versions().front().suffix(), "", true);
    for (std::size_t i = 0; i < request.rounds.size(); ++i)
        if (!run_round(ladder, program, request, i, results))
            break;
    return kExitRight;
}

Verdict check_result(const Ladder& ladders, const std::string& program, const Round& round, double claimed,
                     std::string_view bytes)
try {
    const std::unique_ptr<Ladder> ladder = ladders.another();
    Options options;
    make_input(*ladder, program, round, options);
    ladder->take_result(bytes);
    ladder->run_cpu(0);
    // A NaN is no claim.
    const Chain chain = claimed >= 0 ? Chain(std::min(claimed, kMostAdditions)) : Chain();
    return ladder->check(0, chain, false);
} catch (const std::exception& error) {
    return Verdict::wrong(error.what());
}

int check_rounds(const Ladder& ladder, const std::string& program, const std::string& request_file,
                 const std::string& results_file)
{
    const Request request = parse_request(read_file(request_file));
    const std::string text = read_file(results_file);
    std::string_view rest = text;
    for (std::size_t i = 0; i < request.rounds.size(); ++i) {
        const std::size_t end = rest.find('\n');
        if (end == std::string_view::npos)
            break;
        const Json line = Json::parse(rest.substr(0, end), nullptr, false);
        rest.remove_prefix(end + 1);
        const bool is_line = line.is_object() && line.contains("bytes") &&
                             line["bytes"].is_number_unsigned() && line.contains("chain") &&
                             line["chain"].is_number();
        if (!is_line || line["bytes"].get<std::size_t>() > rest.size())
            throw InputError("the results of round " + std::to_string(i) + " are cut off");
        const std::size_t bytes = line["bytes"].get<std::size_t>();
        const Verdict verdict = check_result(ladder, program, request.rounds[i], line["chain"].get<double>(),
                                             rest.substr(0, bytes));
        rest.remove_prefix(bytes);
        const Json answer = {{"round", i}, {"right", verdict.right}, {"detail", verdict.detail}};
        std::printf("%s\n", answer.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
    }
    return kExitRight;
}

// The awkward inputs' names, a line each.
int list_selftests(Ladder& ladder)
{
    const std::size_t inputs = ladder.make_selftests(0);
    for (std::size_t i = 0; i < inputs; ++i)
        std::printf("%s\n", ladder.use_selftest(i).c_str());
    return kExitRight;
}

}  // namespace

bool is_for_judge(const std::string& word)
{
    return word.starts_with("--judge-");
}

int run_for_judge(Ladder& ladder, const std::string& program, const std::vector<std::string>& words)
{
    may_show_progress(false);
    if (words.size() == 2 && words[0] == "--judge-run")
        return run_rounds(ladder, program, static_cast<int>(parse_size("--judge-run", words[1])));
    if (words.size() == 3 && words[0] == "--judge-check")
        return check_rounds(ladder, program, words[1], words[2]);
    if (words.size() == 1 && words[0] == "--judge-inputs")
        return list_selftests(ladder);
    throw UsageError(words[0] + ": see common/program/judge.h");
}

}  // namespace ladders
