// What the program is doing: shown on the terminal while the user waits, and named if the program crashes.
#pragma once

#include <string>

namespace ladders {

// Called once, before anything else, with the program's name. From then on
// - a crash (a segmentation fault, abort(), ...) and SIGTERM print one line that says what the program was doing, and which process of several it was;
// - if stderr is a terminal, a run of over 2 s shows there what it does, in a line that is gone at its end;
// - if it is none, a self-test that spends 10 s on one input says so once.
void watch_progress(const std::string& program);

// The program now works on `what`: "v3", "v3, self-test 31 of 84: -n 33 --seed 33".
void now_at(const std::string& what);
// The same for one input of --selftest.
void now_at_selftest(const std::string& what);
// The part of it, as it stands after "in": "CPU", "checked launches", "timed launch 12".
void now_at_part(const std::string& part);

// Ends the program at once, from any thread, with exit code 4: one line says why, and what the program was doing.
[[noreturn]] void give_up(const std::string& why);

// Whether the line may be drawn at all (it may until told otherwise): not while something else draws on the terminal.
void may_show_progress(bool may);
// Removes the line from the terminal: to be called before anything else is printed.
void hide_progress();

}  // namespace ladders
