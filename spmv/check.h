// Whether y is A x, up to rounding.
#pragma once

#include "common/support/check.h"
#include "csr.h"

#include <string>
#include <vector>

// What the check knows of one row.
struct ExactRow {
    double sum;  // of its products
    float absolute,
        norm;  // the sum of the products' absolute values, and the root of the sum of their squares
};

// One for each row of a, whose rows must be such that require_sums_in_float() accepts them. x must be in [-1,
// 1].
std::vector<ExactRow> exact_rows(const Csr& a, const std::vector<float>& x);

// With |x| <= 1 no sum of a row's products can overflow, in whatever order it is formed, if the absolute
// values of the row's entries add up to a float. Throws InputError, with the matrix's name and the row, if
// they do not.
void require_sums_in_float(const Csr& a, const std::string& name);

// chain: of the additions that one product of a row goes through. The signs of x must be random.
ladders::Verdict check_rows(const std::vector<float>& got, const Csr& a, const std::vector<ExactRow>& exact,
                            const ladders::Chain& chain);
