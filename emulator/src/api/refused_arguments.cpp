#include "api/refused_arguments.h"

#include "api/errors.h"
#include "checks/reports.h"
#include "cuda_runtime_api.h"

namespace emu {

cudaError_t refuse_arguments(cudaError_t error, const char* function, const std::string& why,
                             const SourceLine& place)
{
    report_host(std::string("Program hit ") + cudaGetErrorName(error) + " (error " +
                    std::to_string(int(error)) + ") due to \"" + cudaGetErrorString(error) +
                    "\" on CUDA API call to " + function + ".",
                place.file, place.line, why);
    return note(error);
}

}  // namespace emu
