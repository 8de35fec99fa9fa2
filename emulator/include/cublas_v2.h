// cuBLAS, by its usual header.
#pragma once

#define CUBLAS_V2_H_

#include "cublas_api.h"
