#include "nbody/bodies.h"

#include "nbody/gravity.h"
#include "nbody/picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace {

// Two bodies of mass 1/2 that circle round each other at distance 1.
Bodies circling_pair()
{
    Bodies pair;
    pair.resize(2);
    pair.mass = {0.5f, 0.5f};
    pair.x = {-0.5f, 0.5f};
    pair.vy = {-0.5f, 0.5f};
    return pair;
}

TEST(Made, BodiesAreTheSameForTheSameSeedOnly)
{
    for (const std::string& dist : body_distributions()) {
        EXPECT_EQ(make_bodies(dist, 100, 1).x, make_bodies(dist, 100, 1).x) << dist;
        EXPECT_NE(make_bodies(dist, 100, 1).x, make_bodies(dist, 100, 2).x) << dist;
        EXPECT_EQ(make_bodies(dist, 1, 1).size(), 1u);
    }
}

TEST(Uniform, BodiesFillACube)
{
    const Bodies bodies = make_bodies("uniform", 10000, 1);
    for (const auto* column : {&bodies.x, &bodies.y, &bodies.z}) {
        EXPECT_NEAR(*std::min_element(column->begin(), column->end()), -1, 0.01);
        EXPECT_NEAR(*std::max_element(column->begin(), column->end()), 1, 0.01);
        EXPECT_NEAR(std::accumulate(column->begin(), column->end(), 0.0) / 10000, 0, 0.03);
    }
    EXPECT_NE(bodies.mass[0], bodies.mass[1]);
}

TEST(Plummer, IsAClusterInBalance)
{
    const Bodies bodies = make_bodies("plummer", 8192, 1);
    EXPECT_NEAR(std::accumulate(bodies.mass.begin(), bodies.mass.end(), 0.0), 1, 1e-6);
    const double energy = energy_of(bodies);
    EXPECT_NEAR(energy, -0.25, 0.01);
    double kinetic = 0;
    std::vector<double> radii;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        kinetic += bodies.mass[i] *
                   (std::pow(bodies.vx[i], 2) + std::pow(bodies.vy[i], 2) + std::pow(bodies.vz[i], 2)) / 2;
        radii.push_back(std::hypot(bodies.x[i], bodies.y[i], bodies.z[i]));
    }
    EXPECT_NEAR(kinetic / -(energy - kinetic), 0.5, 0.02);  // the virial theorem
    std::nth_element(radii.begin(), radii.begin() + 4096, radii.end());
    EXPECT_NEAR(radii[4096], 0.7686, 0.03);  // half of the mass lies within 1.3048 x 3 pi / 16
    for (const double sum : momentum_of(bodies).sum)
        EXPECT_NEAR(sum, 0, 1e-6);
}

TEST(Gravity, BetweenTwoBodiesIsNewtons)
{
    Bodies bodies;
    bodies.resize(2);
    bodies.mass = {3, 5};
    bodies.x = {0, 2};
    const std::vector<Pull> pulls = exact_pulls(bodies, {1, 0});
    EXPECT_NEAR(pulls[0].acceleration[0], -3 / 4.0, 1e-7);
    EXPECT_NEAR(pulls[1].acceleration[0], 5 / 4.0, 1e-7);
    EXPECT_EQ(pulls[0].absolute[0], -pulls[0].acceleration[0]);
    EXPECT_EQ(pulls[0].acceleration[1], 0);
    EXPECT_NEAR(energy_of(bodies), -7.5, 1e-6);
    const Bodies after = step_on_cpu(bodies, 2);
    EXPECT_NEAR(after.vx[0], 0.0125, 1e-8);
    EXPECT_NEAR(after.x[0], 0.000125, 1e-10);
    EXPECT_NEAR(after.vx[1], -0.0075, 1e-8);
}

TEST(Gravity, KeepsAPairOnItsCircle)
{
    const Bodies start = circling_pair();
    EXPECT_NEAR(energy_of(start), 0.125 - 0.25, 1e-7);
    Bodies bodies = start;
    for (int step = 0; step < 628; ++step)
        bodies = step_on_cpu(bodies, 2);
    EXPECT_NEAR(bodies.x[0], -0.5, 0.01);
    EXPECT_NEAR(bodies.y[0], 0, 0.01);
    EXPECT_NEAR(energy_of(bodies), -0.125, 1e-4);
}

TEST(Gravity, OfTheCpuAgreesWithTheExactPulls)
{
    const Bodies start = make_bodies("plummer", 301, 5), after = step_on_cpu(start, 301);
    std::vector<std::size_t> all(301);
    std::iota(all.begin(), all.end(), std::size_t{0});
    const std::vector<Pull> pulls = exact_pulls(start, all);
    for (std::size_t i = 0; i < all.size(); ++i)
        EXPECT_NEAR(after.vz[i], start.vz[i] + 0.01 * pulls[i].acceleration[2],
                    1e-5 * (1 + pulls[i].absolute[2]))
            << i;
}

TEST(Gravity, EnergyIsTheSumOverPairsHoweverManyBodies)
{
    for (const std::size_t n : {1, 2, 7, 8, 9, 15, 16, 17, 33}) {
        Bodies bodies = make_bodies("uniform", n, n);
        double want = 0;
        for (std::size_t i = 0; i < n; ++i) {
            want +=
                bodies.mass[i] *
                (std::pow(bodies.vx[i], 2.0) + std::pow(bodies.vy[i], 2.0) + std::pow(bodies.vz[i], 2.0)) / 2;
            for (std::size_t j = 0; j < i; ++j)
                want -= double{bodies.mass[i]} * bodies.mass[j] /
                        std::hypot(bodies.x[i] - bodies.x[j], bodies.y[i] - bodies.y[j],
                                   bodies.z[i] - bodies.z[j]);
        }
        EXPECT_NEAR(energy_of(bodies), want, 1e-5 * std::abs(want)) << n;
    }
}

TEST(Picture, ShowsEachBodyWhereItIs)
{
    Bodies bodies;
    bodies.resize(3);
    bodies.mass = {1, 1, 1};
    bodies.x = {-1, 0, 1};
    bodies.y = {-1, 0, 1};
    const ladders::Image image = projection(bodies, 100);
    ASSERT_EQ(image.pixels.size(), 10000u);
    const auto brightest_near = [&](int column, int row) {
        int brightest = 0;
        for (int y = row - 6; y <= row + 6; ++y)
            for (int x = column - 6; x <= column + 6; ++x)
                brightest = std::max<int>(brightest, image.pixels[y * 100 + x]);
        return brightest;
    };
    EXPECT_GT(brightest_near(50, 50), 200);
    EXPECT_GT(brightest_near(6, 93), 200);  // left and below
    EXPECT_GT(brightest_near(93, 6), 200);
    EXPECT_EQ(brightest_near(6, 6), 0);
    EXPECT_EQ(brightest_near(93, 93), 0);
}

TEST(Picture, IsThereForOneBodyAndForBodiesAtOnePlace)
{
    for (const std::size_t n : {1, 5}) {
        Bodies bodies;
        bodies.resize(n);
        bodies.mass.assign(n, 1);
        const ladders::Image image = projection(bodies, 64);
        ASSERT_EQ(image.pixels.size(), 64u * 64u);
        EXPECT_GT(image.pixels[32 * 64 + 32], 200);
        EXPECT_EQ(image.pixels[0], 0);
    }
}

}  // namespace
