// The check of shortcut, with --no-cpu and without, finds one wrong element; and the product that it is held
// against under --no-cpu is right, NaNs and infinities included.
#include "run_program.h"
#include "shortcut/shortcut.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

void expect_found(const std::string& version, const std::string& element)
{
    for (const char* how :
         {" -n 100", " -n 100 --no-cpu", " -n 150 --dist nan --no-cpu", " -n 65 --dist signed --no-cpu"}) {
        const Outcome outcome = run("planted_shortcut_" + version + how);
        EXPECT_EQ(outcome.code, 1) << how;
        EXPECT_NE(outcome.out.find("Check: WRONG: " + element), std::string::npos) << how << '\n'
                                                                                   << outcome.out;
        EXPECT_EQ(outcome.out.find("are wrong"), std::string::npos) << how << '\n' << outcome.out;
    }
}

TEST(ShortcutCheck, PassesWhatIsRight)
{
    for (const char* how :
         {" -n 100", " -n 100 --no-cpu", " -n 1 --no-cpu", " -n 129 --dist sparse --no-cpu"})
        EXPECT_EQ(run(std::string("planted_shortcut_v1") + how).code, 0) << how;
}

TEST(ShortcutCheck, FindsOneElementThatIsOneUnitOff)
{
    expect_found("v2", "r[1][2]: ");
    expect_found("v3", "r[1][2]: ");
}

TEST(ShortcutCheck, FindsOneNaN)
{
    expect_found("v4", "r[1][2]: nan in place of ");
}

TEST(ShortcutCheck, FindsOneElementThatWasNeverWritten)
{
    expect_found("v5", "r[1][2]: -nan (never written) in place of ");
    // Where NaN is right, what was never written, which is a NaN as well, is not.
    EXPECT_EQ(run("planted_shortcut_v1 -n 1 --dist nan").code, 0);
    EXPECT_EQ(run("planted_shortcut_v5 -n 1 --dist nan").code, 1);
    EXPECT_EQ(run("planted_shortcut_v5 -n 1 --dist nan --no-cpu").code, 1);
}

// As the words of shortcut.h say it.
Shortcut::Output product_by_definition(const Shortcut::Input& in)
{
    const auto& [n, d, description] = in;
    Shortcut::Output r(n * n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            float least = kInfinity;
            const float *to = &d[i * n], *from = &d[j];
            for (std::size_t k = 0; k < n; ++k, ++to, from += n) {
                const float sum = *to + *from;
                if (sum != sum || least != least)
                    least = kNaN;
                else if (sum < least)
                    least = sum;
            }
            r[i * n + j] = least;
        }
    return r;
}

void expect_product(const Shortcut::Input& in)
{
    const std::size_t n = in.n;
    const Shortcut::Output got = Shortcut().without_cpu(in), want = product_by_definition(in);
    ASSERT_EQ(got.size(), n * n);
    for (std::size_t e = 0; e < n * n; ++e)
        ASSERT_TRUE(got[e] == want[e] || (std::isnan(got[e]) && std::isnan(want[e])))
            << in.description << ", n = " << n << ": r[" << e / n << "][" << e % n << "] = " << got[e]
            << ", not " << want[e];
}

TEST(ShortcutWithoutCpu, IsTheProductForAllValuesAndSizes)
{
    std::mt19937 random(1);
    const std::vector<std::vector<float>> kinds{{0.5f, -0.25f, 1.0f, 3.0f, 1e-40f, kInfinity},
                                                {kInfinity},
                                                {kInfinity, kInfinity, kInfinity, kInfinity, -kInfinity, 1},
                                                {-kInfinity, 2},
                                                {1, 2, 3, kNaN},
                                                {3e38f, -3e38f}};
    for (const std::size_t n : {1, 2, 3, 63, 64, 65, 127, 128, 129, 200})
        for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
            Shortcut::Input in{n, std::vector<float>(n * n), "kind " + std::to_string(kind)};
            for (float& weight : in.d)
                weight = kinds[kind][random() % kinds[kind].size()];
            expect_product(in);
        }
}

TEST(ShortcutWithoutCpu, TakesANaNToItsRowAndItsColumnOnly)
{
    constexpr std::size_t n = 70;
    Shortcut::Input in{n, std::vector<float>(n * n, 1), ""};
    in.d[7 * n + 66] = kNaN;
    const Shortcut::Output r = Shortcut().without_cpu(in);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            EXPECT_EQ(std::isnan(r[i * n + j]), i == 7 || j == 66) << i << ' ' << j;
}

}  // namespace
