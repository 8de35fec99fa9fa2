#include "common/report/terminal.h"

#include "common/support/processes.h"

#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

namespace ladders {
namespace {

bool has_colours()
{
    static const bool has = [] {
        const char *no_colour = std::getenv("NO_COLOR"), *terminal = std::getenv("TERM");
        // mpirun gives its processes a pseudo-terminal, also where its own output is a file.
        return isatty(STDOUT_FILENO) && processes() == 0 && !(no_colour && *no_colour) &&
               !(terminal && std::string(terminal) == "dumb");
    }();
    return has;
}

}  // namespace

std::size_t terminal_columns()
{
    winsize size{};
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col;
}

std::string coloured(const std::string& text, Colour colour)
{
    if (!has_colours())
        return text;
    const char* code = colour == Colour::right   ? "\x1b[32m"
                       : colour == Colour::wrong ? "\x1b[1;31m"
                                                 : "\x1b[33m";
    return code + text + "\x1b[0m";
}

}  // namespace ladders
