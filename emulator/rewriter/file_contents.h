// Reading whole files.
#pragma once
#include <istream>
#include <string>

namespace rewriter {

std::string file_contents(std::istream& file);
std::string file_contents(const std::string& path);  // "" if it cannot be read

}  // namespace rewriter
