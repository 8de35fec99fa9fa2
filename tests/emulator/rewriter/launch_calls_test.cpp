#include "rewriting.h"

#include <gtest/gtest.h>

using rewriter::rewrite;

namespace {

std::string call(const std::string& kernel, const std::string& name)
{
    return "cudaLaunchKernel(::emu::named_kernel(" + kernel + ", \"" + name + "\"), 1, 1, args);";
}

}  // namespace

TEST(LaunchCalls, CastsAreTakenAway)
{
    for (const char* argument :
         {"k", "(void*)k", "(const void*)k", "(void const *)&k", "(void*)(k)", "reinterpret_cast<void*>(k)",
          "reinterpret_cast<const void*>(&k)", "((void*)k)"})
        EXPECT_EQ(rewrite("cudaLaunchKernel(" + std::string(argument) + ", 1, 1, args);"), call("k", "k"))
            << argument;
}

TEST(LaunchCalls, KernelsMayBeTemplates)
{
    EXPECT_EQ(rewrite("cudaLaunchKernel((void*)n::k<int, 2>, 1, 1, args);"),
              call("n::k<int, 2>", "n::k<int, 2>"));
}

TEST(LaunchCalls, CooperativeOnesToo)
{
    EXPECT_EQ(rewrite("cudaLaunchCooperativeKernel((void*)k, g, b, a);"),
              "cudaLaunchCooperativeKernel(::emu::named_kernel(k, \"k\"), g, b, a);");
}

TEST(LaunchCalls, WithAConfigurationToo)
{
    EXPECT_EQ(rewrite("cudaLaunchKernelExC(&config, (const void*)k, a);"),
              "cudaLaunchKernelExC(&config, ::emu::named_kernel(k, \"k\"), a);");
}

TEST(LaunchCalls, LinesAreKept)
{
    EXPECT_EQ(rewrite("cudaLaunchKernel(\n(void*)\nk, 1, 1, args);"),
              "cudaLaunchKernel(\n::emu::named_kernel(k, \"k\")\n, 1, 1, args);");
}

TEST(LaunchCalls, DeclarationsAreLeftAlone)
{
    EXPECT_TRUE(is_left_alone("int cudaLaunchKernel(const void* f, int);"));
    EXPECT_TRUE(is_left_alone("int cudaLaunchKernel(emu::NamedKernel<void (*)(T...)> f, int);"));
    EXPECT_TRUE(is_left_alone("auto f = &cudaLaunchKernel;"));
}
