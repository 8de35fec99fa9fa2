// Device code, and what is refused in it.
#include "emulator/rewriter/gpu_only.h"
#include "emulator/rewriter/words.h"
#include "rewriting.h"

#include <gtest/gtest.h>

using rewriter::has;
using rewriter::rewrite;

namespace {

const std::string kRefused = " is not supported by the emulator: this version is GPU-only";

std::string refused(const std::string& line, const std::string& construct, const std::string& instead)
{
    return "<stdin>:" + line + ": error: " + construct + kRefused + "; " + instead + " instead";
}

const std::string kTexture = "CUDA 12 has none: use a texture object (cudaCreateTextureObject)",
                  kPtx = "call CUDA's function for it";

}  // namespace

TEST(DeviceCode, MarksAreRemoved)
{
    EXPECT_EQ(rewrite(kDevice + "int f(int x) { return x; }"), " int f(int x) { return x; }");
    EXPECT_EQ(rewrite("auto f = [=] " + kDevice + "(int i) { return i; };"),
              "auto f = [=]  (int i) { return i; };");
    EXPECT_EQ(rewrite(kDevice + "int x[2] = {1, 2};"), " int x[2] = {1, 2};");
}

TEST(DeviceCode, KernelsSayWhenTheyStart)
{
    EXPECT_EQ(rewrite(kGlobal + "void k(int x)\n{\n    return;\n}"),
              "  __attribute__((noipa)) void k(int x)\n{ ::emu::enter_kernel(\"x;\");\n    return;\n} "
              "static const ::emu::RegisteredKernel emu_kernel_k(k, \"k\");");
    EXPECT_EQ(rewrite("template <class T> " + kGlobal + "void k(T t = {}) {}"),
              "template <class T>   __attribute__((noipa)) void k(T t = {}) { ::emu::enter_kernel(\"t;\");}");
    EXPECT_EQ(rewrite(kGlobal + "void k(int x); void f() {}"),
              "  __attribute__((noipa)) void k(int x); void f() {}");
}

TEST(DeviceCode, KernelsTellTheNamesOfTheirArrays)
{
    const auto words = [](const std::string& text) {
        const std::string out = rewrite(text), call = "enter_kernel(\"";
        const std::size_t begin = out.find(call) + call.size();
        return out.substr(begin, out.find('"', begin) - begin);
    };
    const auto of = [&](const std::string& parameters) {
        return words(kGlobal + "void k(" + parameters + ") {}");
    };
    EXPECT_EQ(of(""), ";");
    EXPECT_EQ(of("void"), ";");
    EXPECT_EQ(of("const int* v, unsigned long n, T* __restrict__ sums = nullptr"), "v n sums;");
    EXPECT_EQ(of("std::size_t n, Pair<int, float> pair, const ns::View<T> view"), "n pair view;");
    EXPECT_EQ(of("float (*f)(float, int), int (&row)[4], int a[], const int b[2][3]"), "f row a b;");
    EXPECT_EQ(of("int, unsigned int, const T*, std::size_t, T, void*"), "? ? ? ? ? ?;");
    EXPECT_EQ(of("int n, Ts... rest"), "n rest...;");
    EXPECT_EQ(words("template <> " + kGlobal + "void __emu_launch_bounds__(f(2)) k<int>(int* p) {}"), "p;");
    EXPECT_EQ(words(kGlobal + "void k(int* p)\n{\n__emu_shared__ alignas(16) T a[4][g(5, 6)], b;\n"
                              "__emu_shared__ Pair<int, 2> c;\nextern __emu_shared__ float all[];\n}"),
              "p;a:3 b:3 c:4 all[]:5");
    EXPECT_EQ(
        words("extern __emu_shared__ int all[];\nextern __emu_shared__ int other[];\n" + kDevice +
              "void f() { __emu_shared__ int theirs; }\n" + kGlobal + "void k(int* p) { p[0] = all[0]; }"),
        "p;all[]:1");
}

