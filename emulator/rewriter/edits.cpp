#include "edits.h"

#include <algorithm>
#include <utility>

namespace rewriter {

std::string Edits::apply() const
{
    std::vector<Piece> pieces;
    return apply(pieces);
}

std::string Edits::apply(std::vector<Piece>& pieces) const
{
    std::vector<Edit> edits = edits_;
    // An insertion before a token comes before the token's replacement.
    std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });

    const std::string& text = source_.text();
    std::string result;
    result.reserve(text.size() + text.size() / 8);
    std::size_t copied = 0;
    for (const Edit& edit : edits) {
        pieces.push_back({result.size(), copied, true});
        result.append(text, copied, edit.begin - copied);
        pieces.push_back({result.size(), edit.begin, false});
        result += edit.text;
        result.append(std::count(text.begin() + edit.begin, text.begin() + edit.end, '\n'), '\n');
        copied = edit.end;
    }
    pieces.push_back({result.size(), copied, true});
    result.append(text, copied, std::string::npos);
    return result;
}

}  // namespace rewriter
