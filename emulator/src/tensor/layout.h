// Which element of a matrix a lane holds in which place: "Matrix Fragments for mma" in the PTX ISA. The fragments of
// nvcuda::wmma, for which CUDA leaves it open, are made of these as nvcc makes them for Hopper.
#pragma once

#include "cuda_emulator/tensor.h"

namespace emu {

constexpr int kRowBytes = 16, kRows = 8;  // of the matrices that ldmatrix loads

struct Element {
    int row, column;
};

// Element i that `lane` holds of an operand of the instruction.
Element element_of(const MmaType& type, TensorUse use, int lane, int i);
int elements_of(const MmaType& type, TensorUse use);  // per lane

// Element i of a fragment; some fragments hold all of their elements several times.
Element element_of(const FragmentType& type, int lane, int i);
int rows_of(const FragmentType& type);
int columns_of(const FragmentType& type);

}  // namespace emu
