// The emulator's instruments: counters, reports, options. For programs that know that they run on it.
#pragma once

#include "cuda_emulator/copies.h"
#include "cuda_emulator/explanation.h"
#include "cuda_emulator/launch_counters.h"
#include "cuda_emulator/options.h"
#include "cuda_emulator/poison.h"
#include "cuda_emulator/reports.h"
#include "cuda_emulator/source_table.h"
#include "cuda_emulator/stream_work.h"
#include "cuda_emulator/trace.h"
