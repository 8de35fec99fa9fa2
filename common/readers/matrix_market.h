// Sparse matrices from Matrix Market files (R. F. Boisvert, R. Pozo and K. A. Remington, The Matrix Market Exchange
// Formats: Initial Design, NISTIR 5935, 1996).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ladders {

// What a sparse matrix's file lists, in the file's order; a place that is listed twice has both entries.
struct CoordinateMatrix {
    struct Entry {
        std::int32_t row, column;  // from 0
        float value;
    };

    std::int32_t rows = 0, columns = 0;
    std::vector<Entry> entries;
    bool is_pattern = false;     // the file gives no values: each is 1
    bool was_symmetric = false;  // the file gave one half: entries has both
};

// Reads `matrix coordinate real|integer|pattern general|symmetric|skew-symmetric`. Of symmetric matrices the file holds
// the lower triangle; each entry off the diagonal is put in twice, mirrored (and negated if skew). Blank lines and
// comments may stand anywhere. Throws InputError with the line of the fault: an index out of range, fewer or more
// entries than declared, a value that is no finite float, another kind of matrix (by its name).
CoordinateMatrix read_matrix_market(const std::string& path);

// The same from the file's text. name: for errors.
CoordinateMatrix parse_matrix_market(const std::string& name, std::string_view text);

}  // namespace ladders
