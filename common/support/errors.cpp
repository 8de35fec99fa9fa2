#include "common/support/errors.h"

#include "common/support/processes.h"
#include "common/support/progress.h"
#include "common/support/text.h"

#include <cstdio>
#include <iostream>
#include <new>

namespace ladders {

int exit_code_of_program(const std::string& program, const std::function<int()>& body)
{
    const auto fail = [&](const char* what, ExitCode code) {
        std::fflush(stdout);
        hide_progress();
        let_first_process_speak();
        std::cerr << printable(program) << ": " << printable(what) << std::endl;
        return code;
    };
    try {
        const int code = body();
        if (std::fflush(stdout) != 0 || !std::cout.flush())
            return fail("standard output cannot be written", kExitUsage);
        return code;
    } catch (const UsageError& error) {
        return fail(error.what(), kExitUsage);
    } catch (const InputError& error) {
        return fail(error.what(), kExitBadInput);
    } catch (const OutOfMemory& error) {
        return fail(error.what(), kExitOutOfMemory);
    } catch (const std::bad_alloc&) {
        return fail("host memory is used up", kExitOutOfMemory);
    } catch (const NoGpu& error) {
        return fail(error.what(), kExitNoGpu);
    } catch (const CudaError& error) {
        return fail(error.what(), kExitCudaError);
    } catch (const std::length_error&) {  // a vector of more elements than can be counted
        return fail("host memory is used up", kExitOutOfMemory);
    } catch (const std::exception& error) {
        return fail(error.what(), kExitWrongAnswer);
    }
}

}  // namespace ladders
