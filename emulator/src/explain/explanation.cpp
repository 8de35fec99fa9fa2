#include "cuda_emulator/explanation.h"

#include "cuda_emulator/options.h"
#include "debug_info/line_table.h"
#include "explain/cost.h"
#include "explain/floors.h"
#include "explain/gpus.h"
#include "explain/rules.h"
#include "explain/words.h"

#include <algorithm>
#include <map>
#include <sstream>

namespace emu {
namespace {

// What would gain less than this part of the largest gain, or of the floor, is not worth a line.
constexpr double kWorthTelling = 0.12;

// Breaks the text at spaces.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t columns)
{
    std::string result, line(indent, ' ');
    std::istringstream stream(text);
    for (std::string word; stream >> word;) {
        if (line.size() > indent && line.size() + 1 + word.size() > columns) {
            result += line + "\n";
            line = std::string(indent, ' ');
        }
        line += (line.size() > indent ? " " : "") + word;
    }
    return result + line + "\n";
}

double rough_cycles(const KernelCounters& kernel)
{
    const Detail& d = kernel.detail;
    return kStep * double(d.steps) + kDeviceSector * double(d.read_sectors + d.written_sectors);
}

// The rule with the largest gain in all kernels comes first, and of its findings the largest.
void sort(std::vector<Finding>& findings)
{
    std::map<std::string, double> of_rule;
    for (const Finding& f : findings)
        of_rule[f.rule] += f.seconds;
    std::stable_sort(findings.begin(), findings.end(), [&](const Finding& a, const Finding& b) {
        if (a.rule != b.rule)
            return of_rule[a.rule] > of_rule[b.rule];
        return a.seconds > b.seconds;
    });
}

std::string place_of(const Finding& f)
{
    std::string place = f.kernel.empty() ? "host" : f.kernel;
    if (f.line > 0)
        place = base_name(f.file) + ":" + std::to_string(f.line) + ", in " + place;
    return place;
}

}  // namespace

Explanation explain(const std::vector<KernelCounters>& launches, const WorkCounters& work)
{
    const Gpu* named = find_gpu(options().gpu);
    const Gpu& gpu = named ? *named : all_gpus().front();
    const std::vector<KernelCounters> kernels = by_kernel(launches);
    Explanation result;
    result.floor = floor_of(kernels, work, gpu);
    double all = 0;
    for (const KernelCounters& kernel : kernels)
        all += rough_cycles(kernel);
    for (const KernelCounters& kernel : kernels)
        if (rough_cycles(kernel) >= kWorthTelling * all)
            explain_kernel(kernel, gpu, result.findings);
    explain_host(kernels, work, take_repeated_allocation(), gpu, result.findings);
    auto& findings = result.findings;
    sort(findings);
    double least = 0;
    for (const Finding& f : findings)
        least = std::max(least, kWorthTelling * f.seconds);
    for (const Floor::Resource& r : result.floor.resources)
        if (r.name != "launches")
            least = std::max(least, kWorthTelling * r.seconds);
    std::erase_if(findings, [&](const Finding& f) { return f.seconds < least; });
    return result;
}

std::string text_of(const Explanation& explanation, std::size_t columns)
{
    std::string text;
    int number_of_finding = 0;
    for (const Finding& f : explanation.findings) {
        text += wrapped(std::to_string(++number_of_finding) + ". " + place_of(f), 0, columns);
        text += wrapped(f.text, 3, columns);
        text += wrapped("Counted: " + f.counted + "; ideal: " + f.ideal +
                            (f.share > 0 ? words("; up to %.0f %% of it could go", 100 * f.share) : "") + ".",
                        3, columns);
        text += wrapped("Try: " + f.advice + (f.see.empty() ? "" : " (see: " + f.see + ")"), 3, columns);
    }
    if (explanation.findings.empty())
        text += "Nothing found.\n";
    const Floor& floor = explanation.floor;
    if (!floor.resources.empty()) {
        const Floor::Resource& most = floor.resources[floor.largest];
        text += wrapped("At least " + duration(most.seconds) + " on an " + floor.gpu + ": " + most.name + ".",
                        0, columns);
    }
    return text;
}

}  // namespace emu
