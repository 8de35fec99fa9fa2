// Reads the encodings of DWARF debug information. Reading past the end gives zeroes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace emu::dwarf {

class Reader {
public:
    Reader() = default;
    Reader(std::string_view bytes, uint64_t from = 0)
        : at_(bytes.data() + std::min<uint64_t>(from, bytes.size())), end_(bytes.data() + bytes.size())
    {
    }

    bool done() const { return at_ >= end_; }
    const char* at() const { return at_; }
    void skip(uint64_t n) { at_ = n < uint64_t(end_ - at_) ? at_ + n : end_; }
    // The next n bytes, which this skips.
    Reader part(uint64_t n)
    {
        const char* from = at_;
        skip(n);
        return Reader(std::string_view(from, std::size_t(at_ - from)));
    }

    uint64_t fixed(int bytes)
    {
        uint64_t value = 0;
        if (end_ - at_ >= bytes)
            std::memcpy(&value, at_, std::size_t(bytes));
        skip(uint64_t(bytes));
        return value;
    }
    uint64_t uleb()
    {
        uint64_t value = 0;
        for (int shift = 0; !done(); shift += 7) {
            const auto byte = static_cast<unsigned char>(*at_++);
            if (shift < 64)
                value |= uint64_t(byte & 0x7f) << shift;
            if (byte < 0x80)
                break;
        }
        return value;
    }
    int64_t sleb()
    {
        int64_t value = 0;
        int shift = 0;
        unsigned char byte = 0x80;
        for (; byte >= 0x80 && !done(); shift += 7) {
            byte = static_cast<unsigned char>(*at_++);
            if (shift < 64)
                value |= int64_t(byte & 0x7f) << shift;
        }
        return shift < 64 && (byte & 0x40) ? value | -(int64_t(1) << shift) : value;
    }
    std::string text()
    {
        const char* end = std::find(at_, end_, '\0');
        std::string value(at_, end);
        at_ = end == end_ ? end_ : end + 1;
        return value;
    }
    // The length of a unit, and the size of offsets in it.
    uint64_t unit_length(int* offset_bytes)
    {
        const uint64_t length = fixed(4);
        *offset_bytes = length == 0xffffffff ? 8 : 4;
        return length == 0xffffffff ? fixed(8) : length;
    }

private:
    const char* at_ = nullptr;
    const char* end_ = nullptr;
};

enum Form {
    kAddress = 0x01,
    kBlock2 = 0x03,
    kBlock4,
    kData2,
    kData4,
    kData8,
    kString,
    kBlock,
    kBlock1,
    kData1,
    kFlag,
    kSdata,
    kStrp,
    kUdata,
    kRefAddress,
    kRef1,
    kRef2,
    kRef4,
    kRef8,
    kRefUdata,
    kIndirect,
    kSectionOffset,
    kExpression,
    kFlagPresent,
    kStrx,
    kAddrx,
    kRefSup4,
    kStrpSup,
    kData16,
    kLineStrp,
    kRefSignature,
    kImplicitConst,
    kLoclistx,
    kRnglistx,
    kRefSup8,
    kStrx1,
    kStrx2,
    kStrx3,
    kStrx4,
    kAddrx1,
    kAddrx2,
    kAddrx3,
    kAddrx4
};

// The value of an attribute: a number, an index or an offset. Strings and blocks are skipped.
inline uint64_t read_form(Reader& in, uint64_t form, int offset_bytes)
{
    switch (form) {
        case kData1:
        case kFlag:
        case kRef1:
        case kStrx1:
        case kAddrx1:
            return in.fixed(1);
        case kData2:
        case kRef2:
        case kStrx2:
        case kAddrx2:
            return in.fixed(2);
        case kStrx3:
        case kAddrx3:
            return in.fixed(3);
        case kData4:
        case kRef4:
        case kRefSup4:
        case kStrx4:
        case kAddrx4:
            return in.fixed(4);
        case kAddress:
        case kData8:
        case kRef8:
        case kRefSignature:
        case kRefSup8:
            return in.fixed(8);
        case kData16:
            in.skip(16);
            return 0;
        case kUdata:
        case kRefUdata:
        case kStrx:
        case kAddrx:
        case kLoclistx:
        case kRnglistx:
            return in.uleb();
        case kSdata:
            return uint64_t(in.sleb());
        case kString:
            in.text();
            return 0;
        case kBlock1:
            in.skip(in.fixed(1));
            return 0;
        case kBlock2:
            in.skip(in.fixed(2));
            return 0;
        case kBlock4:
            in.skip(in.fixed(4));
            return 0;
        case kBlock:
        case kExpression:
            in.skip(in.uleb());
            return 0;
        case kStrp:
        case kRefAddress:
        case kSectionOffset:
        case kStrpSup:
        case kLineStrp:
            return in.fixed(offset_bytes);
        case kIndirect:
            return read_form(in, in.uleb(), offset_bytes);
        case kFlagPresent:
            return 1;
        default:
            return 0;
    }
}

}  // namespace emu::dwarf
