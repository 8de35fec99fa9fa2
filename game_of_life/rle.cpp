// Patterns in RLE.
#include "common/readers/text_lines.h"
#include "pattern_reader.h"

using ladders::quoted;

namespace {

// Takes a character off `text`, and the blanks round it.
void expect(PatternReader& reader, std::string_view& text, char wanted)
{
    text = trimmed(text);
    if (text.empty() || text[0] != wanted)
        throw reader.error("the header must be x = <width>, y = <height>, rule = B3/S23, not " +
                           quoted(reader.line()));
    text = trimmed(text.substr(1));
}

void read_header(PatternReader& reader)
{
    std::string_view text = reader.line();
    expect(reader, text, 'x');
    expect(reader, text, '=');
    const std::int64_t width = reader.take_number(text, "x", false);
    expect(reader, text, ',');
    expect(reader, text, 'y');
    expect(reader, text, '=');
    reader.declare_size(width, reader.take_number(text, "y", false));
    if (trimmed(text).empty())
        return;
    expect(reader, text, ',');
    for (const char c : {'r', 'u', 'l', 'e', '='})
        expect(reader, text, c);
    reader.require_life(text);
}

void read_item(PatternReader& reader, std::int64_t count, char tag)
{
    switch (tag) {
        case 'b':
        case '.':
            return reader.add_dead_cells(count);
        case 'o':
        case 'A':
            return reader.add_live_cells(count);
        case '$':
            return reader.end_rows(count);
        default:
            throw reader.error(quoted({&tag, 1}) +
                               " is neither b (dead), o (alive), $ (end of row) nor ! (end)");
    }
}

// False: this was the last line.
bool read_items(PatternReader& reader)
{
    std::string_view text = reader.line();
    while (!(text = trimmed(text)).empty()) {
        const bool has_count = text[0] >= '0' && text[0] <= '9';
        const std::int64_t count = has_count ? reader.take_number(text, "the count", false) : 1;
        if (count == 0)
            throw reader.error("a count of 0");
        const char tag = text.empty() ? '\0' : text[0];
        if (has_count && (tag == '\0' || tag == '!' || kBlanks.find(tag) != std::string_view::npos))
            throw reader.error("the count " + std::to_string(count) + " stands before no cell");
        if (tag == '!')
            return false;
        read_item(reader, count, tag);
        text.remove_prefix(1);
    }
    return true;
}

}  // namespace

LifePattern read_rle(PatternReader& reader)
{
    bool may_be_header = true;
    do {
        const std::string_view line = trimmed(reader.line());
        if (line.empty())
            continue;
        if (line[0] == '#') {
            if (line.starts_with("#r"))
                reader.require_life(line.substr(2));
            continue;
        }
        if (may_be_header && line[0] == 'x')
            read_header(reader);
        else if (!read_items(reader))
            return reader.take_pattern();
        may_be_header = false;
    } while (reader.next_line());
    throw reader.error("the file ends without the ! that ends a pattern");
}
