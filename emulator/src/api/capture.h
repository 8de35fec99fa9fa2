// Stream capture: what streams record while they are captured, and what graphs replay.
#pragma once

#include "api/graph.h"
#include "api/stream_work.h"
#include "cuda_runtime_api.h"

#include <functional>
#include <memory>
#include <vector>

namespace emu {

// One capture: from cudaStreamBeginCapture() to cudaStreamEndCapture() on the same stream. Another stream
// joins when it waits for an event of a captured stream.
struct Capture {
    struct Member {
        cudaStream_t stream;
        unsigned long calls = 0;   // captured so far
        unsigned long joined = 0;  // how many of them another stream has waited for
        // What the stream's next node depends on.
        std::vector<CUgraphNode_st*> last = {};
    };
    std::vector<Member> members;  // the first is the stream of cudaStreamBeginCapture()
    std::shared_ptr<CUgraph_st> graph;
    bool given = false;    // the program's own graph
    bool invalid = false;  // a call that cannot be captured has been made
    bool open = true;

    Member& member(cudaStream_t stream);  // adds the stream if it is not a member yet
};

// Whether the stream is being captured. If it is, `work` is kept for the graph, and the caller must not do it
// now. Work for the default stream invalidates a capture that is open on any stream; `error` then says so.
struct Captured {
    bool is = false;
    cudaError_t error = cudaSuccess;
};
// What the call becomes in the graph.
struct CapturedCall {
    cudaGraphNodeType type;
    std::string name;  // "the kernel f"
    bool is_node = true;
};
Captured capture(cudaStream_t stream, Work work, const CapturedCall& call);

// The default stream, by any of its names. It cannot be captured.
bool is_default(cudaStream_t stream);

// Whether the stream exists: the default stream always does. If not, reports it.
bool is_usable(cudaStream_t stream);

// For a call that CUDA does not allow during a capture: invalidates the capture and returns the error.
cudaError_t invalidate(Capture& capture, cudaError_t error);

// For calls that wait for the stream: if it is being captured, invalidates the capture and returns
// cudaErrorStreamCaptureUnsupported. stream == nullptr: if any stream is.
cudaError_t refuse_while_capturing(cudaStream_t stream);

// Call this before destroying a stream.
void leave_capture(cudaStream_t stream);

}  // namespace emu

struct CUstream_st {
    std::shared_ptr<emu::Capture> capture = nullptr;
    emu::Queue queue = {};
};
