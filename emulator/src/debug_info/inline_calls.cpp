#include "debug_info/inline_calls.h"

#include "debug_info/abbreviations.h"
#include "debug_info/dwarf.h"

#include <algorithm>
#include <map>

namespace emu {
namespace {

using dwarf::Abbreviation;
using dwarf::Reader;

enum { kInlinedSubroutine = 0x1d, kSubprogram = 0x2e };
enum {
    kName = 0x03,
    kStatementList = 0x10,
    kLowPc = 0x11,
    kHighPc = 0x12,
    kAbstractOrigin = 0x31,
    kSpecification = 0x47,
    kRanges = 0x55,
    kCallFile = 0x58,
    kCallLine = 0x59,
    kLinkageName = 0x6e,
    kStringOffsetsBase = 0x72,
    kAddressBase = 0x73,
    kRangeListsBase = 0x74
};

// An attribute as it stands; addresses and ranges may need the unit's tables.
struct Value {
    uint64_t form = 0;  // 0: not there
    uint64_t number = 0;
};

bool is_indexed_address(uint64_t form)
{
    return form == dwarf::kAddrx || (form >= dwarf::kAddrx1 && form <= dwarf::kAddrx4);
}

}  // namespace

class UnitReader {
public:
    // start: of the unit in .debug_info; `in` reads what follows its length.
    UnitReader(InlineCalls& found, const ElfFile& elf, uint64_t start, Reader in, int offset_bytes)
        : found_(found), elf_(elf), start_(start), in_(in), offset_bytes_(offset_bytes)
    {
    }

    void run()
    {
        version_ = int(in_.fixed(2));
        if (version_ < 4 || version_ > 5)
            return;
        uint64_t abbreviations = 0;
        if (version_ == 5) {
            constexpr uint64_t kCompileUnit = 1;
            const uint64_t type = in_.fixed(1);
            in_.skip(1);  // address size
            abbreviations = in_.fixed(offset_bytes_);
            if (type != kCompileUnit)
                return;
        } else {
            abbreviations = in_.fixed(offset_bytes_);
            in_.skip(1);
        }
        const auto table = dwarf::read_abbreviations(elf_.section(".debug_abbrev"), abbreviations);
        const char* const section = elf_.section(".debug_info").data();
        for (int depth = 0; !in_.done();) {
            const auto offset = static_cast<uint64_t>(in_.at() - section);
            const uint64_t code = in_.uleb();
            if (code == 0) {
                if (--depth <= 0)
                    return;
                continue;
            }
            const auto found = table.find(code);
            if (found == table.end())
                return;
            read_entry(found->second, offset, depth);
            depth += found->second.has_children;
        }
    }

private:
    void read_entry(const Abbreviation& abbreviation, uint64_t offset, int depth)
    {
        Value low, high, ranges;
        uint64_t file = 0, line = 0, origin = 0;
        std::string name;
        bool is_linkage_name = false;
        for (const Abbreviation::Attribute& attribute : abbreviation.attributes) {
            const Reader before = in_;
            const uint64_t number = attribute.form == dwarf::kImplicitConst
                                        ? uint64_t(attribute.constant)
                                        : dwarf::read_form(in_, attribute.form, offset_bytes_);
            switch (attribute.name) {
                case kName:
                case kLinkageName:
                    if (abbreviation.tag == kSubprogram && !is_linkage_name) {
                        name = text(attribute.form, number, before);
                        is_linkage_name = attribute.name == kLinkageName;
                    }
                    break;
                case kAbstractOrigin:
                case kSpecification:
                    origin = attribute.form == dwarf::kRefAddress ? number : start_ + number;
                    break;
                case kStringOffsetsBase:
                    string_offsets_base_ = number;
                    break;
                case kLowPc:
                    low = {attribute.form, number};
                    break;
                case kHighPc:
                    high = {attribute.form, number};
                    break;
                case kRanges:
                    ranges = {attribute.form, number};
                    break;
                case kCallFile:
                    file = number;
                    break;
                case kCallLine:
                    line = number;
                    break;
                case kStatementList:
                    unit_ = number;
                    break;
                case kAddressBase:
                    address_base_ = number;
                    break;
                case kRangeListsBase:
                    range_lists_base_ = number;
                    break;
            }
        }
        if (depth == 0 && low.form)
            base_ = address(low);
        if (abbreviation.tag == kSubprogram && (origin || !name.empty()))
            found_.functions_[offset] = {name, origin};
        if (abbreviation.tag != kInlinedSubroutine)
            return;
        const auto add = [&](uintptr_t from, uintptr_t to) {
            found_.calls_.push_back({from, to, unit_, file, int(line), depth, origin});
        };
        if (ranges.form)
            for_each_range(ranges, add);
        else if (low.form)
            add(address(low), high.form == dwarf::kAddress ? high.number : address(low) + high.number);
    }

