// What streams record while they are captured, and graphs replay.
#pragma once

#include "api/stream_work.h"
#include "cuda_runtime_api.h"

#include <functional>
#include <memory>
#include <vector>

namespace emu {

using Work = std::function<cudaError_t()>;

// One capture: from cudaStreamBeginCapture() on a stream to cudaStreamEndCapture() on the same one. Other streams join
// in by waiting for an event of a captured stream.
struct Capture {
    struct Member {
        cudaStream_t stream;
        unsigned long calls = 0;   // captured so far
        unsigned long joined = 0;  // how many of them another stream has waited for
        Depth depth = 0;           // within the graph
    };
    std::vector<Member> members;  // the first is the stream of cudaStreamBeginCapture()
    std::vector<Work> work;       // in the order of the calls, which no order of the graph contradicts
    QueuedWork size{0, 0};
    bool invalid = false;  // a call that cannot be captured has been made
    bool open = true;

    Member& member(cudaStream_t stream);  // joins it if need be
};

// Whether the stream is being captured; if so, `work` is kept for the graph and must not be done now. Work for the
// default stream while any stream is captured makes that capture invalid: error() says so. operations: 0 if it is no
// copy, fill or kernel.
struct Captured {
    bool is = false;
    cudaError_t error = cudaSuccess;
};
Captured capture(cudaStream_t stream, Work work, int operations = 1);

// The null stream and its kin, which cannot be captured.
bool is_default(cudaStream_t stream);

// For a call that the capture must not hold. Gives the error.
cudaError_t invalidate(Capture& capture, cudaError_t error);

// For calls that wait: cudaErrorStreamCaptureUnsupported, and the capture is invalid, if the stream is being captured;
// with null, if any is.
cudaError_t refuse_while_capturing(cudaStream_t stream);

// For a stream that is destroyed.
void leave_capture(cudaStream_t stream);

}  // namespace emu

struct CUstream_st {
    std::shared_ptr<emu::Capture> capture = nullptr;
    emu::Queue queue = {};
};
