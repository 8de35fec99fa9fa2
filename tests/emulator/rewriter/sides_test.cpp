// What belongs to the host is refused in device code, and the reverse.
#include "rewriting.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace {

// As the headers define it.
const std::string kConstant = "__attribute__((section(\"emu_constant_\" \"0\"))) ";

std::string kernel(const std::string& body)
{
    return kGlobal + "void k(int* p, int n)\n{\n    " + body + "\n}\n";
}

std::string host(const std::string& body)
{
    return "int main()\n{\n    " + body + "\n}\n";
}

}  // namespace

TEST(Sides, AKernelReturnsNothing)
{
    expect_error(kGlobal + "int k(int* p) { return *p; }", "1", "the kernel 'k' returns a value");
    expect_error("static " + kGlobal + "void* k(int* p) { return p; }", "1", "returns a value");
    expect_error(kGlobal + "unsigned long k(int* p);", "1", "returns a value");
    expect_none(kGlobal + "static inline void k(int* p) {}");
    expect_none("extern \"C\" " + kGlobal + "void k(int* p) {}");
    expect_none("template <class T, int n = sizeof(int), bool b = true, T* p = nullptr> " + kGlobal +
                "void k(T* p) {}");
    expect_none("template <class T> " + kGlobal + "std::enable_if_t<sizeof(T) == 4, void> k(T* p) {}");
    expect_none(kGlobal + "auto k(int* p) -> void {}");
}

TEST(Sides, AKernelIsNoMember)
{
    expect_error("struct S {\n    int a;\n    " + kGlobal + "void k(int* p) {}\n};", "3",
                 "the kernel 'k' is a member of a class");
    expect_error("class S {\npublic:\n    static " + kGlobal + "void k(int* p) {}\n};", "3",
                 "is a member of a class");
    expect_none("class S {\n    friend " + kGlobal + "void k(S s);\n    int a;\n};\n" + kGlobal +
                "void k(S s) {}");
    expect_none("namespace a::b { namespace { " + kGlobal + "void k(int* p) {} } }");
    expect_none("struct S { int a = 3; } s;\n" + kGlobal + "void k(int* p) {}");
}

TEST(Sides, AKernelIsGlobalOnly)
{
    expect_error(kDevice + kGlobal + "void k(int* p) {}", "1", "a kernel is __global__ only");
    expect_error(kGlobal + kDevice + "void k(int* p) {}", "1", "a kernel is __global__ only");
    expect_error(kHost + kGlobal + "void k(int* p) {}", "1", "a kernel is __global__ only");
    expect_error(kDevice + "int main() { return 0; }", "1", "main() runs on the host");
}

TEST(Sides, SharedVariablesAreOfDeviceCode)
{
    expect_error(host("__emu_shared__ int tile[3];"), "3", "only device code has shared memory");
    expect_none(kernel("__emu_shared__ int tile[3]; p[0] = tile[0];"));
    expect_none("__emu_shared__ int tile[3];\n" + kernel("p[0] = tile[0];"));
    expect_none(host("extern __emu_shared__ int tile[];"));
    expect_none(host("auto f = [=] " + kDevice + "(int i) { __emu_shared__ int tile[3]; return tile[i]; };"));
}

TEST(Sides, DynamicSharedMemoryOfANameHasOneType)
{
    const std::string a = kGlobal + "void a() { extern __emu_shared__ int s[]; s[0] = 1; }\n";
    const auto b = [](const std::string& type, const std::string& name) {
        return kGlobal + "void b() { extern __emu_shared__ " + type + " " + name + "[]; " + name +
               "[0] = 1; }\n";
    };
    expect_error(a + b("float", "s"), "2",
                 "'s' is dynamic shared memory of type int at line 1 and of type float here");
    expect_none(a + b("int", "s"));
    expect_none(a + b("float", "t"));
    expect_none(a + "namespace other {\n" + b("float", "s") + "}");
    expect_none(a + "template <class T>\n" + b("T", "s"));
}

TEST(Sides, TheHostCallsNoDeviceFunction)
{
    const std::string twice = "int twice(int x) { return 2 * x; }\n";
    expect_error(kDevice + twice + host("return twice(3);"), "4",
                 "the host calls twice(), which is __device__");
    expect_error(kDevice + "int twice(int x);\n" + host("int y = 1 + twice(3); return y;"), "4",
                 "which is __device__");
    expect_none(kHost + kDevice + twice + host("return twice(3);"));
    expect_none(kDevice + twice + "int twice(float x) { return 2; }\n" + host("return twice(3.0f);"));
    expect_none(kDevice + twice + host("auto twice = [](int x) { return x; }; return twice(3);"));
    expect_none(kDevice + twice + "struct S { int twice(int x) { return x; } };\n" +
                host("S s; return s.twice(3);"));
    expect_none(kDevice + twice + host("decltype(twice(3)) x = sizeof(twice(3)); return x;"));
    expect_none(kDevice + twice + host("auto f = [=] " + kDevice + "(int i) { return twice(i); };"));
    expect_none(kDevice + twice + "template <class T> int f(T x) { return twice(x); }");
    expect_none(kDevice + twice + kernel("p[0] = twice(3);") + host("k<<<1, 1>>>(nullptr, 3);"));
}

