// A program with a kernel of its own and, behind an option, NVIDIA's libraries to compare with: without the option it runs.
#include "check.h"

#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusparse.h>

#include <cstdio>
#include <cstring>
#include <cudnn.h>
#include <cufft.h>
#include <curand.h>
#include <cusolverDn.h>
#include <nccl.h>
#include <vector>

#define CUBLAS_CHECK(call)                                                                      \
    do {                                                                                        \
        const cublasStatus_t status_ = (call);                                                  \
        if (status_ != CUBLAS_STATUS_SUCCESS) {                                                 \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cublasGetStatusString(status_)); \
            exit(1);                                                                            \
        }                                                                                       \
    } while (0)

__global__ void matmul(const float* a, const float* b, float* c, int n)
{
    const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

static void matmul_cublas(const float* a, const float* b, float* c, int n)
{
    cublasHandle_t handle;
    const float alpha = 1.0f, beta = 0.0f;
    CUBLAS_CHECK(cublasCreate(&handle));
    CUBLAS_CHECK(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH));
    CUBLAS_CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, b, n, a, n, &beta, c, n));
    CUBLAS_CHECK(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &alpha, b, CUDA_R_32F, n, a,
                              CUDA_R_32F, n, &beta, c, CUDA_R_32F, n, CUBLAS_COMPUTE_32F,
                              CUBLAS_GEMM_DEFAULT_TENSOR_OP));
    float norm = 0;
    CUBLAS_CHECK(cublasSnrm2(handle, n * n, c, 1, &norm));
    CUBLAS_CHECK(cublasDestroy(handle));
}

static void matmul_cublaslt(const float* a, const float* b, float* c, int n)
{
    cublasLtHandle_t handle;
    cublasLtMatmulDesc_t operation;
    cublasLtMatrixLayout_t layout;
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t heuristic;
    cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_GELU_AUX_BIAS;
    cublasOperation_t no_transpose = CUBLAS_OP_N;
    int found = 0;
    size_t workspace = 0;
    const float alpha = 1.0f, beta = 0.0f;
    CUBLAS_CHECK(cublasLtCreate(&handle));
    CUBLAS_CHECK(cublasLtMatmulDescCreate(&operation, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    CUBLAS_CHECK(cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_TRANSA, &no_transpose,
                                                sizeof no_transpose));
    CUBLAS_CHECK(
        cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue));
    CUBLAS_CHECK(cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, n, n, n));
    CUBLAS_CHECK(cublasLtMatmulPreferenceCreate(&preference));
    CUBLAS_CHECK(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                                      &workspace, sizeof workspace));
    CUBLAS_CHECK(cublasLtMatmulAlgoGetHeuristic(handle, operation, layout, layout, layout, layout, preference,
                                                1, &heuristic, &found));
    CUBLAS_CHECK(cublasLtMatmul(handle, operation, &alpha, a, layout, b, layout, &beta, c, layout, c, layout,
                                &heuristic.algo, nullptr, heuristic.workspaceSize, 0));
    CUBLAS_CHECK(cublasLtMatmulDescDestroy(operation));
}

static void other_libraries(float* x, int n)
{
    cufftHandle plan;
    if (cufftPlan1d(&plan, n, CUFFT_C2C, 1) != CUFFT_SUCCESS)
        return;
    cufftExecC2C(plan, (cufftComplex*)x, (cufftComplex*)x, CUFFT_FORWARD);
    cufftDestroy(plan);

    curandGenerator_t generator;
    if (curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT) != CURAND_STATUS_SUCCESS)
        return;
    curandSetPseudoRandomGeneratorSeed(generator, 1234ULL);
    curandGenerateUniform(generator, x, n);
    curandGenerateNormal(generator, x, n, 0.0f, 1.0f);

    cusparseHandle_t sparse;
    cusparseSpMatDescr_t matrix;
    cusparseDnVecDescr_t vector;
    cusparseCreate(&sparse);
    cusparseCreateCsr(&matrix, n, n, n, nullptr, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                      CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseCreateDnVec(&vector, n, x, CUDA_R_32F);
    const float one = 1;
    size_t bytes = 0;
    if (cusparseSpMV_bufferSize(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, vector, &one, vector,
                                CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes) != CUSPARSE_STATUS_SUCCESS)
        printf("%s\n", cusparseGetErrorString(CUSPARSE_STATUS_NOT_SUPPORTED));

    cusolverDnHandle_t solver;
    int work = 0;
    cusolverDnCreate(&solver);
    if (cusolverDnSpotrf_bufferSize(solver, CUBLAS_FILL_MODE_LOWER, n, x, n, &work) !=
        CUSOLVER_STATUS_SUCCESS)
        return;

    cudnnHandle_t dnn;
    cudnnTensorDescriptor_t tensor;
    cudnnConvolutionDescriptor_t convolution;
    cudnnConvolutionFwdAlgo_t algorithm = CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM;
    if (cudnnCreate(&dnn) != CUDNN_STATUS_SUCCESS)
        printf("%s %d\n", cudnnGetErrorString(CUDNN_STATUS_NOT_SUPPORTED), int(algorithm));
    cudnnCreateTensorDescriptor(&tensor);
    cudnnSetTensor4dDescriptor(tensor, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, n, n);
    cudnnCreateConvolutionDescriptor(&convolution);
    cudnnSetConvolution2dDescriptor(convolution, 1, 1, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT);

    ncclComm_t communicator;
    ncclUniqueId id;
    ncclGetUniqueId(&id);
    if (ncclCommInitRank(&communicator, 1, id, 0) == ncclSuccess)
        ncclAllReduce(x, x, n, ncclFloat, ncclSum, communicator, 0);
}

int main(int argc, char** argv)
{
    const int n = 48;
    std::vector<float> a(n * n), b(n * n), c(n * n);
    for (int i = 0; i < n * n; ++i)
        a[i] = float(i % 7), b[i] = float(i % 5);
    float *d_a, *d_b, *d_c;
    CUDA_CHECK(cudaMalloc(&d_a, n * n * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_b, n * n * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_c, n * n * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(d_a, a.data(), n * n * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_b, b.data(), n * n * sizeof(float), cudaMemcpyHostToDevice));
    const char* how = argc > 1 ? argv[1] : "kernel";
    if (strcmp(how, "cublas") == 0)
        matmul_cublas(d_a, d_b, d_c, n);
    else if (strcmp(how, "cublaslt") == 0)
        matmul_cublaslt(d_a, d_b, d_c, n);
    else if (strcmp(how, "others") == 0)
        other_libraries(d_a, n);
    else
        matmul<<<dim3(3, 3), dim3(16, 16)>>>(d_a, d_b, d_c, n);
    CUDA_CHECK(cudaMemcpy(c.data(), d_c, n * n * sizeof(float), cudaMemcpyDeviceToHost));
    for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column) {
            float sum = 0;
            for (int k = 0; k < n; ++k)
                sum += a[row * n + k] * b[k * n + column];
            expect(c[row * n + column] == sum, "the product");
        }
    CUDA_CHECK(cudaFree(d_a));
    CUDA_CHECK(cudaFree(d_b));
    CUDA_CHECK(cudaFree(d_c));
    printf("Test PASSED\n");
}
