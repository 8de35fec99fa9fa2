// cuBLAS, by its usual header.
#pragma once

#include "cublas_api.h"