TEST(Sides, TheHostHasNoBarrier)
{
    expect_error(host("__syncthreads();"), "3",
                 "the host calls __syncthreads(), which only device code can: cudaDeviceSynchronize() waits");
    expect_error(host("int x = 0; atomicAdd(&x, 1);"), "3", "the host calls atomicAdd()");
    expect_error(host("__shfl_down_sync(~0u, 1, 2);"), "3", "the host calls __shfl_down_sync()");
    expect_error(host("float x = tex2D<float>(0, 1, 1);"), "3", "the host calls tex2D()");
    expect_error(host("surf2DLayeredwrite(1, 0, 1, 1, 1);"), "3", "the host calls surf2DLayeredwrite()");
    expect_none("float tex2D(float x, float y);\n" + host("tex2D(1, 1); tex2Dsize(3);"));
    expect_none(kernel("__syncthreads(); atomicAdd(p, 1);"));
    expect_none("void atomicAdd(int* p, int x) { *p += x; }\n" + host("int x = 0; atomicAdd(&x, 1);"));
    expect_none(kDevice + kHost + "void f() { __syncthreads(); }");
    expect_none("template <class T> struct S { " + kDevice + "void f() { __syncthreads(); } };");
}

TEST(Sides, DeviceCodeUsesNoVariableOfTheHost)
{
    const std::string use = kernel("p[0] = 2 * factor;");
    expect_error("int factor = 3;\n" + use, "4", "device code uses 'factor', a variable of the host");
    expect_error("namespace a {\nstatic float factor;\n" + use + "}", "5", "a variable of the host");
    expect_error("const float w[3] = {1, 2, 1};\n" + kernel("p[0] = w[n];"), "4", "device code uses 'w'");
    expect_error("const int w[3] = {1, 2, 1};\n" + kernel("p[0] = w[1];"), "4", "device code uses 'w'");
    expect_none("const int factor = 3;\n" + use);
    expect_none("constexpr int factor = 3;\n" + use);
    expect_none("constexpr float w[3] = {1, 2, 1};\n" + kernel("p[0] = w[n];"));
    expect_none(kDevice + "int factor = 3;\n" + use);
    expect_none(kConstant + "int factor;\n" + use);
    expect_none(kDevice + "__attribute__((, , )) int factor;\n" + use);
    expect_none("__attribute__((, , )) int factor;\n" + use);
    expect_none("int factor = 3;\n" + kernel("int factor = n; p[0] = 2 * factor;"));
    // A body is no namespace, whatever stands in it and before it.
    const std::string local = kGlobal + "void k(int* p) { float sum = 0; p[0] = sum; }\n";
    for (const char* before :
         {"void report(float tolerance = 1) {}\n",
          "struct S {\n    S(int n = 1) : n_(n) {}\n    int n_;\n};\n",
          "struct S {\n    S& operator=(const S&) { return *this; }\n    void f() {}\n};\n"}) {
        expect_none(before + kGlobal + "void a(int* p) { namespace cg = cooperative_groups; p[0] = 1; }\n" +
                    local);
        expect_error(before + ("float sum;\n" + kernel("p[0] = sum;")),
                     std::to_string(4 + std::count(before, before + std::strlen(before), '\n')),
                     "device code uses 'sum'");
    }
    expect_error(
        "struct S {\n    S& operator=(const S& s) { return *this; }\n    int f() { return 1; }\n};\n" +
            kernel("S s; p[0] = s.f();"),
        "7", "device code calls S::f(), which is not __device__");
    expect_none("int factor = 3;\n" + kernel("for (int factor = 0; factor < n; ++factor) p[factor] = 1;"));
    expect_none("int n = 3;\n" + kernel("p[0] = n;"));
    expect_none("int x = 3;\n" + kernel("p[0] = threadIdx.x;"));
    expect_none("int factor = 3;\ntemplate <int factor>\n" + use);
    expect_none("int factor = 3;\nstruct S { int factor; " + kDevice + "int f() { return factor; } };");
    expect_none("int factor = 3;\n" + kernel("p[0] = sizeof(factor);"));
    expect_none("int factor = 3;\nenum { a, b };\n" + host("factor = 4; return factor;"));
}

