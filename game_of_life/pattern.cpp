#include "pattern.h"

#include "common/readers/text_lines.h"
#include "common/support/errors.h"
#include "pattern_reader.h"

#include <algorithm>
#include <utility>

using ladders::quoted;

namespace {

// The smallest box round all of the points becomes the pattern's.
LifePattern pattern_of_points(std::vector<LifePattern::Run> points)
{
    if (points.empty())
        return {};
    std::int64_t left = points[0].column, right = left, top = points[0].row, bottom = top;
    for (const LifePattern::Run& point : points) {
        left = std::min(left, point.column);
        right = std::max(right, point.column);
        top = std::min(top, point.row);
        bottom = std::max(bottom, point.row);
    }
    for (LifePattern::Run& point : points) {
        point.column -= left;
        point.row -= top;
    }
    return {.width = right - left + 1, .height = bottom - top + 1, .runs = std::move(points)};
}

}  // namespace

// Empty lines are dead rows, save at the end.
LifePattern read_plaintext(PatternReader& reader)
{
    do {
        if (reader.line().starts_with('!'))
            continue;
        const std::string_view row = reader.line().substr(0, reader.line().find_last_not_of(kBlanks) + 1);
        for (const char c : row) {
            if (c == 'O' || c == '*')
                reader.add_live_cells(1);
            else if (c == '.')
                reader.add_dead_cells(1);
            else
                throw reader.error(quoted({&c, 1}) + " is neither . (dead), O nor * (alive)");
        }
        if (!row.empty())
            reader.include_dead_cells();
        reader.end_rows(1);
    } while (reader.next_line());
    return reader.take_pattern();
}

LifePattern read_life_106(PatternReader& reader)
{
    std::vector<LifePattern::Run> points;
    while (reader.next_line()) {
        std::string_view text = trimmed(reader.line());
        if (text.empty())
            continue;
        if (text[0] == '#') {
            if (text.starts_with("#R"))
                reader.require_life(text.substr(2));
            continue;
        }
        const std::int64_t x = reader.take_number(text, "x", true);
        if (text.empty() || kBlanks.find(text[0]) == std::string_view::npos)
            throw reader.error("two numbers x y are expected, not " + quoted(reader.line()));
        text = trimmed(text);
        const std::int64_t y = reader.take_number(text, "y", true);
        text = trimmed(text);
        if (!text.empty())
            throw reader.error(quoted(text) + " follows the two numbers x y");
        points.push_back({y, x, 1});
    }
    LifePattern pattern = pattern_of_points(std::move(points));
    const LifePattern header = reader.take_pattern();
    pattern.torus_width = header.torus_width;
    pattern.torus_height = header.torus_height;
    return pattern;
}

LifePattern parse_life_pattern(const std::string& name, std::string_view text)
{
    PatternReader reader(name, text);
    do {
        if (!reader.next_line())
            throw ladders::InputError(name + ": the file is empty");
    } while (trimmed(reader.line()).empty());

    const std::string_view first = trimmed(reader.line());
    if (first.starts_with("#Life")) {
        if (first != "#Life 1.06")
            throw reader.error(quoted(first) + " is not read, only #Life 1.06, RLE and plaintext");
        return read_life_106(reader);
    }
    if (first[0] == '!' || first.find_first_not_of(".O*") == std::string_view::npos)
        return read_plaintext(reader);
    return read_rle(reader);
}
