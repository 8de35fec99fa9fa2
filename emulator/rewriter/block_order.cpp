#include "block_order.h"

#include "control_flow.h"
#include "machine.h"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <set>
#include <vector>

namespace rewriter {
namespace {

// Numbers the blocks.
class Order {
public:
    explicit Order(const std::vector<CodeBlock>& blocks)
        : blocks_(blocks), part_(blocks.size(), 0), component_(blocks.size()), number_(blocks.size())
    {
        std::vector<int> all(blocks.size());
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = int(i);
        arrange(all);
    }
    const std::vector<int>& numbers() const { return number_; }

private:
    using Blocks = std::vector<int>;

    const CodeBlock& block(int i) const { return blocks_[std::size_t(i)]; }
    int& part(int i) { return part_[std::size_t(i)]; }
    int& component(int i) { return component_[std::size_t(i)]; }

    void give_number(int i) { number_[std::size_t(i)] = next_++; }

    // Numbers these blocks as if there were no others.
    void arrange(const Blocks& these)
    {
        const int mine = ++parts_;
        for (const int i : these)
            part(i) = mine;
        std::vector<Blocks> loops = components(these, mine);
        // Blocks without a predecessor come first, in the order of the text.
        std::vector<int> awaited(loops.size());
        for (const int i : these)
            for (const int next : block(i).after)
                awaited[std::size_t(component(next))] +=
                    part(next) == mine && component(next) != component(i);
        const auto later = [&](int a, int b) { return loops[std::size_t(a)][0] > loops[std::size_t(b)][0]; };
        std::priority_queue<int, Blocks, decltype(later)> free(later);
        for (std::size_t c = 0; c < loops.size(); ++c)
            if (awaited[c] == 0)
                free.push(int(c));
        Blocks sorted, members;
        while (!free.empty()) {
            const int c = free.top();
            free.pop();
            sorted.push_back(c);
            for (const int i : loops[std::size_t(c)])
                for (const int next : block(i).after)
                    if (part(next) == mine && component(next) != c &&
                        --awaited[std::size_t(component(next))] == 0)
                        free.push(component(next));
        }
        for (const int c : sorted)
            arrange_loop(std::move(loops[std::size_t(c)]));
    }

    // A strongly connected component: a loop, or one block.
    void arrange_loop(Blocks loop)
    {
        if (loop.size() > 1) {
            const int mine = ++parts_;
            for (const int i : loop)
                part(i) = mine;
            const auto is_entered = [&](int i) {
                return std::any_of(block(i).before.begin(), block(i).before.end(),
                                   [&](int from) { return part(from) != mine; });
            };
            const auto found = std::find_if(loop.begin(), loop.end(), is_entered);
            const auto head = found == loop.end() ? loop.begin() : found;
            std::rotate(head, head + 1, loop.end());
            const int last = loop.back();
            loop.pop_back();
            part(last) = 0;
            arrange(loop);
            give_number(last);
        } else {
            give_number(loop[0]);
        }
    }

    // Tarjan, Depth-first search and linear graph algorithms, 1972. Each component in the order of the text.
    std::vector<Blocks> components(const Blocks& these, int mine)
    {
        std::vector<Blocks> found;
        std::map<int, int> index, low;
        Blocks stack;
        const std::function<void(int)> visit = [&](int i) {
            index[i] = low[i] = int(index.size());
            stack.push_back(i);
            component(i) = -1;
            for (const int next : block(i).after) {
                if (part(next) != mine)
                    continue;
                if (!index.contains(next)) {
                    visit(next);
                    low[i] = std::min(low[i], low[next]);
                } else if (component(next) < 0) {
                    low[i] = std::min(low[i], index[next]);
                }
            }
            if (low[i] != index[i])
                return;
            const auto first = std::find(stack.begin(), stack.end(), i);
            Blocks one(first, stack.end());
            stack.erase(first, stack.end());
            for (const int member : one)
                component(member) = int(found.size());
            std::sort(one.begin(), one.end());
            found.push_back(std::move(one));
        };
        for (const int i : these)
            if (!index.contains(i))
                visit(i);
        return found;
    }

    const std::vector<CodeBlock>& blocks_;
    std::vector<int> part_;       // the call of arrange() that a block belongs to
    std::vector<int> component_;  // within it
    std::vector<int> number_;
    int parts_ = 0, next_ = 1;
};

std::string name_of(std::size_t block)
{
    return ".Lemu_block" + std::to_string(block);
}

// Functions of the library for which the emulator has its own (execution/memory_calls.cpp, execution/heap_calls.cpp). g++ and
// clang 14 call memcpy() and memset() for large structs, and g++ memmove() for its builtin function. In kernels, malloc(),
// free(), new and delete are of the device's heap.
bool has_own(std::string_view function)
{
    static const std::set<std::string_view> kOwn = {"memcpy",
                                                    "memmove",
                                                    "memset",
                                                    "malloc",
                                                    "free",
                                                    "_Znwm",
                                                    "_Znam",
                                                    "_ZdlPv",
                                                    "_ZdaPv",
                                                    "_ZdlPvm",
                                                    "_ZdaPvm",
                                                    "_ZnwmSt11align_val_t",
                                                    "_ZnamSt11align_val_t",
                                                    "_ZdlPvSt11align_val_t",
                                                    "_ZdaPvSt11align_val_t",
                                                    "_ZdlPvmSt11align_val_t",
                                                    "_ZdaPvmSt11align_val_t"};
    return kOwn.contains(function);
}

// clang's text begins with .text and .file, g++'s with .file or .arch.
bool is_by_clang(std::string_view assembly)
{
    return assembly.starts_with("\t.text\n\t.file\t");
}

// The prefix of the emulator's function. clang 14 calls memcpy() for accesses that it has not told of; newer ones call
// the name with __tsan_ themselves.
std::string_view prefix_of(std::string_view function, bool by_clang)
{
    return by_clang && function.starts_with("mem") ? "__tsan_" : "emu_";
}

}  // namespace

std::string add_block_order(std::string_view assembly)
{
    const Machine& machine = machine_of(assembly);
    const bool by_clang = is_by_clang(assembly);
    const ControlFlow flow = control_flow_of(assembly);
    const Order order(flow.blocks);

    std::string text;
    text.reserve(assembly.size() + 100 * flow.blocks.size());
    std::map<std::string_view, std::string> tables;  // by section group
    std::size_t next = 0;
    for (std::size_t line = 0; line < flow.lines.size(); ++line) {
        if (next < flow.blocks.size() && flow.blocks[next].line == line) {
            text += name_of(next) + ":\n";
            tables[flow.blocks[next].group] +=
                "\t.long\t" + name_of(next) + " - ., " + std::to_string(order.numbers()[next]) + "\n";
            ++next;
        }
        if (const std::string_view function = machine.called(flow.lines[line]); has_own(function))
            text += machine.call_of(std::string(prefix_of(function, by_clang)) + std::string(function));
        else
            text += flow.lines[line];
        text += '\n';
    }
    for (const auto& [group, table] : tables) {
        // A table is in its function's section group: if the linker drops the function for a copy in another
        // file, it drops the table too.
        text += group.empty()
                    ? "\t.section\temu_block_order,\"a\",@progbits\n"
                    : "\t.section\temu_block_order,\"aG\",@progbits," + std::string(group) + ",comdat\n";
        text += table;
    }
    return text;
}

}  // namespace rewriter
