#include "checks/local_atomics.h"

#include "checks/report_words.h"
#include "checks/reports.h"
#include "debug_info/program.h"
#include "state/grid.h"

#include <cctype>
#include <string>

namespace emu {
namespace {

// The call of an atomic function on a line, as the source spells it. Empty: there is none, or more than one.
struct Call {
    std::string function, address;
};

bool is_part_of_name(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

// Of text that begins behind a "(": the first argument.
std::string first_argument(const std::string& text)
{
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (depth == 0 && (c == ',' || c == ')'))
            return text.substr(0, i);
        depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    }
    return "";
}

Call call_on(const std::string& line)
{
    Call call;
    bool several = false;
    for (std::size_t at = line.find("atomic"); at != std::string::npos; at = line.find("atomic", at + 1)) {
        std::size_t end = at;
        while (end < line.size() && is_part_of_name(line[end]))
            ++end;
        if ((at > 0 && is_part_of_name(line[at - 1])) || end == line.size() || line[end] != '(')
            continue;
        const std::string function = line.substr(at, end - at),
                          address = first_argument(line.substr(end + 1));
        several |= !call.function.empty();
        if (several && call.function != function)
            return {};
        call = {function, address};
    }
    if (several)
        call.address.clear();
    return call;
}

}  // namespace

void report_local_atomic(const Failure&, int warp_index, int lane)
{
    const uintptr_t pc = pc_of(grid.block->warps[warp_index].position[lane]);
    if (is_known(Error::local_atomic, pc))
        return;
    const SourceLine place = program.line_at(pc);
    const Call call = call_on(text_of_line(place));
    const std::string function = call.function.empty() ? "an atomic function" : call.function + "()";
    const std::string what = "Invalid atomic access: " + function + " on local memory";
    if (!is_first(what, place))
        return;
    const std::string address = call.address.empty() ? "Its address" : call.address;
    publish(what, place.file, place.line,
            framed(what, "at " + function_and_line(pc) + "\nby " +
                             thread_and_block(warp_index * kLanes + lane) + "\n" + address +
                             " is in local memory: each thread has its own, which no other thread sees.\n"
                             "Atomic functions work on global and shared memory only. Is __shared__ missing "
                             "in the declaration?"));
}

}  // namespace emu
