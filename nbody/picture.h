// A picture of bodies.
#pragma once

#include "bodies.h"
#include "common/readers/image.h"

// The projection along z, x to the right and y upwards: the brighter a pixel, the more mass lies behind it.
// The middle and the scale are chosen so that nearly all bodies are in it.
ladders::Image projection(const Bodies& bodies, int side);
