#include "debug_info/line_table.h"

#include "debug_info/dwarf.h"

#include <algorithm>

namespace emu {
namespace {

using dwarf::Reader;

enum { kContentPath = 1, kContentDirectory = 2 };
enum {
    kCopy = 1,
    kAdvancePc,
    kAdvanceLine,
    kSetFile,
    kSetColumn,
    kNegateStatement,
    kBasicBlock,
    kConstAddPc,
    kFixedAdvancePc
};
enum { kEndSequence = 1, kSetAddress = 2 };

}  // namespace

// One unit's header and program.
class LineProgram {
public:
    LineProgram(LineTable& table, const ElfFile& elf, Reader in, int offset_bytes)
        : table_(table), elf_(elf), in_(in), offset_bytes_(offset_bytes)
    {
    }

    // Returns the names of the unit's files, by number.
    std::vector<std::string> run()
    {
        version_ = int(in_.fixed(2));
        if (version_ < 2 || version_ > 5)
            return {};
        if (version_ == 5)
            in_.skip(2);  // address and segment sizes
        const uint64_t header_bytes = in_.fixed(offset_bytes_);
        Reader header = in_.part(header_bytes);
        std::swap(header, in_);
        minimum_length_ = in_.fixed(1);
        if (version_ >= 4)
            in_.skip(1);  // operations per instruction
        in_.skip(1);      // default of is_stmt
        line_base_ = static_cast<signed char>(in_.fixed(1));
        line_range_ = int(in_.fixed(1));
        opcode_base_ = int(in_.fixed(1));
        if (line_range_ == 0)
            return {};
        for (int i = 1; i < opcode_base_; ++i)
            operands_[i & 255] = int(in_.fixed(1));
        if (version_ == 5)
            read_names();
        else
            read_old_names();
        in_ = header;
        while (!in_.done())
            step();
        return names_;
    }

private:
    std::string string_in(std::string_view section, uint64_t offset) const
    {
        const std::string_view bytes = elf_.section(section);
        return offset < bytes.size() ? std::string(bytes.data() + offset) : std::string();
    }

    std::string read_text(uint64_t form)
    {
        switch (form) {
            case dwarf::kString:
                return in_.text();
            case dwarf::kLineStrp:
                return string_in(".debug_line_str", in_.fixed(offset_bytes_));
            case dwarf::kStrp:
                return string_in(".debug_str", in_.fixed(offset_bytes_));
            default:
                dwarf::read_form(in_, form, offset_bytes_);
                return {};
        }
    }

    void read_table(std::vector<std::string>& names, bool files)
    {
        std::vector<std::pair<uint64_t, uint64_t>> format;
        for (uint64_t n = in_.fixed(1); n > 0; --n) {
            const uint64_t content = in_.uleb();
            format.push_back({content, in_.uleb()});
        }
        for (uint64_t n = in_.uleb(); n > 0 && !in_.done(); --n) {
            std::string name;
            uint64_t directory = 0;
            for (const auto& [content, form] : format) {
                if (content == kContentPath)
                    name = read_text(form);
                else if (content == kContentDirectory)
                    directory = dwarf::read_form(in_, form, offset_bytes_);
                else
                    dwarf::read_form(in_, form, offset_bytes_);
            }
            names.push_back(files ? path(directory, name) : name);
        }
    }

    void read_names()
    {
        read_table(directories_, false);
        read_table(names_, true);
    }

    void read_old_names()
    {
        directories_.push_back("");
        for (std::string name; !(name = in_.text()).empty();)
            directories_.push_back(name);
        names_.push_back("");
        for (std::string name; !(name = in_.text()).empty();) {
            const uint64_t directory = in_.uleb();
            in_.uleb(), in_.uleb();  // time and length
            names_.push_back(path(directory, name));
        }
    }

    std::string path(uint64_t directory, const std::string& name) const
    {
        const bool relative =
            directory < directories_.size() && !directories_[directory].empty() && name[0] != '/';
        return relative ? directories_[directory] + "/" + name : name;
    }

    void emit(bool end)
    {
        if (file_ >= names_.size())
            return;
        file_ids_.resize(names_.size());
        uint32_t& id = file_ids_[file_];
        if (id == 0) {
            table_.files_.push_back(names_[file_]);
            id = uint32_t(table_.files_.size());
        }
        table_.rows_.push_back({address_, id - 1, end ? 0 : line_});
    }

    void step()
    {
        const int opcode = int(in_.fixed(1));
        if (opcode >= opcode_base_) {
            const int special = opcode - opcode_base_;
            address_ += uint64_t(special / line_range_) * minimum_length_;
            line_ += line_base_ + special % line_range_;
            emit(false);
            return;
        }
        switch (opcode) {
            case 0:
                extended();
                break;
            case kCopy:
                emit(false);
                break;
            case kAdvancePc:
                address_ += in_.uleb() * minimum_length_;
                break;
            case kAdvanceLine:
                line_ += int(in_.sleb());
                break;
            case kSetFile:
                file_ = in_.uleb();
                break;
            case kConstAddPc:
                address_ += uint64_t((255 - opcode_base_) / line_range_) * minimum_length_;
                break;
            case kFixedAdvancePc:
                address_ += in_.fixed(2);
                break;
            default:
                for (int i = 0; i < operands_[opcode]; ++i)
                    in_.uleb();
        }
    }

    void extended()
    {
        const uint64_t length = in_.uleb();
        Reader in = in_.part(length);
        const int opcode = int(in.fixed(1));
        if (opcode == kSetAddress) {
            address_ = in.fixed(8);
        } else if (opcode == kEndSequence) {
            emit(true);
            address_ = 0, file_ = 1, line_ = 1;
        }
    }

    LineTable& table_;
    const ElfFile& elf_;
    Reader in_;
    int offset_bytes_, version_ = 0, line_base_ = 0, line_range_ = 1, opcode_base_ = 1;
    uint64_t minimum_length_ = 1;
    int operands_[256] = {};
    std::vector<std::string> directories_, names_;
    std::vector<uint32_t> file_ids_;  // of this unit's files, plus 1

    uint64_t address_ = 0, file_ = 1;
    int line_ = 1;
};

std::string base_name(const std::string& path)
{
    return path.substr(path.find_last_of('/') + 1);
}

void LineTable::load(const ElfFile& elf)
{
    const std::string_view bytes = elf.section(".debug_line");
    Reader all(bytes);
    while (!all.done()) {
        const uint64_t unit = uint64_t(all.at() - bytes.data());
        int offset_bytes;
        const uint64_t length = all.unit_length(&offset_bytes);
        files_of_unit_[unit] = LineProgram(*this, elf, all.part(length), offset_bytes).run();
    }
    std::stable_sort(rows_.begin(), rows_.end(),
                     [](const Row& a, const Row& b) { return a.address < b.address; });
}

SourceLine LineTable::find(uintptr_t address) const
{
    auto next = std::upper_bound(rows_.begin(), rows_.end(), address,
                                 [](uintptr_t a, const Row& row) { return a < row.address; });
    if (next == rows_.begin())
        return {};
    const Row& row = *--next;
    return row.line == 0 ? SourceLine() : SourceLine{files_[row.file], row.line};
}

std::string LineTable::file(uint64_t unit, uint64_t number) const
{
    const auto found = files_of_unit_.find(unit);
    return found != files_of_unit_.end() && number < found->second.size() ? found->second[number] : "";
}

}  // namespace emu
