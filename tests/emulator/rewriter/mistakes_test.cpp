// Mistakes that nvcc refuses are refused, with the line and the cause.
#include "rewriting.h"

#include <gtest/gtest.h>

namespace {

const std::string kKernel = kGlobal + "void k(int* p) { *p = 1; }\n";

}  // namespace

TEST(Mistakes, AForgottenBraceIsNamed)
{
    const std::string open =
        "namespace {\n" + kGlobal + "void a(int* p)\n{\n    if (*p) {\n        *p = 1;\n}\n";
    expect_error(
        open + kGlobal + "void b(int* p) { *p = 2; }\n}\nvoid f() { b<<<1, 2>>>(0); }", "7",
        "'b' is defined inside of another function, whose body begins at line 3: is a } missing above?");
    expect_error(open + "std::vector<int> f(int n)\n{\n    a<<<1, 2>>>(0);\n}\n}", "7",
                 "is a } missing above?");
    expect_none(open + "}\n" + kGlobal + "void b(int* p) { *p = 2; }\n}\nvoid f() { b<<<1, 2>>>(0); }");
    expect_error(kGlobal + "void a(int* p)\n{\n    if (*p) {\n}\nint main() { a<<<1, 2>>>(0); }", "5",
                 "'main' is defined inside of another function");
    // What looks like a function, and is none, or may be inside of one.
    expect_none(
        kGlobal +
        "void a(int* p) { for (int i = 0; i < 3; ++i) { if (*p) { return; } else if (p) { *p = 2; } } }");
    expect_none(kGlobal +
                "void a(int* p) { auto f = [=](int i) { return i; }; auto g = [](int i) -> int { return i; "
                "}; *p = f(1); }");
    expect_none(kGlobal + "void a(int* p) { struct Add { " + kDevice +
                "int operator()(int i) { return i; } int more(int i) { return i; } }; }");
    expect_none(kDevice +
                "int a(int i) { if constexpr (sizeof(i) == 4) { return 1; } switch (i) { default: { return "
                "2; } } do { } while (i); }");
}

TEST(Mistakes, ALaunchOfNoKernelIsNamed)
{
    const std::string plain = "void add(int* p) { *p += 1; }\n";
    expect_error(plain + "void f() { add<<<1, 2>>>(0); }", "2",
                 "'add' is launched as a kernel, but the function at line 1 is not __global__");
    expect_error("template <class T> " + plain + "void f() { add<int><<<1, 2>>>(0); }", "2",
                 "is not __global__");
    expect_error(kDevice + plain + "void f() { add<<<1, 2>>>(0); }", "2", "is not __global__");
    expect_none(kGlobal + plain + "void f() { add<<<1, 2>>>(0); }");
    expect_none(plain + kGlobal + "void add(float* p) { *p += 1; }\nvoid f() { add<<<1, 2>>>(0); }");
    expect_none(plain + "void f(void (*kernel)(int*)) { kernel<<<1, 2>>>(0); }");
}

TEST(Mistakes, ACallOfAKernelIsNamed)
{
    expect_error(kKernel + "void f() { k(0); }", "2",
                 "'k' is a kernel: it is launched as k<<<grid, block>>>(...), not called");
    expect_error("template <int n> " + kKernel + "void f()\n{\n    k<3>(0);\n}", "4", "not called");
    expect_none(kKernel + "void f() { k<<<1, 2>>>(0); use(k, 3); (void)&k; }");
    expect_none(kGlobal + "void k(int* p);\n" + kKernel + "template " + kGlobal + "void k<int>(int* p);");
    expect_none(kKernel + "struct S { void k(int); };\nvoid f(S& s, S* t) { s.k(1); t->k(2); }");
    expect_none("struct S { void k(int i) {}\nvoid f() { if (this) k(1); } };\n" + kKernel);
    expect_none(kKernel + "void f() { auto k = [](int i) { return i; }; int j; j = k(1); }");
}

TEST(Mistakes, AReferenceToAKernelIsNamed)
{
    expect_error(kGlobal + "void k(int* p,\n       const int& n) {}", "2",
                 "a parameter of the kernel 'k' is a reference");
    expect_error("template <class... T> " + kGlobal + "void k(T&&... x) {}", "1", "is a reference");
    expect_none("template <class T> " + kGlobal +
                "void k(T x, void (*f)(int&), Call<int(int&)> g, int flags = 4 & 7) {}");
    expect_none(kDevice + "void g(int& x) { x = 1; }");
}

TEST(Mistakes, WarpFunctionsWithoutSyncAreNamed)
{
    expect_error(kGlobal + "void k(int* p) { *p = __shfl_down(*p, 1); }", "1",
                 "CUDA no longer has __shfl_down(): use __shfl_down_sync(mask, ...)");
    expect_error(kGlobal + "void k(int* p) { *p = __ballot(*p); }", "1", "__ballot_sync(mask, ...)");
    expect_none(kGlobal + "void k(int* p) { *p = __shfl_down_sync(~0u, *p, 1); }");
    expect_none(kDevice + "int __shfl(int x, int lane) { return x; }\n" + kGlobal +
                "void k(int* p) { *p = __shfl(*p, 1); }");
}

