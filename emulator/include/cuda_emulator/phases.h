// The state of a cuda::barrier in one word, and threads that wait for a phase to end.
#pragma once

#include "cuda_emulator/async_copies.h"
#include "cuda_emulator/cuda_atomic.h"

namespace emu {

// From the lowest bit on: arrivals that the phase still waits for, arrivals that a phase expects, number of the phase.
using PhaseWord = unsigned long long;
constexpr int kCountBits = 20;
constexpr PhaseWord kCount = (PhaseWord(1) << kCountBits) - 1;
constexpr PhaseWord kOnePhase = PhaseWord(1) << 2 * kCountBits;
constexpr PhaseWord kAllPhases = ~(kOnePhase - 1);

constexpr PhaseWord first_phase(PhaseWord expected)
{
    return expected << kCountBits | expected;
}
constexpr PhaseWord next_phase(PhaseWord word)
{
    return (word & kAllPhases) + kOnePhase + first_phase(word >> kCountBits & kCount);
}

// The calling thread has made the barrier.
void note_made(const PhaseWord* state);
// End the thread if init() has not been called, or nothing orders it before this thread; or if the phase does not wait for so many arrivals.
void check_is_made(const PhaseWord* state, const char* file, int line);
void check_arrival(const PhaseWord* state, unsigned arrivals, const char* file, int line);

// Waits while the bits of the word have this value. object: what kind of object it is, for the report of a deadlock.
void wait_while(const PhaseWord* state, PhaseWord bits, PhaseWord value, const char* object, const char* file,
                int line);
// Likewise, but only for a while. Returns whether they have changed.
bool try_wait_while(const PhaseWord* state, PhaseWord bits, PhaseWord value, const char* object,
                    const char* file, int line);

// One arrival, or more, as one atomic request. drop: later phases expect as many fewer. ends: the last arrival ends the
// phase; else finish_phase() does, later. Returns the earlier state.
EMU_ATOMIC PhaseWord update_arrive(PhaseWord* state, unsigned arrivals, bool drop, bool ends,
                                   const char* file, int line)
{
    check_is_made(state, file, line);
    EMU_ONE_REQUEST(state, update);
    check_arrival(state, arrivals, file, line);
    const PhaseWord old = *state;
    PhaseWord changed = old - arrivals - (drop ? PhaseWord(arrivals) << kCountBits : 0);
    if (ends && (changed & kCount) == 0) {
        changed = next_phase(changed);
        end_copies_of(state);
    }
    *state = changed;
    return old;
}

EMU_ATOMIC void finish_phase(PhaseWord* state)
{
    EMU_ONE_REQUEST(state, update);
    *state = next_phase(*state);
    end_copies_of(state);
}

}  // namespace emu
