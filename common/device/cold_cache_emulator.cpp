// The emulator has no caches, and nothing is timed on it.
#include "common/device/cold_cache.h"

namespace ladders {

ColdCache::ColdCache() = default;
ColdCache::~ColdCache() = default;
void ColdCache::flush() {}
void occupy_stream() {}

}  // namespace ladders
