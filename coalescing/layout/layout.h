// layout: n points move by the same step. A point has a place (x, y, z), and a weight w, which stays.
#pragma once

#include "common/ladder.h"

#include <string>
#include <vector>

struct Point {
    float x, y, z, w;

    bool operator==(const Point&) const = default;  // a NaN is equal to nothing
};

struct Layout {
    struct Input {
        std::vector<Point> points;
        std::string description;
    };
    using Output = std::vector<Point>;

    // What a point moves by.
    static constexpr float kStepX = 0.25f, kStepY = -0.5f, kStepZ = 0.3f;

    static constexpr TopicInfo info{
        .name = "layout",
        .title = "move n points (x, y, z, w)",
        .folder = "coalescing",
        .size = 1 << 25,
        .emulator_size = 1 << 14,
        .host_bytes = 4 * sizeof(Point),     // the points, the same in another layout, the result twice
        .device_bytes = 2 * sizeof(Point)};  // the points, and the points before

    Input make_input(const Options& options) const;
    std::size_t results(const Input& in) const { return in.points.size(); }
    void cpu(const Input& in, std::size_t begin, std::size_t end, Output& moved) const;
    Verdict check(const Output& got, const Output& want, const Input& in) const;
    Work work(const Input& in) const;
    // The weights stay: the host puts them into its result.
    void hide(Input& in, HiddenArrays& arrays) const
    {
        for (const auto place : {&Point::x, &Point::y, &Point::z})
            arrays.movable(&(in.points.data()->*place), in.points.size(), sizeof(Point));
    }
    Figures figures(const Output& moved) const;
};