TEST(DeviceCode, FunctionsThatPassStructsAreInlined)
{
    const std::string inlined = "__attribute__((always_inline)) ";
    const auto is_inlined = [&](const std::string& function) {
        return rewrite(function).find(inlined) != std::string::npos;
    };
    EXPECT_EQ(rewrite(kDevice + "Point f(int x) { return {x}; }"),
              inlined + " Point f(int x) { return {x}; }");
    for (const char* passes :
         {"static Point % f() {}", "% int f(const Point p) {}", "% auto f(int i) {}", "% int f(T) {}",
          "template <class T> % T f(T* p) {}", "% Point Shape::f() const {}",
          "% Point operator+(float a, float b) {}", "% operator Point() const {}",
          "% float operator()(T a, T b) const {}", "% std::pair<int*, int> f() {}",
          "% virtual Point f() const {}", "% Point f() { return Point(1); }"}) {
        std::string text = passes;
        text.replace(text.find('%'), 1, kDevice);
        EXPECT_TRUE(is_inlined(text)) << text;
    }
    for (const char* other :
         {"% int f(int x, unsigned long n = kSize) {}", "% void f(Point* p, const Point& q, Point r[]) {}",
          "% Point f(int x);", "% Shape(int x) : x(x) {}", "% float4 f(const float3 v, size_t n) {}",
          "% Point* f() {}", "% Point __attribute__((noinline)) f() {}", "auto f = [=] %(Point p) {};",
          "% Point f(int x) { return x ? f(x - 1) : Point(); }",
          "% Point f(int x) { return g(x); } % Point g(int x) { return f(x - 1); }"}) {
        std::string text = other;
        while (text.find('%') != std::string::npos)
            text.replace(text.find('%'), 1, kDevice);
        EXPECT_FALSE(is_inlined(text)) << text;
    }
    EXPECT_FALSE(is_inlined(kGlobal + "void k(Point p) {}"));
}

TEST(DeviceCode, InlineAssemblyIsTranslated)
{
    const std::string lambda = "[&](auto&& emu_operand0) __attribute__((always_inline)) { ";
    EXPECT_EQ(
        rewrite(kDevice + "void f() { asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(x)); }"),
        " void f() { " + lambda +
            "::emu::ptx::set(emu_operand0, ::emu::ptx::get<unsigned>(::emu::ptx::laneid())); }((x)); }");
    EXPECT_EQ(rewrite(kDevice + "void f() { asm volatile(\"bar.sync 0;\\n\" ::: \"memory\"); }"),
              " void f() { [&]() __attribute__((always_inline)) { __syncthreads(); }(); }");
    const std::string two =
        rewrite(kDevice +
                "void f() { asm(\"{ .reg .u32 t; add.u32 t, %1, 0x5; \"\n\"st.global.cg.u32 "
                "[%2+4], t; }\" : \"=r\"(x) : \"r\"(threadIdx.x), \"l\"(p + 1)); }");
    EXPECT_NE(two.find("[&](auto&& emu_operand0, auto emu_operand1, auto emu_operand2)"), std::string::npos)
        << two;
    EXPECT_NE(
        two.find(
            "{ unsigned emu_t; ::emu::ptx::set(emu_t, ::emu::ptx::add<unsigned>(::emu::ptx::get<unsigned>("
            "emu_operand1), ::emu::ptx::get<unsigned>(0x5))); ::emu::ptx::store<unsigned>(("
            "::emu::ptx::get<unsigned long long>(emu_operand2) + (4)), ::emu::ptx::get<unsigned>(emu_t)); } "
            "}("),
        std::string::npos)
        << two;
    EXPECT_NE(two.find("\n(x) , ((emu_thread_index()).x), (p + 1))"), std::string::npos) << two;
}

// The translation of one asm() with three operands, of which the first is written.
std::string ptx(const std::string& text)
{
    const std::string all =
        rewrite(kDevice + "void f() { asm(\"" + text + "\" : \"=r\"(x) : \"r\"(y), \"l\"(z)); }");
    const std::size_t first = all.find("always_inline)) { ") + 18;
    return all.substr(first, all.rfind(" }(") - first);
}

TEST(DeviceCode, PredicatesGuardStatements)
{
    EXPECT_EQ(ptx("{.reg .pred p;\\n\\tsetp.ne.b32 p, %1, 0; // a comment; {\\n\\t@!p mov.u32 %0, %1;}"),
              "{ bool emu_p; { const bool ptx_is = ::emu::ptx::compare<::emu::ptx::Comparison::ne_>("
              "::emu::ptx::get<unsigned>(emu_operand1), ::emu::ptx::get<unsigned>(0)); "
              "::emu::ptx::set(emu_p, ptx_is); } "
              "if (!(emu_p)) { ::emu::ptx::set(emu_operand0, ::emu::ptx::get<unsigned>(emu_operand1)); } }");
}

