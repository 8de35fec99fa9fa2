// Textures and surfaces are refused where a program uses them: the emulator has none.
#pragma once

#define __CHANNEL_DESCRIPTOR_H__

#include "cuda_runtime.h"