TEST(Mistakes, CallsOfTheHostsRuntimeAreNamed)
{
    expect_error(
        kGlobal + "void k(int* p) { cudaDeviceSynchronize(); }", "1",
        "device code calls cudaDeviceSynchronize(), which is for the host only. __syncthreads() waits");
    expect_error(kGlobal + "void k(int* p) { cudaDeviceSynchronize(); }", "1", "cudaStreamTailLaunch");
    expect_error(kGlobal + "void k(int* p) { cudaMemcpy(p, p + 1, 4, cudaMemcpyDeviceToDevice); }", "1",
                 "calls cudaMemcpy(), ");
    expect_error(kGlobal + "void k(int* p) { *p = rand(); }", "1",
                 "calls rand(), which is for the host only");
    expect_none(kKernel + "void f() { k<<<1, 2>>>(0); cudaDeviceSynchronize(); rand(); }");
    expect_none(kDevice + "int rand() { return 4; }\n" + kGlobal + "void k(int* p) { *p = rand(); }");
    expect_none(kGlobal + "void k(int* p, int time) { *p = time; }");
}

TEST(Mistakes, AParenthesisThatIsNeverClosedIsNamed)
{
    const std::string next = "}\nint main() { return 0; }";
    expect_error(kGlobal + "void k(int* p)\n{\n    if (p[0] < 5\n        p[1] = 1;\n" + next, "3",
                 "this ( is never closed: is a ) missing, or a quote?");
    expect_error(kGlobal + "void k(int* p)\n{\n    p[p[0] = 1;\n" + next, "3",
                 "this [ is never closed: is a ] missing");
    expect_error("void f()\n{\n    k<<<1, 2>>>(p;\n" + next, "3", "this ( is never closed");
    expect_none(
        kGlobal +
        "void k(int* p)\n{\n    if (p[0] < 5)\n        p[1] = 1;\n    auto f = [](int i) { return (i); };\n" +
        next);
}

TEST(Mistakes, AMisspeltGlobalIsNamed)
{
    expect_error("__global_ void k(int* p) { p[0] = 1; }\nint main() { k<<<1, 2>>>(0); }", "2",
                 "is '__global_' there a misspelt __global__?");
}

TEST(Mistakes, ASemicolonInALaunchIsNamed)
{
    expect_error(kKernel + "void f() { k<<<1, 256;>>>(0); }", "2",
                 "there is a ; between <<< and >>>: does a macro end with one?");
    expect_none(kKernel + "void f() { k<<<1, 256>>>(0); k<<<1, 256>>>(0); }");
}

TEST(Mistakes, InitialisersOfSharedVariablesAreNamed)
{
    const auto kernel = [](const std::string& text) {
        return kGlobal + "void k(int* p)\n{\n    " + text + "\n}";
    };
    expect_error(kernel("__emu_shared__ int sum = 0;"), "3",
                 "a __shared__ variable cannot have an initialiser");
    expect_error(kernel("__emu_shared__ int tile[4] = {0};"), "3", "cannot have an initialiser");
    expect_error(kernel("__emu_shared__ int sum{1};"), "3", "cannot have an initialiser");
    expect_error(kernel("__emu_shared__ int tile[4][4]\n    tile[0][0] = 1;"), "3",
                 "a ; is missing at the end of this");
    expect_error(kernel("__emu_shared__ int sum\n    sum = 1;"), "3", "a ; is missing at the end of this");
    expect_none(kernel("__emu_shared__ int sum; sum = 0;"));
    expect_none(kernel("__emu_shared__ int tile[sizeof(int) == 4 ? 1 : 2];"));
    expect_none(kernel("__emu_shared__ struct Pair { int a = 0, b; } pair;"));
    expect_none(kernel("extern __emu_shared__ int all[];"));
}

TEST(Mistakes, LaunchBoundsAreTold)
{
    const std::string out =
        rewriter::rewrite(kGlobal + "void __emu_launch_bounds__(kBlock / 2, 3) k(int* p) { *p = 1; }");
    EXPECT_TRUE(has(out, "::emu::enter_kernel(\"p;\", kBlock/2);")) << out;
    EXPECT_FALSE(has(out, "__emu_launch_bounds__")) << out;
}

TEST(Mistakes, SizesOfClustersAreTold)
{
    const std::string cluster = "__emu_launch_bounds__(cluster, kSize, 2) ";
    for (const std::string& kernel :
         {kGlobal + "void " + cluster + "k(int* p) { *p = 1; }",
          cluster + kGlobal + "void k(int* p) { *p = 1; }",
          kGlobal + "void __emu_launch_bounds__(32) " + cluster + "k(int* p) { *p = 1; }"}) {
        const std::string out = rewriter::rewrite("int before; " + kernel);
        EXPECT_TRUE(has(out, "::emu::enter_cluster(kSize, 2); ::emu::enter_kernel(\"p;\"")) << out;
        EXPECT_FALSE(has(out, "__emu_launch_bounds__")) << out;
    }
}
