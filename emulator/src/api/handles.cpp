#include "api/handles.h"

#include "checks/reports.h"
#include "debug_info/host_line.h"
#include "debug_info/never_destroyed.h"

#include <deque>
#include <string>
#include <unordered_map>

namespace emu {
namespace {

struct State {
    Handle kind;
    bool is_live = true;
    HostCalls end = {};  // where it was destroyed
};

struct Destroyed {
    void* handle;
    void (*release)(void*);
};
constexpr std::size_t kMostDestroyed = 1024;  // that are remembered

struct Handles {
    std::unordered_map<const void*, State> known;
    std::deque<Destroyed> destroyed;
};
[[gnu::init_priority(101)]] NeverDestroyed<Handles> all_handles;
auto& handles = all_handles.value.known;
auto& destroyed = all_handles.value.destroyed;

struct Words {
    const char *name, *with_article, *create;
};

Words words_of(Handle kind)
{
    switch (kind) {
        case Handle::stream:
            return {"stream", "a stream", "cudaStreamCreate()"};
        case Handle::event:
            return {"event", "an event", "cudaEventCreate()"};
        case Handle::graph:
            return {"graph", "a graph", "cudaStreamEndCapture()"};
        default:
            return {"executable graph", "an executable graph", "cudaGraphInstantiate()"};
    }
}

}  // namespace

void note_created(Handle kind, const void* handle)
{
    handles[handle] = {kind};
}

void note_destroyed(Handle kind, void* handle, void (*release)(void*))
{
    handles[handle] = {kind, false, host_calls()};
    destroyed.push_back({handle, release});
    if (destroyed.size() <= kMostDestroyed)
        return;
    const Destroyed oldest = destroyed.front();
    destroyed.pop_front();
    handles.erase(oldest.handle);
    oldest.release(oldest.handle);
}

bool is_usable(Handle kind, const void* handle)
{
    const auto found = handles.find(handle);
    const bool is_known = found != handles.end() && found->second.kind == kind;
    if (is_known && found->second.is_live)
        return true;
    const Words words = words_of(kind);
    const SourceLine place = host_line();
    if (is_known) {
        const SourceLine end = found->second.end.line();
        report_host(std::string("Use of ") + words.with_article + " after its end", place.file, place.line,
                    std::string("The ") + words.name + " was destroyed at " + file_and_line(end) +
                        ".\nDestroy it after its last use.");
    } else {
        report_host(std::string("Use of ") + words.with_article + " that does not exist", place.file,
                    place.line,
                    std::string("No ") + words.name + " has this handle. " + words.create + " makes one.");
    }
    return false;
}

}  // namespace emu
