#include "body_table.h"

#include "common/readers/text_file.h"
#include "common/readers/text_lines.h"
#include "common/support/errors.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace {

using ladders::TextLines;

bool at_comment_or_end(TextLines& line)
{
    return line.is_empty() || line.rest().front() == '#';
}

float number_from(TextLines& line, const char* what, double least)
{
    const std::string_view before = line.rest();
    const float value = line.number(what);
    if (value >= least && value <= kMostInTable)
        return value;
    const std::string_view word = before.substr(0, before.size() - line.rest().size());
    throw line.error(std::string(what) + " must be from " + (least == 0 ? "0" : "-1e9") + " to 1e9, not " +
                     ladders::quoted(word.substr(word.find_first_not_of(" \t\v\f"))));
}

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

Bodies parse_body_table(const std::string& name, std::string_view text)
{
    Bodies bodies;
    TextLines lines(name, text);
    while (lines.next()) {
        if (at_comment_or_end(lines))
            continue;
        if (bodies.size() == kMostBodies)
            throw lines.error("nbody takes at most " + std::to_string(kMostBodies) + " bodies");
        bodies.mass.push_back(number_from(lines, "the mass", 0));
        bodies.x.push_back(number_from(lines, "x", -kMostInTable));
        bodies.y.push_back(number_from(lines, "y", -kMostInTable));
        bodies.z.push_back(number_from(lines, "z", -kMostInTable));
        bodies.vx.push_back(number_from(lines, "vx", -kMostInTable));
        bodies.vy.push_back(number_from(lines, "vy", -kMostInTable));
        bodies.vz.push_back(number_from(lines, "vz", -kMostInTable));
        if (!at_comment_or_end(lines))
            lines.expect_end();
    }
    if (bodies.size() == 0)
        throw ladders::InputError(name +
                                  ": no body in the file; a line for each is expected: m x y z vx vy vz");
    return bodies;
}

Bodies read_body_table(const std::string& path)
{
    return parse_body_table(path, ladders::read_text_file(path));
}

void write_body_table(const std::string& path, const Bodies& bodies)
{
    const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "wb"));
    bool written = file && std::fprintf(file.get(), "# m x y z vx vy vz\n") > 0;
    for (std::size_t i = 0; written && i < bodies.size(); ++i)
        written =
            std::fprintf(file.get(), "%.9g %.9g %.9g %.9g %.9g %.9g %.9g\n", bodies.mass[i], bodies.x[i],
                         bodies.y[i], bodies.z[i], bodies.vx[i], bodies.vy[i], bodies.vz[i]) > 0;
    if (!written || std::fflush(file.get()) != 0)
        throw ladders::UsageError("--output " + path + ": cannot be written (" + std::strerror(errno) + ")");
}
