#include "cuda_emulator/texture_functions.h"

#include "cuda_emulator/frame.h"
#include "execution/served_calls.h"
#include "state/grid.h"
#include "textures/element_checks.h"
#include "textures/sampler.h"

namespace emu {
namespace {

struct TextureCall : ServedCall {
    cudaTextureObject_t texture;
    FetchCall fetch;
    Channels result;
};

TextureCall& texture_call_of(uintptr_t address)
{
    return static_cast<TextureCall&>(*reinterpret_cast<ServedCall*>(address));
}

// What the lanes of a request read.
struct Lanes {
    TextureCall* call[kLanes];
    const Object* texture[kLanes];
    Sample sample[kLanes];
};

// The lane's texture if it can be read, or nullptr after a report.
const Object* usable_texture(const TextureCall& call, const Warp& warp, int lane)
{
    const uintptr_t pc = pc_of(warp.position[lane]);
    std::string why;
    const Object* texture = find_object(ObjectKind::texture, call.texture, why);
    if (!texture) {
        report_call(pc, warp, lane, "Use of a texture object that does not exist", why);
        return nullptr;
    }
    if (!has_memory(*texture, why)) {
        report_call(pc, warp, lane, "Use of a texture whose memory is gone", why);
        return nullptr;
    }
    const std::string misfit = mismatch(*texture, call.fetch);
    if (!misfit.empty())
        report_call(pc, warp, lane, "Invalid texture read", misfit);
    return misfit.empty() ? texture : nullptr;
}

// The elements are checked in turn: the first ones of all lanes, then the second ones, and so on.
void check_samples(Warp& warp, uint32_t lanes, const Lanes& of, Site& site)
{
    for (int k = 0; k < Sample::kMost; ++k) {
        uint32_t inside = 0;
        for (uint32_t rest = lanes; rest; rest &= rest - 1) {
            const int lane = __builtin_ctz(rest);
            const Sample& sample = of.sample[lane];
            if (k >= sample.count || sample.address[k] == 0 || sample.weight[k] == 0)
                continue;
            warp.address[lane] = sample.address[k];
            inside |= 1u << lane;
        }
        check_elements(warp, inside, site);
    }
}

uint32_t serve_texture(Warp& warp, uint32_t lanes)
{
    static Lanes& of = *new Lanes;
    uint32_t good = 0;
    for (; lanes; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        of.call[lane] = &texture_call_of(warp.address[lane]);
        of.texture[lane] = usable_texture(*of.call[lane], warp, lane);
        if (!of.texture[lane])
            continue;
        of.sample[lane] = sample_of(*of.texture[lane], of.call[lane]->fetch);
        good |= 1u << lane;
    }
    if (!good)
        return 0;
    const int first = __builtin_ctz(good);
    Site& site = count_request(warp, pc_of(warp.position[first]), Space::texture, Operation::load,
                               of.texture[first]->resource.format.bytes(), good);
    check_samples(warp, good, of, site);
    for (uint32_t rest = good; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        of.call[lane]->result = value_of(*of.texture[lane], of.call[lane]->fetch, of.sample[lane]);
    }
    return good;
}

}  // namespace

TexelWords fetch_texture(cudaTextureObject_t texture, Fetch fetch, TexelType type, float x, float y, float z,
                         int element, int layer, int channel)
{
    TextureCall call{{serve_texture}, texture, {fetch, type, x, y, z, element, layer, channel}, {}};
    if (on_fiber(EMU_FRAME))
        stop_for(call, __builtin_return_address(0), EMU_FRAME);
    return TexelWords{call.result.u[0], call.result.u[1], call.result.u[2], call.result.u[3]};
}

}  // namespace emu
