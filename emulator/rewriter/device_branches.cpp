#include "device_branches.h"

#include "device_code.h"
#include "file_contents.h"
#include "line_differences.h"
#include "source_text.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace rewriter {
namespace {

std::size_t column_of(const std::string& text, std::size_t at)
{
    const std::size_t newline = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    return newline == std::string::npos ? at : at - newline - 1;
}

// The parts of a text that are functions for the device: where their declarations begin and their bodies end.
class DeviceFunctions {
public:
    explicit DeviceFunctions(const std::string& text)
    {
        const SourceText source(text);
        for (const FunctionBody& body : function_bodies(source)) {
            int begin = body.first;
            while (begin > 0 && !source.kind_is(begin - 1, Kind::directive) && !source.is(begin - 1, ";") &&
                   !source.is(begin - 1, "{") && !source.is(begin - 1, "}"))
                --begin;
            (body.is_host_too ? for_both_ : for_device_)
                .push_back({source[begin].begin, source[body.close].end});
            if (body.is_host_too) {
                const std::size_t inside = source[body.open].end;
                bodies_.push_back({inside, source[body.close].begin, source[body.open].line,
                                   source[body.close].line, column_of(text, inside),
                                   column_of(text, source[body.close].begin), source.file_of(body.open)});
            }
        }
    }
    bool have(const Line& line) const { return is_in(for_device_, line); }
    bool are_host_functions_too(const Line& line) const { return is_in(for_both_, line); }

    // The text between the braces of a function for both.
    struct Body {
        std::size_t begin, end;     // bytes
        int first_line, last_line;  // of its braces
        std::size_t column, last_column;
        std::string file;
    };
    // The outermost one that holds these bytes; null if there is none.
    const Body* body_round(std::size_t begin, std::size_t end) const
    {
        const auto found = std::find_if(bodies_.begin(), bodies_.end(), [&](const Body& body) {
            return body.begin <= begin && end <= body.end;
        });
        return found == bodies_.end() ? nullptr : &*found;
    }
    // The same function in the other text.
    const Body* same(const Body& other) const
    {
        const auto found = std::find_if(bodies_.begin(), bodies_.end(), [&](const Body& body) {
            return body.first_line == other.first_line && body.column == other.column &&
                   body.file == other.file;
        });
        return found == bodies_.end() ? nullptr : &*found;
    }

private:
    struct Part {
        std::size_t begin, end;
    };
    static bool is_in(const std::vector<Part>& parts, const Line& line)
    {
        return std::any_of(parts.begin(), parts.end(),
                           [&](const Part& part) { return line.begin < part.end && part.begin < line.end; });
    }
    std::vector<Part> for_device_, for_both_;
    std::vector<Body> bodies_;  // an outer one before those inside of it
};

std::string marker(int line, std::string_view file, bool system)
{
    return "# " + std::to_string(line) + " \"" + std::string(file) + "\"" + (system ? " 3" : "") + "\n";
}

std::string marker(const Line& line)
{
    return marker(line.number, line.file, line.system);
}

// What stands between the braces of a function for both sides: both texts, of which each run takes one.
std::string both_bodies(const std::string& host_text, const DeviceFunctions::Body& host,
                        const std::string& device_text, const DeviceFunctions::Body& device, bool system)
{
    const auto body = [&](const std::string& text, const DeviceFunctions::Body& of) {
        return "\n" + marker(of.first_line, of.file, system) + std::string(of.column, ' ') +
               text.substr(of.begin, of.end - of.begin) + "\n}";
    };
    return " if (!__builtin_is_constant_evaluated() && ::emu::runs_in_kernel()) {" +
           body(device_text, device) + " else {" + body(host_text, host) + "\n" +
           marker(host.last_line, host.file, system);
}

// Whether the device's branch is assembly and the host has another one, which does the same in C++.
bool avoids_assembly(const Difference& difference, const std::vector<Line>& device)
{
    return difference.host_begin < difference.host_end &&
           std::any_of(device.begin() + long(difference.device_begin),
                       device.begin() + long(difference.device_end),
                       [](const Line& line) { return line.text.find("asm") != std::string_view::npos; });
}

// The functions for both sides that get both bodies: those whose differences all lie within their braces, none of them
// assembly to be avoided.
class DoubledBodies {
public:
    using Body = DeviceFunctions::Body;
    struct Side {
        const std::vector<Line>& lines;
        std::size_t size;  // of the text
        const DeviceFunctions& functions;
    };

