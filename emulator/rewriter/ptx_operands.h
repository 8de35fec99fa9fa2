// Operands of PTX as expressions of C++. emu_operand0 and on are the operands of the asm(), emu_t is the register t that the
// text declares.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rewriter {

// The type of C++ for a PTX type, "u32"; "" if there is none.
std::string_view ptx_type(std::string_view suffix);
int ptx_bytes(std::string_view suffix);

class PtxOperands {
public:
    explicit PtxOperands(std::size_t count) : count_(count) {}

    // Declares the registers of a .reg statement: a, b<4>. Nothing if a name is not one.
    std::optional<std::string> declare(const std::string& type, const std::vector<std::string>& names);

    // A register, number or special register; nothing if it is none.
    std::optional<std::string> name(std::string word) const;
    // Its value as this type of C++.
    std::optional<std::string> value(const std::string& word, std::string_view type) const;
    // [a + 4] as a number of 64 bits.
    std::optional<std::string> address(const std::string& word) const;
    // p or !p
    std::optional<std::string> predicate(const std::string& word) const;
    // to = value; nothing is done for _.
    std::optional<std::string> assignment(const std::string& to, const std::string& value) const;
    // {a, b} or a alone
    static std::vector<std::string> list(const std::string& word);

private:
    std::size_t count_;
    std::set<std::string> declared_;
};

}  // namespace rewriter
