#include "common/report/rates.h"
#include "common/report/report.h"

#include <nlohmann/json.hpp>

namespace ladders {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const dim3& d)
{
    return {d.x, d.y, d.z};
}

Json json_of(const AccessCounters& c)
{
    return {{"requests", c.requests},
            {"lanes", c.lanes},
            {"bytes_asked", c.bytes_asked},
            {"sectors", c.sectors},
            {"ideal_sectors", c.ideal_sectors},
            {"wavefronts", c.wavefronts},
            {"ideal_wavefronts", c.ideal_wavefronts},
            {"same_address", c.same_address}};
}

Json json_of(const CountedLine& line)
{
    Json json = {{"kernel", line.kernel}, {"file", line.file},     {"line", line.line},
                 {"memory", line.memory}, {"access", line.access}, {"bytes", line.bytes}};
    json.update(json_of(line.counts));
    if (line.memory == "global" || line.memory == "module")
        json["bytes_moved"] = line.counts.bytes_moved();
    return json;
}

Json json_of(const Counters& c)
{
    Json json = {{"global_loads", json_of(c.global_loads)},
                 {"global_stores", json_of(c.global_stores)},
                 {"global_atomics", json_of(c.global_atomics)},
                 {"shared_loads", json_of(c.shared_loads)},
                 {"shared_stores", json_of(c.shared_stores)},
                 {"shared_atomics", json_of(c.shared_atomics)},
                 {"barriers", c.barriers},
                 {"warp_collectives", c.collectives},
                 {"active_threads_per_warp", c.active_threads()}};
    if (c.texture_loads.requests)
        json["texture_loads"] = json_of(c.texture_loads);
    if (c.surface_loads.requests)
        json["surface_loads"] = json_of(c.surface_loads);
    if (c.surface_stores.requests)
        json["surface_stores"] = json_of(c.surface_stores);
    if (c.tensor_instructions)
        json["tensor_instructions"] = c.tensor_instructions;
    if (c.processes > 1)
        json["processes"] = c.processes;
    for (const CountedLine& line : c.lines)
        json["lines"].push_back(json_of(line));
    if (!c.lines.empty())
        json.update({{"launches", c.launches}, {"blocks", c.blocks}, {"threads", c.threads}});
    return json;
}

Json json_of(const WorkCounters::Copies& c)
{
    return {{"synchronous", c.synchronous}, {"asynchronous", c.asynchronous}, {"bytes", c.bytes}};
}

Json json_of(const WorkCounters& w)
{
    return {{"pageable_copies", json_of(w.pageable)},
            {"pinned_copies", json_of(w.pinned)},
            {"operations", w.operations},
            {"longest_chain", w.longest_chain},
            {"streams", w.streams},
            {"graph_launches", w.graph_launches},
            {"host_waits", w.host_waits},
            {"allocations", w.allocations}};
}

Json json_of(const WorkCounters::Link& l)
{
    const auto traffic = [](const WorkCounters::Traffic& t) {
        return Json{{"transfers", t.transfers}, {"bytes", t.bytes}};
    };
    return {{"from", l.from},
            {"to", l.to},
            {"copies", traffic(l.copies)},
            {"through_host", traffic(l.staged)},
            {"reads", traffic(l.reads)},
            {"writes", traffic(l.writes)},
            {"collectives", traffic(l.collectives)}};
}

Json json_of(const Finding& f)
{
    return {{"rule", f.rule},       {"kernel", f.kernel}, {"file", f.file},   {"line", f.line},
            {"counted", f.counted}, {"ideal", f.ideal},   {"share", f.share}, {"seconds", f.seconds},
            {"text", f.text},       {"try", f.advice},    {"see", f.see}};
}

Json json_of(const Floor& floor)
{
    Json json = {{"gpu", floor.gpu}, {"resources", Json::array()}};
    for (const Floor::Resource& r : floor.resources)
        json["resources"].push_back({{"resource", r.name}, {"seconds", r.seconds}, {"from", r.from}});
    if (floor.largest < floor.resources.size())
        json["largest"] = floor.resources[floor.largest].name;
    return json;
}

void add_explanation(Json& json, const VersionResult& result)
{
    json["explanation"] = Json::array();
    for (const Finding& finding : findings_of(result))
        json["explanation"].push_back(json_of(finding));
    json["floor"] = json_of(result.counters.explanation.floor);
}

Json json_of(const Figures& figures)
{
    Json json = Json::object();
    for (const auto& [label, value] : figures)
        json[label] = value;
    return json;
}