    DoubledBodies(const std::vector<Difference>& all, const Side& host, const Side& device) : host_(host)
    {
        for (const Difference& each : all) {
            const Body* of_host = body_of(host, each.host_begin, each.host_end);
            const Body* of_device = body_of(device, each.device_begin, each.device_end);
            if (of_host && of_device && device.functions.same(*of_host) == of_device &&
                !avoids_assembly(each, device.lines))
                device_body_[of_host] = of_device;
            else
                single_.insert({of_host, of_device});
        }
    }
    // The two bodies; null if the difference is in no such function.
    std::pair<const Body*, const Body*> of(const Difference& difference) const
    {
        const Body* body = body_of(host_, difference.host_begin, difference.host_end);
        const auto found = device_body_.find(body);
        if (found == device_body_.end() || single_.count(body) || single_.count(found->second))
            return {nullptr, nullptr};
        return *found;
    }

private:
    static const Body* body_of(const Side& side, std::size_t begin, std::size_t end)
    {
        const std::size_t first = begin < side.lines.size() ? side.lines[begin].begin : side.size;
        return side.functions.body_round(first, begin < end ? side.lines[end - 1].end : first);
    }

    const Side host_;
    std::unordered_map<const Body*, const Body*> device_body_;
    std::unordered_set<const Body*> single_;
};

// Whether the text has the word as a whole.
bool has_word(std::string_view text, std::string_view word)
{
    const auto is_letter = [&](std::size_t at) {
        return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_');
    };
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
        if (!is_letter(at - 1) && !is_letter(at + word.size()))
            return true;
    return false;
}

}  // namespace

bool may_have_device_branches(const std::string& host_text)
{
    return std::ranges::any_of(own_files(host_text), [](const std::string& path) {
        return has_word(file_contents(path), "__CUDA_ARCH__");
    });
}

Branches with_device_branches(const std::string& host_text, const std::string& device_text)
{
    const std::vector<Line> host = content_lines(host_text), device = content_lines(device_text);
    const std::vector<Difference> all = differences(host, device);
    Branches result;
    if (all.empty())
        return {host_text, ""};
    const DeviceFunctions of_host(host_text), of_device(device_text);
    std::size_t copied = 0;  // of the host's text
    const DoubledBodies doubled(all, {host, host_text.size(), of_host},
                                {device, device_text.size(), of_device});
    for (const Difference& each : all) {
        if (each.host_begin < host.size() && host[each.host_begin].begin < copied)
            continue;  // inside of a function that has both bodies
        bool for_device = true, for_both = true, for_host = each.device_begin == each.device_end;
        for (std::size_t i = each.host_begin; i < each.host_end; ++i) {
            for_device &= of_host.have(host[i]);
            for_both &= of_host.are_host_functions_too(host[i]);
            for_host &= !of_host.have(host[i]) && !of_host.are_host_functions_too(host[i]);
        }
        for (std::size_t i = each.device_begin; i < each.device_end; ++i) {
            for_device &= of_device.have(device[i]);
            for_both &= of_device.are_host_functions_too(device[i]);
        }
        // Where the device's branch is assembly, the other one does the same in C++.
        if (for_device && avoids_assembly(each, device))
            continue;
        if (const auto [body, other] = doubled.of(each); other && !for_device) {
            if (body->begin < copied)
                continue;  // it has both already
            result.text += host_text.substr(copied, body->begin - copied) +
                           both_bodies(host_text, *body, device_text, *other,
                                       each.host_begin < host.size() && host[each.host_begin].system) +
                           std::string(body->last_column, ' ');
            copied = body->end;
            continue;
        }
        if (!for_device) {
            const Line& first =
                each.host_begin < each.host_end ? host[each.host_begin] : device[each.device_begin];
            if (!for_host && !for_both && result.warning.empty())
                result.warning =
                    std::string(first.file) + ":" + std::to_string(first.number) +
                    ": warning: the device's branch of this #if is left out: the emulator compiles once, and "
                    "has __CUDA_ARCH__ only in functions for the device alone";
            continue;
        }
        const std::size_t begin =
            each.host_begin < host.size() ? host[each.host_begin].begin : host_text.size();
        result.text += host_text.substr(copied, begin - copied);
        for (std::size_t i = each.device_begin; i < each.device_end; ++i)
            result.text += marker(device[i]) + std::string(device[i].text) + "\n";
        // Markers of files that begin or end here stay.
        std::size_t at = begin;
        for (std::size_t i = each.host_begin; i < each.host_end; ++i) {
            result.text += host_text.substr(at, host[i].begin - at);
            at = host[i].end;
        }
        if (each.host_end < host.size()) {
            result.text += host_text.substr(at, host[each.host_end].begin - at) + marker(host[each.host_end]);
            at = host[each.host_end].begin;
        }
        copied = at;
    }
    result.text += host_text.substr(std::min(copied, host_text.size()));
    return result;
}

}  // namespace rewriter
