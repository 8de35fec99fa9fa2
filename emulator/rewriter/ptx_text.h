// The text of an asm(): its statements, and the operands of C++ that belong to it.
#pragma once
#include "argument_list.h"
#include "source_text.h"

#include <string>
#include <vector>

namespace rewriter {

// An asm() as it stands: the text, the tokens of the operands, and the ) at the end.
struct Assembly {
    std::string text;
    std::vector<Range> operands;  // each from its ( to its )
    std::size_t outputs = 0;      // the first of them, which the text may change
    int end = kNone;
    bool is_understood = false;
};
Assembly read_assembly(const SourceText& source, int i);

struct PtxStatement {
    enum class Kind { open, close, registers, instruction };
    Kind kind;
    std::string text;       // as written, for messages
    std::string predicate;  // of @p and @!p
    bool negated = false;
    std::vector<std::string> name;      // ld.global.u32: its parts. Of registers: their type.
    std::vector<std::string> operands;  // [a + 4], {a, b} and p|q are one each
};
std::vector<PtxStatement> ptx_statements(const std::string& text);

// Without blanks at both ends.
std::string trimmed(const std::string& text);
// At each separator outside of brackets.
std::vector<std::string> split_ptx(const std::string& text, char separator);

}  // namespace rewriter
