// Objects of the emulator that exist before the program's own global objects, whose constructors may already call
// CUDA, and after them, as their destructors may.
#pragma once

namespace emu {

// Of the namespace's scope, with [[gnu::init_priority(101)]]. A reference to `value` needs no initialisation at run
// time.
template <class T>
union NeverDestroyed {
    T value;

    NeverDestroyed() : value() {}
    ~NeverDestroyed() {}
};

}  // namespace emu
