// transpose_lib: cuBLAS geam          ./transpose_lib
//
// What a user would pick instead: the cuBLAS function that adds two matrices, each transposed or not.
#include "common/device/cublas.h"
#include "transpose.h"

namespace {

Transpose::Output transpose_on_gpu(const Transpose::Input& in, Run& run)
{
    const Blas blas;
    const auto rows = static_cast<std::int64_t>(in.rows), columns = static_cast<std::int64_t>(in.columns);
    const float one = 1, zero = 0;

    const auto d_a = run.upload(in.a), d_b = run.array<float>(in.a.size());
    // cuBLAS expects column-major matrices: it sees B^T = 1 (A^T)^T + 0 B^T.
    run.kernel({}, [&] {
        require(cublasSgeam_64(blas.handle(), CUBLAS_OP_T, CUBLAS_OP_N, rows, columns, &one, d_a.data(),
                               columns, &zero, d_b.data(), rows, d_b.data(), rows),
                "cublasSgeam");
    });
    return run.download(d_b);
}

}  // namespace

LADDER_VERSION(Transpose, kLibrary, "cuBLAS geam", transpose_on_gpu);
