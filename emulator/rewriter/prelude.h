// Precompiled headers: g++ reads them in place of the text that they were made of.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace rewriter {

// The text that a preprocessed source begins with: that of the headers which -include names. Empty if there is none.
std::string_view headers_of(std::string_view text, const std::string& source);

// The text with a pragma that names `prelude`.gch in place of its headers. Nothing if they are not those of the prelude, word
// for word.
std::optional<std::string> with_prelude(std::string_view text, const std::string& source,
                                        std::string_view headers_of_prelude, const std::string& prelude);

}  // namespace rewriter
