#include "exchanges.h"

#include "device_code.h"
#include "words.h"

#include <array>

namespace rewriter {
namespace {

// Whether a statement begins at i. Labels are left out: a : may be that of a condition.
bool begins_statement(const SourceText& source, int i)
{
    for (const char* before : {";", "{", "}", "else", "do"})
        if (source.is(i - 1, before))
            return true;
    if (!source.is(i - 1, ")"))
        return false;
    const int open = source.opening(i - 1);
    if (open + 2 == i - 1 && source.is(open + 1, "void"))
        return begins_statement(source, open);
    constexpr std::array<std::string_view, 5> kWithCondition{"if", "while", "for", "switch", "constexpr"};
    return open > 0 && contains(kWithCondition, source.spelling(open - 1));
}

bool has_atomic(const SourceText& source, int first, int last)
{
    for (int i = first; i < last; ++i)
        if (source.kind_is(i, Kind::identifier) && source.spelling(i).starts_with("atomic"))
            return true;
    return false;
}

}  // namespace

void mark_unused_exchanges(const SourceText& source, Edits& edits)
{
    int next = 0;  // bodies may be nested
    for (const Range body : device_functions(source)) {
        for (int i = body.first > next ? body.first : next; i <= body.last; ++i) {
            if ((!source.is(i, "atomicExch") && !source.is(i, "atomicExch_block")) ||
                !source.is(i + 1, "(") || source.is_of_library(i))
                continue;
            const int begin = source.is(i - 1, "::") ? i - 1 : i, close = source.closing(i + 1);
            if (close != kNone && source.is(close + 1, ";") && begins_statement(source, begin) &&
                !has_atomic(source, i + 1, close))
                edits.insert_before(begin, "::emu::ignore_old_value(), ");
        }
        next = body.last + 1 > next ? body.last + 1 : next;
    }
}

}  // namespace rewriter
