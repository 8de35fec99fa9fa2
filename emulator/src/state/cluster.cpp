#include "state/cluster.h"

#include "state/grid.h"

namespace emu {

Block* remote_owner(uintptr_t address)
{
    const Cluster* cluster = grid.block->cluster;
    for (int rank = 0; cluster && rank < cluster->size; ++rank) {
        Block* other = cluster->blocks[rank];
        if (other != grid.block && (other->dynamic_shared.contains(address, address + 1) ||
                                    other->remote_static.contains(address, address + 1)))
            return other;
    }
    return nullptr;
}

}  // namespace emu
