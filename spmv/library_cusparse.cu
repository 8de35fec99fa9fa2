// spmv_lib: cuSPARSE, best of CSR          ./spmv_lib --matrix uniform -n 4Mi
//
// cusparseSpMV with CSR, by the fastest of its algorithms for this matrix. Its preprocessing is not counted,
// as the other formats' conversion is not.
#include "common/device/cuda_check.h"
#include "spmv.h"

#include <cusparse.h>

#include <limits>

namespace {

void check(cusparseStatus_t status, const char* call)
{
    if (status != CUSPARSE_STATUS_SUCCESS)
        throw CudaError(std::string(call) + ": " + cusparseGetErrorString(status));
}

struct Algorithm {
    cusparseSpMVAlg_t number;
    const char* name;
};
constexpr Algorithm kAlgorithms[] = {{CUSPARSE_SPMV_CSR_ALG1, "CSR_ALG1"},
                                     {CUSPARSE_SPMV_CSR_ALG2, "CSR_ALG2"}};

std::vector<float> spmv(const Spmv::Input& in, Run& run)
{
    const Csr& a = in.a;
    if (a.rows == 0 || a.columns == 0 || a.entries() == 0)
        throw UsageError("cuSPARSE takes no empty matrix");
    const auto d_row_start = run.upload(a.row_start), d_column = run.upload(a.column);
    const auto d_value = run.upload(a.value), d_x = run.upload(in.x);
    const auto d_y = run.array<float>(a.rows);

    cusparseHandle_t handle;
    cusparseDnVecDescr_t x, y;
    check(cusparseCreate(&handle), "cusparseCreate");
    check(cusparseCreateDnVec(&x, a.columns, d_x.data(), CUDA_R_32F), "cusparseCreateDnVec");
    check(cusparseCreateDnVec(&y, a.rows, d_y.data(), CUDA_R_32F), "cusparseCreateDnVec");

    // A matrix and a buffer for each algorithm: the preprocessing leaves its results in both.
    constexpr int kCount = std::size(kAlgorithms);
    constexpr auto kAsIs = CUSPARSE_OPERATION_NON_TRANSPOSE;
    const float one = 1, zero = 0;
    cusparseSpMatDescr_t matrices[kCount] = {};
    void* buffers[kCount] = {};
    const auto multiply = [&](int i) {
        check(cusparseSpMV(handle, kAsIs, &one, matrices[i], x, &zero, y, CUDA_R_32F, kAlgorithms[i].number,
                           buffers[i]),
              "cusparseSpMV");
    };
    int best = 0;
    double best_seconds = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kCount; ++i) {
        const cusparseSpMVAlg_t algorithm = kAlgorithms[i].number;
        check(cusparseCreateCsr(&matrices[i], a.rows, a.columns, a.entries(), d_row_start.data(),
                                d_column.data(), d_value.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
              "cusparseCreateCsr");
        std::size_t bytes = 0;
        check(cusparseSpMV_bufferSize(handle, kAsIs, &one, matrices[i], x, &zero, y, CUDA_R_32F, algorithm,
                                      &bytes),
              "cusparseSpMV_bufferSize");
        CUDA_CHECK(cudaMalloc(&buffers[i], std::max<std::size_t>(bytes, 1)));
#if CUSPARSE_VERSION >= 12300  // CUDA 12.4; before that there is nothing to prepare
        check(cusparseSpMV_preprocess(handle, kAsIs, &one, matrices[i], x, &zero, y, CUDA_R_32F, algorithm,
                                      buffers[i]),
              "cusparseSpMV_preprocess");
#endif
        const double seconds = run.time_alone([&] { multiply(i); });
        if (seconds < best_seconds) {
            best = i;
            best_seconds = seconds;
        }
    }
    run.note(std::string("cuSPARSE's algorithm: ") + kAlgorithms[best].name);
    run.kernel({}, [&] { multiply(best); });

    const std::vector<float> result = run.download(d_y);
    for (int i = 0; i < kCount; ++i) {
        CUDA_CHECK(cudaFree(buffers[i]));
        cusparseDestroySpMat(matrices[i]);
    }
    cusparseDestroyDnVec(x);
    cusparseDestroyDnVec(y);
    cusparseDestroy(handle);
    return result;
}

}  // namespace

LADDER_VERSION(Spmv, kLibrary, "cuSPARSE, best of CSR", spmv);