    uint64_t address_at(uint64_t index) const
    {
        return Reader(elf_.section(".debug_addr"), address_base_ + 8 * index).fixed(8);
    }
    uint64_t address(const Value& value) const
    {
        return is_indexed_address(value.form) ? address_at(value.number) : value.number;
    }

    std::string text(uint64_t form, uint64_t number, Reader before) const
    {
        switch (form) {
            case dwarf::kString:
                return before.text();
            case dwarf::kStrp:
                return Reader(elf_.section(".debug_str"), number).text();
            case dwarf::kLineStrp:
                return Reader(elf_.section(".debug_line_str"), number).text();
            case dwarf::kStrx:
            case dwarf::kStrx1:
            case dwarf::kStrx2:
            case dwarf::kStrx3:
            case dwarf::kStrx4: {
                Reader offsets(elf_.section(".debug_str_offsets"),
                               string_offsets_base_ + uint64_t(offset_bytes_) * number);
                return Reader(elf_.section(".debug_str"), offsets.fixed(offset_bytes_)).text();
            }
            default:
                return "";
        }
    }

    template <class F>
    void for_each_range(const Value& ranges, F add) const
    {
        if (version_ < 5) {
            Reader in(elf_.section(".debug_ranges"), ranges.number);
            uint64_t base = base_;
            for (;;) {
                const uint64_t from = in.fixed(8), to = in.fixed(8);
                if (from == ~uint64_t(0))
                    base = to;
                else if (from == 0 && to == 0)
                    return;
                else
                    add(base + from, base + to);
            }
        }
        const std::string_view lists = elf_.section(".debug_rnglists");
        uint64_t offset = ranges.number;
        if (ranges.form == dwarf::kRnglistx)
            offset = range_lists_base_ +
                     Reader(lists, range_lists_base_ + uint64_t(offset_bytes_) * offset).fixed(offset_bytes_);
        Reader in(lists, offset);
        uint64_t base = base_;
        while (!in.done()) {
            uint64_t from;
            switch (in.fixed(1)) {
                case 1:
                    base = address_at(in.uleb());
                    break;
                case 2:
                    from = address_at(in.uleb()), add(from, address_at(in.uleb()));
                    break;
                case 3:
                    from = address_at(in.uleb()), add(from, from + in.uleb());
                    break;
                case 4:
                    from = base + in.uleb(), add(from, base + in.uleb());
                    break;
                case 5:
                    base = in.fixed(8);
                    break;
                case 6:
                    from = in.fixed(8), add(from, in.fixed(8));
                    break;
                case 7:
                    from = in.fixed(8), add(from, from + in.uleb());
                    break;
                default:
                    return;
            }
        }
    }

    InlineCalls& found_;
    const ElfFile& elf_;
    uint64_t start_;
    Reader in_;
    int offset_bytes_, version_ = 0;
    uint64_t unit_ = 0, base_ = 0, address_base_ = 8, range_lists_base_ = 12, string_offsets_base_ = 8;
};

void InlineCalls::load(const ElfFile& elf)
{
    const std::string_view section = elf.section(".debug_info");
    Reader all(section);
    while (!all.done()) {
        int offset_bytes;
        const auto start = static_cast<uint64_t>(all.at() - section.data());
        const uint64_t length = all.unit_length(&offset_bytes);
        UnitReader(*this, elf, start, all.part(length), offset_bytes).run();
    }
}

std::string InlineCalls::name_of(uint64_t function) const
{
    constexpr int kMostOrigins = 4;
    for (int i = 0; i < kMostOrigins; ++i) {
        const auto found = functions_.find(function);
        if (found == functions_.end())
            break;
        if (!found->second.name.empty())
            return found->second.name;
        function = found->second.origin;
    }
    return "";
}

std::vector<InlineCall> InlineCalls::calls_at(uintptr_t address, const LineTable& lines) const
{
    std::vector<const Call*> found;
    for (const Call& call : calls_)
        if (address >= call.low && address < call.high)
            found.push_back(&call);
    std::sort(found.begin(), found.end(), [](const Call* a, const Call* b) { return a->depth > b->depth; });
    std::vector<InlineCall> result;
    for (const Call* call : found)
        result.push_back({name_of(call->function), {lines.file(call->unit, call->file), call->line}});
    return result;
}

}  // namespace emu
