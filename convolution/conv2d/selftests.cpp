// What --selftest tries.
#include "conv2d.h"

#include <algorithm>

namespace {

std::string kind_of_input(const Picture& picture, const Mask& mask)
{
    return std::to_string(picture.width) + " x " + std::to_string(picture.height) + " x " +
           std::to_string(picture.channels) + ", " + mask.name;
}

}  // namespace

std::vector<SelfTest<Conv2d::Input>> Conv2d::selftests(int block) const
{
    std::vector<SelfTest<Input>> tests;
    const auto add = [&](Picture picture, Mask mask, const std::string& kind = "") {
        std::string name = kind_of_input(picture, mask) + kind;
        tests.push_back({std::move(name), {std::move(picture), std::move(mask), ""}});
    };
    const auto add_random = [&](int width, int height, int channels, const std::string& filter, int mask) {
        add(random_picture(width, height, channels, width + height), make_mask(filter, mask, mask));
    };

    const int b = std::max(block / 32, 8);  // rows of a block
    const std::pair<int, int> sizes[] = {{1, 1},  {1, 70},     {70, 1},     {2, 3},      {4, 4},  {31, 5},
                                         {32, 8}, {33, b - 1}, {36, b + 1}, {64, 2 * b}, {29, 41}};
    for (const auto& [width, height] : sizes)
        for (const int mask : {1, 3, 5, 7, 9}) {
            add_random(width, height, 1, "random", mask);
            add_random(width, height, width % 3 + 1, "gauss", mask);
        }
    for (const std::string& filter : filter_names())
        add_random(131, 67, 1, filter, 5);
    // Masks wider than the picture.
    add_random(5, 3, 1, "random", 127);
    add_random(1, 1, 3, "box", 127);
    add_random(20, 9, 1, "gauss", 33);
    add_random(3, 20, 1, "random", 33);

    Picture picture = random_picture(37, 23, 1, 1);
    for (float& sample : picture.samples)
        sample *= 1e30F;
    add(picture, make_mask("sharpen", 5, 1), ", large samples");
    for (float& sample : picture.samples)
        sample = sample * 1e-36F * 1e-36F;
    add(picture, make_mask("gauss", 5, 1), ", samples that are next to zero");
    std::fill(picture.samples.begin(), picture.samples.end(), 255.0F);
    add(picture, make_mask("edge", 7, 1), ", all equal: sums that cancel");
    // One pixel that is not black shows the mask itself, as it lies.
    std::fill(picture.samples.begin(), picture.samples.end(), 0.0F);
    picture.samples[11 * 37 + 18] = 1;
    add(picture, make_mask("random", 7, 1), ", one pixel that is not black");
    return tests;
}
