#include "lambda_sides.h"

#include "argument_list.h"
#include "device_code.h"
#include "launches.h"

namespace rewriter {
namespace {

class LambdaChecker {
public:
    explicit LambdaChecker(const SideFacts& facts) : facts_(facts), source_(facts.source) {}

    void check() const { check_launches(); }

private:
    // kernel<<<...>>>([...](...) {...})
    void check_launches() const
    {
        for (const int i : source_.of_program()) {
            if (!opens_launch(source_, i))
                continue;
            int end = i;
            while (end < source_.size() && !source_.is(end, ";") && !source_.is(end, "{"))
                if (source_.is(end, ">") && source_.is(end + 1, ">") && source_.is(end + 2, ">") &&
                    source_.is(end + 3, "("))
                    break;
                else
                    ++end;
            const int open = end + 3, close = source_.is(open, "(") ? source_.closing(open) : kNone;
            if (close == kNone || !is_template_kernel(i - 1))
                continue;
            for (const Range argument : split_arguments(source_, open, close))
                check_lambda(argument);
        }
    }

    // Where the type of an argument is the template's. A kernel that takes a pointer to a function is none.
    bool is_template_kernel(int last) const
    {
        const int name = source_.is(last, ">") ? source_.opening(last) - 1 : last;
        for (const Function& function : facts_.program.functions)
            if (name >= 0 && function.is_kernel && function.is_template &&
                facts_.text(function.name) == facts_.text(name))
                return true;
        return false;
    }

    void check_lambda(Range argument) const
    {
        if (!source_.is(argument.first, "[") || !source_.is(argument.last, "}"))
            return;
        for (int i = argument.first; i < argument.last && !source_.is(i, "{"); ++i)
            if (is_device_mark(source_, i))
                return;
        facts_.refuse(
            argument.first,
            "a lambda that a kernel gets must be a __device__ lambda: [=] __device__ (...) {...}, with "
            "nvcc's option --extended-lambda");
    }

    const SideFacts& facts_;
    const SourceText& source_;
};

}  // namespace

void refuse_host_lambdas(const SideFacts& facts)
{
    LambdaChecker(facts).check();
}

}  // namespace rewriter
