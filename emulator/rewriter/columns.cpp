#include "columns.h"

#include <algorithm>
#include <fstream>
#include <vector>

namespace rewriter {
namespace {

std::string line_of_file(const std::string& path, int line)
{
    std::ifstream file(path);
    std::string text;
    for (int n = 0; n < line; ++n)
        if (!std::getline(file, text))
            return "";
    return text;
}

// For each token of `made`, the token of `written` that it is: the longest common subsequence. kNone for a token
// that comes from a macro.
std::vector<int> match(const std::vector<std::string_view>& made,
                       const std::vector<std::string_view>& written)
{
    const std::size_t n = made.size(), m = written.size();
    std::vector<int> matches(n, kNone);
    if (n * m > 4'000'000)
        return matches;
    std::vector<std::vector<int>> common(n + 1, std::vector<int>(m + 1));
    for (std::size_t i = n; i-- > 0;)
        for (std::size_t j = m; j-- > 0;)
            common[i][j] = made[i] == written[j] ? common[i + 1][j + 1] + 1
                                                 : std::max(common[i + 1][j], common[i][j + 1]);
    for (std::size_t i = 0, j = 0; i < n && j < m;) {
        if (made[i] == written[j])
            matches[i++] = int(j++);
        else if (common[i][j + 1] >= common[i + 1][j])
            ++j;  // so that the first of several copies of a macro's argument is the argument
        else
            ++i;
    }
    return matches;
}

}  // namespace

FilePlace place_in_file(const SourceText& source, int i)
{
    const auto on_line = [&](int k) {
        return k >= 0 && k < source.size() && source[k].line == source[i].line &&
               source[k].file == source[i].file;
    };
    int first = i, last = i;
    while (on_line(first - 1))
        --first;
    while (on_line(last + 1))
        ++last;
    std::vector<std::string_view> made, written;
    for (int k = first; k <= last; ++k)
        made.push_back(source.spelling(k));

    FilePlace place;
    place.line = line_of_file(source.file_of(i), source[i].line);
    const SourceText line(place.line);
    for (int k = 0; k < line.size(); ++k)
        written.push_back(line.spelling(k));
    const std::vector<int> matches = match(made, written);
    int at = matches[std::size_t(i - first)];
    const auto same = std::find(written.begin(), written.end(), source.spelling(i));
    if (at == kNone && source.kind_is(i, Kind::identifier) && same != written.end())
        at = int(same - written.begin());  // another copy of a macro's argument
    if (at == kNone) {  // the macro is the first word that is left after the last token before it
        for (int k = i - first; k > 0 && at == kNone; --k)
            at = matches[std::size_t(k - 1)];
        ++at;
    }
    if (at < line.size()) {
        place.column = int(line[at].begin) + 1;
        place.length = int(line[at].end - line[at].begin);
    }
    return place;
}

std::string line_with_mark(const FilePlace& place, int line)
{
    if (place.column == 0)
        return "";
    std::string mark;
    for (const char c : place.line.substr(0, std::size_t(place.column - 1)))
        if ((c & 0xc0) != 0x80)  // one mark for each letter of several bytes
            mark += c == '\t' ? c : ' ';
    const std::string number = std::to_string(line);
    const std::size_t width = number.size() < 5 ? 5 - number.size() : 0;
    return std::string(width, ' ') + number + " | " + place.line + "\n" +
           std::string(width + number.size(), ' ') + " | " + mark + "^" +
           std::string(std::size_t(place.length - 1), '~') + "\n";
}

}  // namespace rewriter