TEST(DeviceCode, RegistersMayBeNumberedAndListed)
{
    EXPECT_EQ(ptx(".reg .b16 %%h<2>; mov.b32 {%%h0, %%h1}, %1;"),
              "unsigned short emu_h0, emu_h1; { const unsigned ptx_whole = "
              "::emu::ptx::get<unsigned>(emu_operand1); "
              "::emu::ptx::set(emu_h0, (unsigned short)(ptx_whole >> 0)); ::emu::ptx::set(emu_h1, "
              "(unsigned short)(ptx_whole >> 16)); }");
}

TEST(DeviceCode, SharedAddressesHave32Bits)
{
    EXPECT_EQ(ptx("ld.volatile.shared.u32 %0, [%1+-4];"),
              "::emu::ptx::set(emu_operand0, ::emu::ptx::load_volatile<unsigned>(::emu::ptx::shared(("
              "::emu::ptx::get<unsigned long long>(emu_operand1) + (-4)))));");
}

TEST(DeviceCode, OtherInlineAssemblyIsRefused)
{
    EXPECT_EQ(error_of(kGlobal + "void k(int* p)\n{\n    asm(\"setp.eq.u32 p, %0, 3;\" : \"=r\"(*p));\n}"),
              refused("3", "inline PTX (setp.eq.u32 p, %0, 3)", kPtx));
    for (const std::string unknown :
         {"bra LOOP", "LOOP: add.u32 %0, %0, 1", "bar.sync 1, 64", "mbarrier.init.shared.b64 [%0], 1",
          "wgmma.fence.sync.aligned", "cp.async.bulk.commit_group", "mma.sp.sync.aligned.m16n8k16 %0, %0",
          "exit", "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0}, [%0]", "ld.param.u32 %0, [a]",
          "mov.u32 %0, %cluster_ctarank", "cvt.rn.satfinite.e4m3x2.f32 %0, %0, %0", "add.u32 %0, %0",
          "mov.u32 %0, undeclared"})
        EXPECT_EQ(error_of(kDevice + "void f(int x) { asm volatile(\"" + unknown + ";\" : \"+r\"(x)); }"),
                  refused("1", "inline PTX (" + unknown + ")", kPtx));
    EXPECT_EQ(
        error_of(kDevice + "inline int f() { int x; __asm__ volatile(\"foo\" : \"=r\"(x)); return x; }"),
        refused("1", "inline PTX (foo)", kPtx));
    EXPECT_EQ(error_of("auto f = [=] " + kDevice + "() { asm(\"mov.u32 %0, %1;\"); };"),
              refused("1", "inline PTX (mov.u32 %0, %1)", kPtx));
    EXPECT_EQ(error_of(kDevice + "void f() { asm goto(\"\"); }"), refused("1", "inline PTX (asm)", kPtx));
}

TEST(DeviceCode, InlineAssemblyOfTheHostStays)
{
    EXPECT_TRUE(is_left_alone("int f() { asm(\"nop\"); return 0; }"));
    EXPECT_TRUE(is_left_alone("extern int g(int) __asm__(\"other_name\");"));
    EXPECT_EQ(rewrite(kDevice + "int f();\nint g() { asm(\"nop\"); return 0; }"),
              " int f();\nint g() { asm(\"nop\"); return 0; }");
}

TEST(DeviceCode, LaunchesKeepCopiesOfWhatTheyUse)
{
    const std::string in_kernel =
        rewrite(kGlobal + "void k(int* p)\n{\n    if (p)\n        k<<<1, 1>>>(p);\n}");
    EXPECT_NE(in_kernel.find("::emu::launch_in_kernel([=](auto&&... emu_args)"), std::string::npos)
        << in_kernel;
    EXPECT_EQ(in_kernel.find("::emu::launch("), std::string::npos) << in_kernel;
    const std::string on_host = rewrite(kGlobal + "void k() {}\nvoid f() { k<<<1, 1>>>(); }");
    EXPECT_NE(on_host.find("::emu::launch([&](auto&&... emu_args)"), std::string::npos) << on_host;
    EXPECT_EQ(on_host.find("launch_in_kernel"), std::string::npos) << on_host;
}

