#include "line_messages.h"

#include "columns.h"
#include "function_names.h"
#include "launches.h"
#include "words.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace rewriter {
namespace {

class LineExplainer {
public:
    explicit LineExplainer(const SourceText& source) : source_(source) {}

    // What the rewriting makes of the line is not what the message may speak of.
    void explain(Message& message) const
    {
        for (int i = 0; i < source_.size(); ++i) {
            if (source_[i].line != message.place.line || source_.file_of(i) != message.place.file)
                continue;
            if (opens_launch(source_, i) && explain_launch(message, std::string(source_.spelling(i - 1))))
                return;
            if (source_.is(i, "__emu_shared__"))
                explain_shared(message);
            if (is_thread_index(source_.spelling(i)))
                explain_thread_index(message, i);
        }
    }

private:
    // The launch is a call of launch() of a lambda that calls the kernel.
    bool explain_launch(Message& message, const std::string& kernel) const
    {
        std::string& text = message.text;
        const std::string name = "'" + kernel + "'", call = "no matching function for call to '" + kernel;
        if (has(text, "no matching function for call to 'launch") || has(text, "launch(Call"))
            text =
                "the values between <<< and >>> do not fit: they are the grid and the block (int or dim3), "
                "then the "
                "bytes of dynamic shared memory, then the stream";
        else if (has(text, "cannot be used as a function") ||
                 has(text, "is not a function or function pointer"))
            text = name +
                   " is launched as a kernel, but here it is none: does a variable have the kernel's name?";
        else if (has(text, name) &&
                 (has(text, "was not declared in this scope") || has(text, "undeclared identifier") ||
                  has(text, "neither visible in the template definition")))
            text = name + " is not declared: " + similar_kernel(kernel);
        else if (has(text, "cannot convert") || has(text, "invalid conversion") || has(text, call + "'") ||
                 has(text, call + "("))
            text += ": the launch does not fit the kernel's parameters";
        else
            return false;
        return true;
    }

    // A kernel whose name the student may have meant.
    std::string similar_kernel(const std::string& name) const
    {
        for (const MarkedName& marked : marked_functions(source_)) {
            const std::string other(source_.spelling(marked.name));
            if (marked.is_kernel && other != name && edits_between(name, other) <= 2)
                return "did you mean '" + other + "'?";
        }
        return "a kernel must be declared above its launch";
    }

    static std::size_t edits_between(const std::string& a, const std::string& b)
    {
        if (std::max(a.size(), b.size()) < 4)
            return a.size() + b.size();
        std::vector<std::size_t> row(b.size() + 1);
        for (std::size_t j = 0; j <= b.size(); ++j)
            row[j] = j;
        for (std::size_t i = 0; i < a.size(); ++i) {
            std::size_t diagonal = row[0]++;
            for (std::size_t j = 0; j < b.size(); ++j) {
                const std::size_t above = row[j + 1];
                row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] != b[j])});
                diagonal = above;
            }
        }
        return row.back();
    }

    static void explain_shared(Message& message)
    {
        for (const char* words :
             {"isn't constant", "isn't known", "variable length array", "needs an explicit size"})
            if (has(message.text, words)) {
                message.text =
                    "the size of a __shared__ array must be a constant. An array whose size the launch says "
                    "is "
                    "extern __shared__ T name[], and its bytes are the third value of <<<grid, block, "
                    "bytes>>>";
                return;
            }
    }

    static bool is_thread_index(std::string_view word)
    {
        return word == "threadIdx" || word == "blockIdx" || word == "blockDim" || word == "gridDim";
    }

    // A call, and so no variable.
    void explain_thread_index(Message& message, int i) const
    {
        const std::string name(source_.spelling(i));
        if (has(message.text, "using rvalue as lvalue") || has(message.text, "expression is not assignable"))
            message.text = name + " cannot be changed: copy it to a variable";
        else if ((has(message.text, "cannot be used as a function") ||
                  has(message.text, "called object type '")) &&
                 message.place.column == place_in_file(source_, i).column)
            message.text = "a comma or an operator is missing beside '" + name + "'";
    }

    const SourceText& source_;
};

}  // namespace

void explain_line(const SourceText& source, Message& message)
{
    LineExplainer(source).explain(message);
}

}  // namespace rewriter
