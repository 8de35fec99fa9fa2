// cuBLAS as it was before version 4: the names are those of today, and a few more.
#pragma once

#define CUBLAS_H_

#include "cublas_api.h"

typedef cublasStatus_t cublasStatus;

#define EMU_STATUS cublasStatus_t
EMU_LIBRARY_CALL(cublasInit)
EMU_LIBRARY_CALL(cublasShutdown)
EMU_LIBRARY_CALL(cublasGetError)
EMU_LIBRARY_CALL(cublasAlloc)
EMU_LIBRARY_CALL(cublasFree)
EMU_LIBRARY_CALL(cublasSetKernelStream)
#undef EMU_STATUS
