#include "pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace pictures {
namespace {

struct Vector {
    double x, y, z;
};

Vector operator+(Vector a, Vector b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
Vector operator-(Vector a, Vector b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
Vector operator*(double s, Vector a)
{
    return {s * a.x, s * a.y, s * a.z};
}
double dot(Vector a, Vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
Vector unit(Vector a)
{
    return (1 / std::sqrt(dot(a, a))) * a;
}

constexpr Vector kBall{0, 0, 4};
constexpr double kRadius = 1, kTable = -1;  // the table's height
const Vector kLight = unit({-0.6, 0.8, -0.5});

// The distance at which a ray meets the ball; negative if it does not.
double ball_distance(Vector from, Vector direction)
{
    const Vector to_ball = kBall - from;
    const double along = dot(to_ball, direction);
    const double square = along * along - dot(to_ball, to_ball) + kRadius * kRadius;
    return square < 0 ? -1 : along - std::sqrt(square);
}

double wood(Vector p)
{
    const double ring = std::hypot(p.x + 3 + 0.1 * std::sin(3 * p.z), 0.3 * p.z) * 6;
    return 0.6 + 0.15 * std::sin(6 * ring) + 0.1 * std::sin(41 * ring + 5 * p.z);
}

// The light along a ray, as red, green and blue.
Vector colour(Vector direction)
{
    const Vector eye{0, 0.2, 0};
    if (const double t = ball_distance(eye, direction); t > 0) {
        const Vector normal = unit(eye + t * direction - kBall);
        const double lit = std::max(0.0, dot(normal, kLight));
        const Vector mirrored = direction - 2 * dot(direction, normal) * normal;
        const double highlight = std::pow(std::max(0.0, dot(mirrored, kLight)), 40);
        return (0.08 + 0.8 * lit) * Vector{0.9, 0.25, 0.15} + highlight * Vector{1, 1, 0.9};
    }
    if (direction.y < 0) {
        const Vector p = eye + ((kTable - eye.y) / direction.y) * direction;
        const bool shadow = ball_distance(p, kLight) > 0;
        return (shadow ? 0.2 : 0.9) * wood(p) * std::exp(-0.03 * p.z) * Vector{0.8, 0.55, 0.3};
    }
    return (0.35 + 0.6 * direction.y) * Vector{0.55, 0.65, 0.8};
}

// (height, width, 3), each value from 0 to 1.
std::vector<double> render(int width, int height)
{
    std::mt19937 random(2024);
    const auto noise = [&] { return (random() / 4294967296.0 + random() / 4294967296.0 - 1) * 0.04; };
    std::vector<double> samples;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const Vector direction = unit({(x - width / 2.0) / height, (height / 2.0 - y) / height, 1});
            const Vector light = colour(direction);
            for (const double channel : {light.x, light.y, light.z})
                samples.push_back(std::clamp(std::pow(std::min(channel, 1.0), 1 / 2.2) + noise(), 0.0, 1.0));
        }
    }
    return samples;
}

}  // namespace

ladders::Image photograph(int width, int height)
{
    ladders::Image image;
    image.width = width;
    image.height = height;
    image.channels = 3;
    image.was_colour = true;
    for (const double sample : render(width, height))
        image.pixels.push_back(static_cast<std::uint8_t>(sample * 255 + 0.5));
    return image;
}

std::string photograph_pgm16(int width, int height)
{
    const std::vector<double> samples = render(width, height);
    std::string file = "P5\n" + std::to_string(width) + " " + std::to_string(height) + "\n65535\n";
    for (std::size_t i = 0; i < samples.size(); i += 3) {
        const double luma = 0.299 * samples[i] + 0.587 * samples[i + 1] + 0.114 * samples[i + 2];
        const int sample = static_cast<int>(luma * 65535 + 0.5);
        file += static_cast<char>(sample >> 8);
        file += static_cast<char>(sample & 255);
    }
    return file;
}

}  // namespace pictures