TEST(Sides, DeviceCodeStoresToNoConstant)
{
    const std::string c = kConstant + "int c[3];\n";
    for (const char* store : {"c[1] = 3;", "c[n] += 2;", "++c[0];", "c[0]++;"})
        expect_error(c + kernel(store), "4", "device code stores to 'c', which is __constant__");
    for (const char* use : {"p[0] = c[1];", "if (c[0] == 3) p[0] = 1;", "p[0] = c[0] + +n;", "p[c[0]] = 2;"})
        expect_none(c + kernel(use));
    expect_none(c + host("int x = 0; x = 1;"));
}

TEST(Sides, DeviceCodeCallsNoMemberOfTheHost)
{
    const auto point = [](const std::string& mark) {
        return "struct P {\n    int x;\n    " + mark + "P(int x) : x{x} {}\n    " + mark +
               "int twice() const { return 2 * x; }\n};\n";
    };
    expect_error(point("") + kGlobal + "void k(P a, int* p)\n{\n    p[0] = a.twice();\n}", "8",
                 "device code calls P::twice(), which is not __device__");
    expect_error(point("") + kGlobal + "void k(const P* a, int* p)\n{\n    p[0] = a->twice();\n}", "8",
                 "device code calls P::twice()");
    expect_error(point("") + kernel("P a(3);"), "8",
                 "device code makes a P, whose constructor is not __device__");
    expect_none(point(kHost + kDevice) + kernel("P a(3); p[0] = a.twice();"));
    expect_none(point("constexpr ") + kernel("P a(3); p[0] = a.twice();"));
    expect_none(point("") + host("P a(3); return a.twice();"));
    expect_none("struct P { int x; };\n" + kernel("P a{3}; p[0] = a.x;"));
    expect_none(point("") + "struct Q { int y; " + kDevice + "int twice() { return y; } };\n" +
                kernel("Q a{3}; p[0] = a.twice();"));
    expect_none(point("") + kernel("auto a = q(); p[0] = a.twice();"));
    expect_none("struct P { int x; int twice(); " + kDevice + "int twice(int); };\n" +
                kernel("P a{3}; p[0] = a.twice(1);"));
}

TEST(Sides, DeviceCodeThrowsNothing)
{
    expect_error(kernel("if (!p) throw 3;"), "3", "device code cannot use exceptions (throw)");
    expect_error(kernel("try { p[0] = 1; } catch (...) {}"), "3", "device code cannot use exceptions (try)");
    expect_none(host("try { throw 3; } catch (int) {}"));
    expect_none(kDevice + "int f() noexcept { return 1; }");
    expect_none(kHost + kDevice + "int f(int x) { if (x) throw 3; return 1; }");
    expect_none("constexpr " + kDevice + "int f(int x) { if (x) throw 3; return 1; }");
}

TEST(Sides, ArraysOfDeviceCodeHaveConstantSizes)
{
    expect_error(kernel("int a[n]; a[0] = 1;"), "3",
                 "the size of the array 'a' in device code must be a constant");
    expect_error(kernel("int m = n; float a[m]; a[0] = 1;"), "3", "'m' is a variable");
    expect_none(kernel("const int m = 3; float a[m]; a[0] = 1;"));
    expect_none(kernel("constexpr int m = 3; float a[m]; a[0] = 1;"));
    expect_none("template <int m>\n" + kernel("float a[m]; a[0] = 1;"));
    expect_none(host("int n = 3; int a[n]; a[0] = 1;"));
}

TEST(Sides, AKernelGetsADeviceLambda)
{
    const std::string apply = "template <class F> " + kGlobal + "void k(int* p, F f) { p[0] = f(1); }\n";
    expect_error(apply + host("k<<<1, 1>>>(p, [](int x) { return x; });"), "4",
                 "must be a __device__ lambda");
    expect_none(apply + host("k<<<1, 1>>>(p, [=] " + kDevice + "(int x) { return x; });"));
    expect_none(apply + host("k<<<1, 1>>>(p, [] { return 3; }());"));
    expect_none(kGlobal + "void k(int (*f)(int)) {}\n" + host("k<<<1, 1>>>([](int x) { return x; });"));
    expect_none(apply + host("k<<<1, 1>>>(p, v[3]);"));
}

TEST(Sides, StreamsAreOfTheHost)
{
    expect_error(kernel("cout << n << endl;"), "3",
                 "device code uses cout, which is for the host only: printf()");
    expect_none(kernel("int cout = 3; p[0] = cout << 2;"));
    expect_none(host("cout << 3;"));
}
