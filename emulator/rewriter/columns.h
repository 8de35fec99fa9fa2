// Columns of the student's file.
#pragma once
#include "source_text.h"

#include <string>

namespace rewriter {

// A place in a file, as the file is written: before macros and before the rewriting.
struct FilePlace {
    int column = 0;    // from 1, in bytes; 0 if it is not known
    int length = 1;    // of the token there
    std::string line;  // the file's
};

// Where the token i stands in its file. A token that a macro expands to stands where the macro does.
FilePlace place_in_file(const SourceText& source, int i);

// A line of a source with a mark under the place, as compilers print them.
std::string line_with_mark(const FilePlace& place, int line);

}  // namespace rewriter
