// dump_matrix_market <file>: "rows columns", then "row column value" for each entry, counted from 0.
#include "common/readers/matrix_market.h"
#include "common/support/errors.h"

#include <cstdio>

int main(int argc, char** argv)
{
    return ladders::exit_code_of_program("dump_matrix_market", [&] {
        if (argc != 2)
            throw ladders::UsageError("usage: dump_matrix_market <file>");
        const ladders::CoordinateMatrix matrix = ladders::read_matrix_market(argv[1]);
        std::printf("%d %d\n", matrix.rows, matrix.columns);
        for (const auto& entry : matrix.entries)
            std::printf("%d %d %.9g\n", entry.row, entry.column, entry.value);
        return 0;
    });
}
