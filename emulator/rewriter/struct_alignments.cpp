#include "struct_alignments.h"

#include "assembly_text.h"
#include "machine.h"
#include "words.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace rewriter {
namespace {

// A call that announces the access to a struct.
struct Announcement {
    std::size_t at;  // where the function's name stands in the result
    std::string_view function;
    std::string_view place;  // "file":line:column of the statement
    int size = 0;            // of the first piece that the statement accesses
    int alignment = 0;       // in bits
};

constexpr std::array<std::string_view, 4> kAnnouncing{"__tsan_read_range", "__tsan_write_range",
                                                      "__tsan_read16", "__tsan_write16"};
constexpr int kWidest = 16;  // bytes of an access on a GPU

// The emulator's function for structs of this alignment; else empty. An access of 16 bytes has at least an alignment of 8.
std::string replacement(const Announcement& one)
{
    const int bytes = std::min(one.alignment / 8, kWidest);
    const bool is_range = has(one.function, "range");
    if (is_range ? bytes == 0 : bytes != 8)
        return "";
    return "emu_" + std::string(one.function.substr(sizeof "__tsan_" - 1)) + "_" + std::to_string(bytes);
}

class Copies {
public:
    explicit Copies(std::string_view assembly)
        : machine_(machine_of(assembly)),
          comment_(is_for_arm(assembly) ? "//" : "#"),
          begins_(std::string(comment_) + "("),
          trailer_("\t" + std::string(comment_) + " ")
    {
        for_each_line(assembly, [&](std::string_view line) { read(line); });
    }

    std::string named()
    {
        std::sort(replaced_.begin(), replaced_.end(),
                  [](const auto& a, const auto& b) { return a.at < b.at; });
        std::string text;
        text.reserve(text_.size());
        std::size_t done = 0;
        for (const Announcement& one : replaced_) {
            text += text_.substr(done, one.at - done) + replacement(one);
            done = one.at + one.function.size();
        }
        return text + text_.substr(done);
    }

private:
    void read(std::string_view line)
    {
        if (line.starts_with(comment_) && !line.starts_with("#APP") && !line.starts_with("#NO_APP"))
            return read_operands(line);
        if (line.starts_with("\t.cfi_endproc"))
            close([](const Announcement&) { return true; });
        if (line.starts_with("\t") && !line.starts_with("\t.")) {
            line = line.substr(0, line.find(trailer_));
            line = line.substr(0, line.find_last_not_of("\t") + 1);
            read_instruction(line);
        }
        text_ += line;
        text_ += '\n';
    }

    // "[3 *in_5(D)+0 S8 A32]": the first 8 bytes of an object, at an address that is a multiple of 32 bits. At the end of an
    // instruction's comment: "kernel.cu":7:12.
    void read_operands(std::string_view line)
    {
        if (line.starts_with(begins_))
            place_ = {}, size_ = alignment_ = 0;
        for (std::size_t at = line.find("+0 S"); at != line.npos; at = line.find("+0 S", at + 1)) {
            const std::size_t alignment = line.find(" A", at + 1);
            if (alignment != line.npos && !line.substr(0, at).ends_with("%sfp"))  // which is the stack
                widen(rewriter::number(line.substr(at + 4)), rewriter::number(line.substr(alignment + 2)),
                      size_, alignment_);
        }
        const std::size_t end = line.rfind("\":"), begin = end == line.npos ? end : line.rfind('"', end - 1);
        if (begin != line.npos)
            place_ = line.substr(begin, line.find(' ', end) - begin);
    }

    // A statement that copies a struct has no larger access. Of two structs the lower alignment counts.
    static void widen(int size, int alignment, int& best_size, int& best_alignment)
    {
        if (size > best_size)
            best_size = size, best_alignment = alignment;
        else if (size == best_size)
            best_alignment = std::min(best_alignment, alignment);
    }

    void read_instruction(std::string_view line)
    {
        const std::string_view function = machine_.called(line);
        if (contains(kAnnouncing, function)) {
            // Inlined twice, a statement is announced twice.
            close([&](const Announcement& one) { return one.place == place_ && one.size > 0; });
            announced_.push_back({text_.size() + line.find(function), function, place_});
        } else if (size_ > 0) {
            for (Announcement& one : announced_)
                if (one.place == place_)
                    widen(size_, alignment_, one.size, one.alignment);
        }
        place_ = {};
        size_ = 0;
    }

    template <class Which>
    void close(Which which)
    {
        for (const Announcement& one : announced_)
            if (which(one) && !replacement(one).empty())
                replaced_.push_back(one);
        std::erase_if(announced_, which);
    }

    const Machine& machine_;
    std::string_view comment_;
    std::string begins_, trailer_;
    std::string text_;
    std::vector<Announcement> announced_, replaced_;
    // Of the comment before the next instruction.
    std::string_view place_;
    int size_ = 0, alignment_ = 0;
};

}  // namespace

std::string name_alignments(std::string_view assembly)
{
    const bool has_operands = has(assembly, "\n#(insn") || has(assembly, "\n//(insn");
    return has_operands ? Copies(assembly).named() : std::string(assembly);
}

}  // namespace rewriter
