// cuda_rewriter: turns preprocessed CUDA C++ into C++ for the emulator.
//
//   g++ -E kernel.cu | cuda_rewriter > kernel.ii
//   g++ -S kernel.ii -o - | cuda_rewriter --order <dump of the compiler> <kernel.ii> > kernel.s
//   g++ -E kernel.cu | cuda_rewriter --may-have-device-branches      (the exit code says it)
//   g++ -E kernel.cu | cuda_rewriter --device <text for the device> > text with the device's branches
//   cuda_rewriter --headers <kernel.cu> < kernel.ii > prelude
//   cuda_rewriter --after-prelude <prelude> <kernel.cu> < kernel.ii > kernel.ii without its headers
//   cuda_rewriter --explain < messages of a preprocessor that failed
//   cuda_rewriter --messages <preprocessed text> < messages of the compiler about kernel.ii
//
// It works on preprocessed text, so it need not handle macros and headers. It changes only tokens for which
// C++ has no equivalent. Line ends and line markers stay, so that diagnostics name the original file and
// line.
#include "block_order.h"
#include "conversions.h"
#include "device_branches.h"
#include "file_contents.h"
#include "gpu_only.h"
#include "messages.h"
#include "prelude.h"
#include "rewrite.h"
#include "source_text.h"
#include "struct_alignments.h"

#include <iostream>
#include <string>
#include <string_view>

namespace {

constexpr int kNo = 1;      // the answer
constexpr int kMerged = 3;  // CheckedConversions::merged

int print(std::string_view text)
{
    std::cout << text << std::flush;
    if (std::cout)
        return 0;
    std::cerr << "cuda_rewriter: cannot write its output\n";
    return 1;
}

int order(const std::string& assembly, const char* dump, const char* source)
{
    using namespace rewriter;
    const CheckedConversions checked = check_conversions(add_block_order(name_alignments(assembly)),
                                                         file_contents(dump), file_contents(source));
    const int failure = print(checked.assembly);
    return failure == 0 && checked.merged ? kMerged : failure;
}

int take_device_branches(const std::string& text, const char* device)
{
    const rewriter::Branches branches = rewriter::with_device_branches(text, rewriter::file_contents(device));
    if (!branches.warning.empty())
        std::cerr << branches.warning << '\n';
    return print(branches.text);
}

int leave_prelude(const std::string& text, const char* prelude, const char* source)
{
    const auto rest = rewriter::with_prelude(text, source, rewriter::file_contents(prelude), prelude);
    return rest ? print(*rest) : kNo;
}

int take_headers(const std::string& text, const char* source)
{
    const std::string_view headers = rewriter::headers_of(text, source);
    return headers.empty() ? kNo : print(headers);
}

}  // namespace

int main(int argc, char** argv)
{
    std::ios::sync_with_stdio(false);  // or each character of the input costs a call of getc()
    try {
        const std::string text = rewriter::file_contents(std::cin);
        const std::string_view what = argc > 1 ? argv[1] : "";
        if (what == "--order" && argc > 3)
            return order(text, argv[2], argv[3]);
        if (what == "--may-have-device-branches")
            return rewriter::may_have_device_branches(text) ? 0 : kNo;
        if (what == "--device" && argc > 2)
            return take_device_branches(text, argv[2]);
        if (what == "--headers" && argc > 2)
            return take_headers(text, argv[2]);
        if (what == "--after-prelude" && argc > 3)
            return leave_prelude(text, argv[2], argv[3]);
        if (what == "--explain")
            return print(rewriter::explain_missing_header(text));
        if (what == "--messages" && argc > 2)
            return print(rewriter::explain_messages(rewriter::file_contents(argv[2]), text));
        return print(rewriter::rewrite(text));
    } catch (const rewriter::RewriteError& error) {
        std::cerr << error.what() << '\n' << error.marked_line;
        return 1;
    }
}
