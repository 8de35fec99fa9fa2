#include "control_flow.h"

#include "machine.h"

#include <map>
#include <set>

namespace rewriter {
namespace {

constexpr std::string_view kBlanks = " \t";

std::vector<std::string_view> lines_of(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// The word before the first blank, and what follows it.
struct Statement {
    std::string_view word, rest;

    Statement(std::string_view line, const Machine& machine) : machine_(machine)
    {
        line = trimmed(machine.code_of(line));
        const std::size_t end = line.find_first_of(kBlanks);
        word = line.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view() : trimmed(line.substr(end));
    }
    bool is_label() const { return !word.empty() && word.back() == ':'; }
    std::string_view label() const { return word.substr(0, word.size() - 1); }
    bool is_directive() const { return !is_label() && word.substr(0, 1) == "."; }
    bool is_jump() const { return machine_.is_jump(word); }
    bool is_end() const { return machine_.is_end(word); }
    // Of a jump.
    std::string_view target() const
    {
        const std::size_t comma = rest.rfind(',');
        return comma == std::string_view::npos ? rest : trimmed(rest.substr(comma + 1));
    }

private:
    const Machine& machine_;
};

// Many labels are there for debuggers only.
std::set<std::string_view> jump_targets(const std::vector<std::string_view>& lines, const Machine& machine)
{
    std::set<std::string_view> targets;
    for (const std::string_view line : lines)
        if (const Statement s(line, machine); s.is_jump() && !s.is_label())
            targets.insert(s.target());
    return targets;
}

// What a .section directive says about code.
struct Section {
    bool is_code = false;
    std::string_view group;

    static Section named(std::string_view arguments)
    {
        std::vector<std::string_view> parts;
        for (std::size_t end = 0; end != std::string_view::npos;) {
            end = arguments.find(',');
            parts.push_back(trimmed(arguments.substr(0, end)));
            arguments.remove_prefix(end == std::string_view::npos ? 0 : end + 1);
        }
        Section section;
        section.is_code = parts[0].substr(0, 5) == ".text" ||
                          (parts.size() > 1 && parts[1].find('x') != std::string_view::npos);
        if (parts.size() > 3 && parts[1].find('G') != std::string_view::npos)
            section.group = parts[3];
        return section;
    }
};

class Reader {
public:
    explicit Reader(std::string_view assembly)
        : machine_(machine_of(assembly)),
          flow_{lines_of(assembly), {}},
          targets_(jump_targets(flow_.lines, machine_))
    {
    }

    ControlFlow read()
    {
        for (std::size_t i = 0; i < flow_.lines.size(); ++i)
            read_line(i, Statement(flow_.lines[i], machine_));
        for (const auto& [from, label] : jumps_)
            if (const auto found = labelled_.find(label); found != labelled_.end())
                connect(from, found->second);
        return std::move(flow_);
    }

private:
    void connect(int from, int to)
    {
        flow_.blocks[std::size_t(from)].after.push_back(to);
        flow_.blocks[std::size_t(to)].before.push_back(from);
    }

    void read_line(std::size_t line, const Statement& s)
    {
        if (s.word == ".section" || s.word == ".pushsection")
            enter(Section::named(s.rest));
        else if (s.word == ".text" || s.word == ".data" || s.word == ".bss")
            enter({s.word == ".text", {}});
        else if (s.word == ".popsection" || s.word == ".previous")
            std::swap(section_, previous_);
        else if (s.word == ".size" || s.word == ".cfi_endproc")
            open_ = previous_block_ = -1;
        else if (section_.is_code && s.is_label())
            read_label(s.label());
        else if (section_.is_code && !s.word.empty() && !s.is_directive())
            read_instruction(line, s);
    }

    void enter(const Section& section)
    {
        previous_ = section_;
        section_ = section;
        if (section.is_code)
            open_ = previous_block_ = -1;
    }

    void read_label(std::string_view label)
    {
        const bool is_local = label.substr(0, 2) == ".L";
        if (is_local && !targets_.contains(label))
            return;
        pending_.push_back(label);
        if (open_ >= 0)
            previous_block_ = open_;
        open_ = -1;
    }

    void read_instruction(std::size_t line, const Statement& s)
    {
        if (open_ < 0) {
            open_ = int(flow_.blocks.size());
            flow_.blocks.push_back({line, section_.group, {}, {}});
            if (previous_block_ >= 0)
                connect(previous_block_, open_);
            previous_block_ = -1;
            for (const std::string_view label : pending_)
                labelled_[label] = open_;
            pending_.clear();
        }
        if (s.is_jump())
            jumps_.push_back({open_, s.target()});
        if (s.is_jump() || s.is_end()) {
            previous_block_ = s.is_end() ? -1 : open_;
            open_ = -1;
        }
    }

    struct Jump {
        int from;
        std::string_view label;
    };

    const Machine& machine_;
    ControlFlow flow_;
    std::set<std::string_view> targets_;
    std::map<std::string_view, int> labelled_;
    std::vector<Jump> jumps_;
    std::vector<std::string_view> pending_;  // labels of the next instruction
    Section section_{true, {}}, previous_{true, {}};
    int open_ = -1;            // the current block
    int previous_block_ = -1;  // the block that falls through to the next one
};

}  // namespace

ControlFlow control_flow_of(std::string_view assembly)
{
    return Reader(assembly).read();
}

}  // namespace rewriter
