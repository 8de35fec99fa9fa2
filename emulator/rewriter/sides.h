// What belongs to the host, used by device code, and the reverse.
#pragma once
#include "source_text.h"

namespace rewriter {

// Refuses, with one line each, as nvcc does:
// - a kernel that returns a value, is a member of a class or is also __device__, and a main() that is;
// - a __shared__ variable of a host function; one name for dynamic shared memory of two types;
// - a call in host code of a __device__ function, of __syncthreads() and other functions that only device code has;
// - in device code: a variable of the host, a call of a member or constructor without __device__, a store to a
//   __constant__ variable, an exception;
// - in device code, an array whose size is a variable;
// - a lambda without __device__ as the argument of a kernel.
// What a name means is not always known from the text: it is refused only where nothing else has the name.
void refuse_wrong_side(const SourceText& source);

}  // namespace rewriter