void add_times(Json& json, const RunResult& run, const VersionResult& result)
{
    const Times& t = result.times;
    json["gpu_seconds"] = t.gpu();
    json["kernel_seconds"] = {
        {"median", t.kernel}, {"min", t.kernel_min}, {"noise", t.kernel_noise}, {"runs", t.runs}};
    json["host_seconds"] = t.host;
    json["memory_seconds"] = {{"alloc", t.alloc}, {"upload", t.upload}, {"download", t.download}};
    json["bytes"] = result.work.bytes;
    json["operations"] = result.work.operations;
    json["rate"] = rate_of(run, result);
    json["share_of_peak"] = share_of_peak(run, result);
    if (run.topic->unit)
        json["unit_rate"] = unit_rate_of(run, result);
    if (result.bound > 0)
        json["bound_seconds"] = result.bound;
    if (const auto& s = result.scaling)
        json["scaling"] = {{"gpus", s->gpus},
                           {"weak", s->weak},
                           {"one_gpu_seconds", s->one_gpu},
                           {"speedup", s->speedup(t.gpu())},
                           {"efficiency", s->efficiency(t.gpu())},
                           {"bytes_per_step", s->bytes_per_step},
                           {"seconds_without_exchange", s->without_exchange},
                           {"exchange_seconds", s->exchange_alone},
                           {"exchange_hidden", s->hidden(t.gpu())}};
    if (result.cpu_seconds > 0) {
        json["cpu_seconds"] = result.cpu_seconds;
        json["speedup"] = result.cpu_seconds / t.gpu();
        json["speedup_with_memory"] = result.cpu_seconds / (t.gpu() + t.memory());
    }
    if (!result.cases.empty()) {
        json["slowest_seconds"] = slowest_case(result).seconds;
        for (const CaseResult& one : result.cases)
            json["cases"].push_back({{"case", one.name},
                                     {"gpu_seconds", one.seconds},
                                     {"bytes", one.work.bytes},
                                     {"operations", one.work.operations}});
    }
    for (const Beside& beside : result.besides)
        json["beside"].push_back({{"what", beside.what}, {"seconds", beside.seconds}});
}

Json json_of(const RunResult& run, const VersionResult& result)
{
    Json json = {{"version", result.version.suffix()},
                 {"idea", result.version.idea},
                 {"status", status_name(result.status)},
                 {"detail", result.detail}};
    for (const LaunchFacts& launch : result.launches)
        json["launches"].push_back({{"grid", json_of(launch.grid)},
                                    {"block", json_of(launch.block)},
                                    {"shared_bytes", launch.shared},
                                    {"occupancy", kEmulator ? Json() : Json(launch.occupancy)}});
    json["figures"] = json_of(result.figures);
    if (run.topic->errors && result.error >= 0)
        json["error"] = result.error;
    if (!result.remarks.empty())
        json["remarks"] = result.remarks;
    if (result.timed)
        add_times(json, run, result);
    if (kEmulator) {
        json["counters"] = json_of(result.counters);
        if (run.topic->copies || run.options.counters)
            json["counters"].update(json_of(result.counters.work));
        if (run.topic->several_gpus) {
            json["counters"]["links"] = Json::array();
            for (const WorkCounters::Link& link : result.counters.work.links)
                json["counters"]["links"].push_back(json_of(link));
        }
        json["emulator_reports"] = result.reports;
        if (run.options.explain)
            add_explanation(json, result);
    }
    return json;
}

}  // namespace

std::string to_json(const RunResult& run)
{
    Json json = {{"program", run.program},
                 {"command", run.command},
                 {"backend", kEmulator ? "emulator" : "cuda"},
                 {"device",
                  {{"name", run.device.name},
                   {"compute_capability", run.device.compute_capability},
                   {"multiprocessors", run.device.multiprocessors},
                   {"peak_bandwidth", run.device.peak_bandwidth()},
                   {"peak_flops", peak_operations(run)},
                   {"driver", run.device.driver_version},
                   {"runtime", run.device.runtime_version}}},
                 {"input", run.input},
                 {"rate_unit",
                  run.topic->rate == Rate::bytes ? "GB/s" : std::string("G") + run.topic->operations + "/s"},
                 {"limit", run.topic->limit},
                 {"cache", run.options.hot ? "hot" : "cold"},
                 {"cpu_seconds", kEmulator ? Json() : Json(run.versions_differ ? 0 : run.cpu_seconds)},
                 {"cpu_figures", json_of(run.cpu_figures)},
                 {"versions", Json::array()}};
    if (run.topic->unit)
        json["unit"] = std::string("G") + run.topic->unit + "s/s";
    if (run.topic->several_gpus)
        json["gpus"] = run.gpus;
    if (run.cases > 0)
        json["cases"] = run.cases;
    if (run.cpu_share < 1)
        json["cpu_share"] = run.cpu_share;
    for (const VersionResult& result : run.versions)
        json["versions"].push_back(json_of(run, result));
    // Text from file names need not be UTF-8: replace what is not, in place of an exception.
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace ladders
