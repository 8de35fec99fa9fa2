#include "common/harness/version_info.h"

namespace ladders {

std::string VersionInfo::suffix() const
{
    return is_library() ? "lib" : "v" + std::to_string(number);
}

}  // namespace ladders
