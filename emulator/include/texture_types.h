// Textures and surfaces are refused where a program uses them: the emulator has none.
#pragma once

#include "cuda_runtime.h"