TEST(DeviceCode, CallsTheRuntimeThatDeviceCodeHas)
{
    EXPECT_EQ(
        rewrite(kDevice + "void f(int* p) { cudaFree(p); x.cudaFree(p); }\nvoid g(int* p) { cudaFree(p); }"),
        " void f(int* p) { ::emu::in_kernel::cudaFree(p); x.cudaFree(p); }\nvoid g(int* p) { cudaFree(p); }");
    EXPECT_EQ(rewriter::rewrite(kDevice + "void f(int* p) { __builtin_memset(p, 0, 4); }\n"
                                          "void g(int* p) { __builtin_memset(p, 0, 4); }"),
              " void f(int* p) { ::memset(p, 0, 4); }\nvoid g(int* p) { __builtin_memset(p, 0, 4); }");
}

TEST(DeviceCode, AnExchangeWithoutUseOfItsResultIsMarked)
{
    const auto marked = [](const std::string& statement) {
        return has(rewrite(kDevice + "void f(int* p) { " + statement + " }"),
                   "::emu::ignore_old_value(), atomicExch");
    };
    for (const char* store : {"atomicExch(p, 1);", "if (*p) atomicExch(&p[2], 1); else p = 0;",
                              "if (*p) p = 0; else atomicExch_block(p, 1);", "for (;;) atomicExch(p, 1);",
                              "do atomicExch(p, 1); while (*p);", "(void)atomicExch(p, 1);",
                              "auto g = [&] { atomicExch(p, 1); };"})
        EXPECT_TRUE(marked(store)) << store;
    for (const char* use :
         {"int x = atomicExch(p, 1);", "while (atomicExch(p, 1)) {}", "*p = (int)atomicExch(p, 1);",
          "return atomicExch(p, 1);", "x ? 0 : atomicExch(p, 1);", "s.atomicExch(p, 1);",
          "atomicExch(p, 1) == 0 ? p : 0;", "atomicExch(&p[atomicExch(p, 1)], 2);"})
        EXPECT_FALSE(marked(use)) << use;
}

TEST(DeviceCode, KernelsAreRegisteredUnlessTheirNameIsNotEnough)
{
    const auto registers = [](const std::string& text, const std::string& name) {
        const std::string call =
            "} static const ::emu::RegisteredKernel emu_kernel_" + name + "(" + name + ", \"" + name + "\");";
        return rewrite(text).find(call) != std::string::npos;
    };
    EXPECT_TRUE(registers(kGlobal + "void k(int* p) { *p = 1; }", "k"));
    EXPECT_TRUE(registers("extern \"C\" " + kGlobal + "void k() {}", "k"));
    EXPECT_TRUE(registers("template <class T> void f(T);\nstatic " + kGlobal + "void k() {}", "k"));
    EXPECT_FALSE(registers("template <class T> " + kGlobal + "void k(T) {}", "k"));
    EXPECT_FALSE(registers("template <> " + kGlobal + "void k<int>(int) {}", "k"));
    EXPECT_FALSE(registers(kGlobal + "void k(int) {}\n" + kGlobal + "void k(float) {}", "k"));
    EXPECT_FALSE(registers(kGlobal + "void k(int);", "k"));
}

TEST(DeviceCode, AVoidPointerToAKernelKeepsItsType)
{
    const std::string kernel = "template <class T> " + kGlobal + "void k(T* p);\n";
    const auto has = [&](const std::string& text, const std::string& part) {
        return rewrite(kernel + text).find(part) != std::string::npos;
    };
    EXPECT_TRUE(
        has("void f() { p.func = (void*)k<int>; }", "(void*)::emu::kernel_address(k<int>, \"k<int>\");"));
    EXPECT_TRUE(
        has("void f() { p.func = (void *)&k<int>; }", "(void *)::emu::kernel_address(&k<int>, \"k<int>\");"));
    EXPECT_TRUE(has("void f() { p.func = reinterpret_cast<void*>(k<int>); }",
                    "reinterpret_cast<void*>(::emu::kernel_address(k<int>, \"k<int>\"));"));
    EXPECT_FALSE(has("void f() { auto* p = k<int>; }", "kernel_address"));
    EXPECT_FALSE(has("void f() { cudaLaunchKernel((void*)k<int>, 1, 1, a); }", "kernel_address"));
}

