#include "conv2d.h"

#include "common/readers/image.h"
#include "convolution/odd_number.h"

#include <algorithm>
#include <utility>

namespace {

// What --width or --height gave, else --size.
int side(const char* option, std::size_t given, const Options& options)
{
    constexpr std::size_t kMostSide = std::size_t{1} << 30;
    const std::size_t pixels = given ? given : options.size;
    if (pixels > kMostSide)
        throw UsageError(format_text("%s %zu: a side has at most %zu pixels", given ? option : "--size",
                                     pixels, kMostSide));
    return static_cast<int>(pixels);
}

Conv2d::Input make(Picture picture, Mask mask, const std::string& kind)
{
    const std::string channels = picture.channels > 1 ? format_text(" of %d channels", picture.channels) : "";
    const std::string description = format_text("%d x %d pixels", picture.width, picture.height) + channels +
                                    ", " + kind + ", filter " + mask.name;
    return {std::move(picture), std::move(mask), description};
}

}  // namespace

void Conv2d::add_options(OptionList& options)
{
    options.input(input_file_, "picture to filter: PGM, PPM, PNG or JPEG");
    options.describe("--size", "side of a made-up picture; Ki, Mi and Gi may follow");
    options.size("--width", width_, "its width, if it is not a square");
    options.size("--height", height_, "its height");
    options.exclude("--input", {"--size", "--width", "--height"});
    options.whole("--mask", mask_width_,
                  "width of the mask: an odd number, at most " + std::to_string(kMostMaskWidth),
                  odd_number_up_to(kMostMaskWidth));
    options.choice("--filter", filter_, filter_names(), "what the mask does");
    options.output(output_files_, {".png"}, "write the filtered picture: FILE.png");
}

MemoryNeed Conv2d::memory(const Options& options) const
{
    if (!input_file_.empty())
        return {};
    const double pixels = double(side("--width", width_, options)) * side("--height", height_, options);
    if (!output_files_.empty() && pixels > kMostPixels)
        throw UsageError(format_text("--output %s: a picture file has at most %.0f pixels",
                                     output_files_[0].c_str(), double(kMostPixels)));
    return {.host = 3 * pixels * sizeof(float), .device = 2 * pixels * sizeof(float)};
}

Conv2d::Input Conv2d::make_input(const Options& options) const
{
    std::string kind = "uniform, seed " + std::to_string(options.seed);
    Picture picture = input_file_.empty()
                          ? random_picture(side("--width", width_, options),
                                           side("--height", height_, options), 1, options.seed)
                          : read_picture(input_file_, kind);
    return make(std::move(picture), make_mask(filter_, mask_width_, options.seed + 1), kind);
}

std::vector<Shown> Conv2d::shown_inputs(const Input& in) const
{
    return {shown("mask", in.mask.weights, in.mask.width), shown("in", in.picture.samples, in.picture.width)};
}

void Conv2d::selftests(SelfTests<Conv2d>& tests) const
{
    tests.add_to_plain_runs(
        {"--width 67 --height 37 --mask 3 --filter random", "--width 5 --height 3 --mask 9 --filter gauss"});
    const auto add = [&](const Picture& picture, const Mask& mask, const char* kind) {
        const Input in = make(picture, mask, kind);
        tests.add(in.description, in);
    };
    const Input colours = make(random_picture(35, 9, 3, 1), make_mask("gauss", 3, 0), "uniform");
    tests.add_to_plain_runs(colours.description, colours);
    const int b = std::max(static_cast<int>(tests.block()) / 32, 2);  // rows of a block
    for (const int mask : {1, 3, 5, 7, 9}) {
        for (const auto& [width, height] : {std::pair(1, 1),
                                            {1, 70},
                                            {70, 1},
                                            {2, 3},
                                            {31, 5},
                                            {32, 8},
                                            {33, b - 1},
                                            {36, b + 1},
                                            {64, 2 * b},
                                            {29, 41}})
            tests.add_options(
                format_text("--width %d --height %d --mask %d --filter random", width, height, mask));
        for (const auto& [width, height] : {std::pair(1, 70), {33, b - 1}, {36, b + 1}, {29, 41}})
            add(random_picture(width, height, width % 3 + 1, 1), make_mask("gauss", mask, 0), "uniform");
    }
    for (const std::string& filter : filter_names())
        tests.add_options("--width 67 --height 37 --filter " + filter);
    for (const char* wider_than_the_picture :
         {"--width 5 --height 3 --mask 127", "--width 1 --height 1 --mask 33",
          "--width 20 --height 9 --mask 33", "--width 3 --height 20 --mask 33 --filter random"})
        tests.add_options(wider_than_the_picture);

    const auto add_changed = [&](const char* kind, const char* filter, int width, auto change) {
        Picture picture = random_picture(37, 23, 1, 1);
        std::transform(picture.samples.begin(), picture.samples.end(), picture.samples.begin(), change);
        add(picture, make_mask(filter, width, 1), kind);
    };
    add_changed("large samples", "sharpen", 5, [](float x) { return x * 1e30F; });
    add_changed("samples that are next to zero", "gauss", 5, [](float x) { return x * 1e-42F; });
    add_changed("all equal, sums that cancel", "edge", 7, [](float) { return 255.0F; });
    // The result is the mask itself, mirrored.
    add_changed("one pixel that is not black", "random", 7,
                [n = 0](float) mutable { return n++ == 425 ? 1.0F : 0.0F; });
}

void Conv2d::write_output(const Output& out, const Input& in) const
{
    Picture picture = in.picture;
    picture.samples = out;
    for (const std::string& file : output_files_)
        write_picture(file, picture);
}
