// Patterns as rows of . and O, and what they are refused with.
#pragma once

#include "common/support/errors.h"
#include "game_of_life/pattern.h"

#include <gtest/gtest.h>

#include <string>

// The pattern in a board of its own size, as rows of . and O.
inline std::string rows_of(const LifePattern& pattern)
{
    if (pattern.width == 0 || pattern.height == 0)
        return "";
    const Board board = board_with_pattern("test", pattern, static_cast<std::size_t>(pattern.width),
                                           static_cast<std::size_t>(pattern.height));
    std::string text;
    for (std::size_t y = 0; y < board.height; ++y) {
        for (std::size_t x = 0; x < board.width; ++x)
            text += board.cells[y * board.width + x] ? 'O' : '.';
        text += '\n';
    }
    return text;
}

inline std::string rows(const std::string& text)
{
    return rows_of(parse_life_pattern("test", text));
}

// What the text is refused with, without the name; empty if it is read.
inline std::string refusal(const std::string& text)
{
    try {
        parse_life_pattern("test", text);
    } catch (const ladders::InputError& error) {
        const std::string message = error.what();
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
        EXPECT_EQ(message.find("test: "), 0u) << message;
        return message.substr(6);
    }
    return "";
}

inline constexpr char kGlider[] = ".O.\n..O\nOOO\n";
