// What a launch's kernel calls the arrays that it works on.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace emu {

class ArgumentNames {
public:
    // Reads the names and the arguments of the current launch, whose kernel has begun (grid.kernel_words).
    void read();
    // The parameter whose argument points into the allocation or variable in [low, high); several are joined by a slash.
    // Empty: there is none.
    std::string pointing_into(uintptr_t low, uintptr_t high) const;
    // The line where the kernel declares the shared array; 0: it does not.
    int line_of_shared(const std::string& name) const;
    // Its dynamic shared memory; empty: it does not name it.
    std::string dynamic_shared() const { return dynamic_; }

private:
    void read_arguments(const std::string& parameters);
    void read_arrays(const std::string& arrays);

    std::map<uintptr_t, std::string> pointers_;  // the names by the values
    std::map<std::string, int> lines_;
    std::string dynamic_;
};

}  // namespace emu
