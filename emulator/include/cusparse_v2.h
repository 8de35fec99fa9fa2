// cuSPARSE, by its older header.
#pragma once

#include "cusparse.h"