TEST(GpuOnly, TextureReferencesAreRefused)
{
    EXPECT_EQ(error_of("texture<float, 2> t;"), refused("1", "a texture reference (texture<...>)", kTexture));
    EXPECT_EQ(error_of("\ncudaBindTextureToArray(t, a);"),
              refused("2", "a texture reference (cudaBindTextureToArray)", kTexture));
    EXPECT_EQ(error_of("cudaMallocMipmappedArray(&m, &d, e, 3);"),
              refused("1", "a mipmapped array (cudaMallocMipmappedArray)",
                      "use an array with one level (cudaMallocArray)"));
    EXPECT_TRUE(is_left_alone("void f(cudaTextureObject_t t, cudaArray_t a);"));
    EXPECT_TRUE(is_left_alone("int texture = 1, b = texture < 2;"));
}

TEST(GpuOnly, OtherConstructsAreRefused)
{
    EXPECT_EQ(error_of("cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &p);"),
              refused("1", "a memory node of a CUDA graph (cudaGraphAddMemAllocNode)",
                      "allocate before the graph is made"));
    EXPECT_EQ(
        error_of("cudaIpcEventHandle_t e;"),
        refused("1", "memory shared by processes (cudaIpcEventHandle_t)", "use threads of one process"));
    EXPECT_EQ(error_of("\ncudaGraphicsGLRegisterBuffer(&r, b, 0);"),
              refused("2", "memory shared with a graphics library (cudaGraphicsGLRegisterBuffer)",
                      "copy the results to the host and write an image file"));
    EXPECT_TRUE(is_left_alone("using namespace nvcuda; int my_cudaGraphAddMemAllocNode;"));
}

TEST(GpuOnly, HeadersOfLibrariesAreRefused)
{
    const std::string begin = "# 1 \"a.cu\"\n\n", end = "\n# 3 \"a.cu\" 2\nint x;\n";
    EXPECT_EQ(error_of(begin + "# 1 \"/usr/include/cuda_fp8.h\" 1 3" + end),
              "a.cu:2: error: <cuda_fp8.h> (an 8-bit floating point type)" + kRefused +
                  "; use __half or __nv_bfloat16 instead");
    EXPECT_EQ(error_of(begin + "# 1 \"/opt/include/thrust/detail/sort.h\" 1 3 4" + end),
              "a.cu:2: error: <thrust/detail/sort.h> (a CUDA C++ library)" + kRefused +
                  "; write a kernel for it instead");
    EXPECT_EQ(error_of(begin + "# 1 \"/home/me/cuda/cuda_fp8.h\" 1" + end), "");
    EXPECT_EQ(error_of(begin + "# 1 \"/usr/include/cuda_runtime.h\" 1 3" + end), "");
}

TEST(GpuOnly, MissingHeadersAreExplained)
{
    const std::string refused = "a.cu:3:10: error: <cub/cub.cuh> (a CUDA C++ library)" + kRefused +
                                "; write a kernel for it instead\n";
    EXPECT_EQ(rewriter::explain_missing_header(
                  "a.cu:3:10: fatal error: cub/cub.cuh: No such file or directory\n    3 | #include\n"),
              refused);
    EXPECT_EQ(rewriter::explain_missing_header(
                  "In file included from x:1:\na.cu:3:10: fatal error: 'cub/cub.cuh' file not found\n"),
              refused);
    const std::string other = "a.cu:3:10: fatal error: other.h: No such file or directory\n";
    EXPECT_EQ(rewriter::explain_missing_header(other), other);
}

TEST(ThreadIndex, BecomesACallInDeviceCode)
{
    EXPECT_EQ(rewrite(kDevice + "int f() { return threadIdx.x + blockDim.y * blockIdx.z; }"),
              " int f() { return (emu_thread_index()).x + (emu_block_size()).y * (emu_block_index()).z; }");
    EXPECT_EQ(rewrite(kDevice + "P() : a(gridDim.x), b{gridDim.y} { c = gridDim.z; }"),
              " P() : a((emu_grid_size()).x), b{(emu_grid_size()).y} { c = (emu_grid_size()).z; }");
    EXPECT_EQ(rewrite(kDevice + "void f(T& t) { g(t.blockDim, t->gridDim); }"),
              " void f(T& t) { g(t.blockDim, t->gridDim); }");
}

TEST(ThreadIndex, IsAnOrdinaryNameInHostCode)
{
    EXPECT_TRUE(is_left_alone("dim3 blockDim(16, 16), gridDim(2); int n = blockDim.x;"));
    EXPECT_TRUE(is_left_alone("void f(C c) { c.gridDim = 3; }"));
}
