// What the rewriter's tests share.
#pragma once
#include "emulator/rewriter/rewrite.h"
#include "emulator/rewriter/source_text.h"

#include <gtest/gtest.h>

#include <string>

// The marks of functions, as the headers define them.
inline const std::string kDevice = "__attribute__(()) ", kHost = "__attribute__((, )) ",
                         kGlobal = kDevice + kDevice + "__attribute__((noipa)) ";

// A rewritten launch as it must come out.
inline std::string launch(const std::string& kernel, const std::string& name, const std::string& config,
                          const std::string& parameters = "auto&&... emu_args",
                          const std::string& passed = "::emu::argument(emu_args)...",
                          const std::string& left = "emu_args...")
{
    return " ::emu::launch([&](" + parameters +
           ") __attribute__((no_sanitize(\"thread\"), no_sanitize_coverage)) { " + kernel + "(" + passed +
           "), ::emu::leave_kernel(" + left + "); }, \"" + name + "\", " + config + ")";
}

// The same for an expression that computes the kernel.
inline std::string computed_launch(const std::string& kernel, const std::string& name,
                                   const std::string& config)
{
    std::string text = launch("emu_kernel", name, config);
    return text.replace(text.find("[&]"), 3, "[&, emu_kernel = (" + kernel + ")]");
}

// The text is none of the rewriter's business.
inline bool is_left_alone(const std::string& text)
{
    return rewriter::rewrite(text) == text;
}

// The message of the error that the text must cause; empty if there is none.
inline std::string error_of(const std::string& text)
{
    try {
        rewriter::rewrite(text);
    } catch (const rewriter::RewriteError& error) {
        return error.what();
    }
    return "";
}

// Fails the running test unless the error is at this line and contains the words.
inline void expect_error(const std::string& text, const std::string& line, const std::string& words)
{
    const std::string error = error_of(text);
    EXPECT_TRUE(error.starts_with("<stdin>:" + line + ": error: ") && error.find(words) != std::string::npos)
        << text << "\n"
        << error;
}

inline void expect_none(const std::string& text)
{
    EXPECT_EQ(error_of(text), "") << text;
}
