#include "conv2d.h"

#include "common/readers/image.h"
#include "common/harness/options.h"
#include "convolution/odd_number.h"
#include "convolution/tile_check.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace {

constexpr std::uint64_t kCheckSeed = 2027;  // of the check's weights; has nothing to do with the input's
constexpr std::size_t kMostSide = std::size_t{1} << 30;

std::string describe_picture(const Picture& picture, const Mask& mask, const std::string& kind)
{
    return std::to_string(picture.width) + " x " + std::to_string(picture.height) + " pixels" +
           (picture.channels > 1 ? " of " + std::to_string(picture.channels) + " channels" : "") + ", " +
           kind + ", filter " + mask.name;
}

std::size_t side(const std::string& option, const std::string& text, std::size_t otherwise)
{
    const std::size_t pixels = text.empty() ? otherwise : parse_size(option, text);
    if (pixels > kMostSide)
        throw UsageError((text.empty() ? "--size" : option) + " " + std::to_string(pixels) +
                         ": a side has at most " + std::to_string(kMostSide) + " pixels");
    return pixels;
}

}  // namespace

dim3 grid_over(const Picture& picture, int tile_width, int tile_height)
{
    constexpr int kMostBlocksDown = 65535;
    const int down = ceil_div(picture.height, tile_height);
    if (down > kMostBlocksDown)
        throw UsageError("a height of " + std::to_string(picture.height) + ": a grid of blocks of " +
                         std::to_string(tile_height) + " rows covers at most " +
                         std::to_string(std::int64_t{kMostBlocksDown} * tile_height));
    return dim3(ceil_div(picture.width, tile_width), down, picture.channels);
}

void Conv2d::add_options(OptionList& options)
{
    auto* input = app.add_option("-i,--input", input_file_, "picture to filter: PGM, PPM, PNG or JPEG")
                      ->type_name("FILE")
                      ->check(a_file_name);
    app.get_option("--size")->excludes(input)->description(
        "side of a made-up picture; Ki, Mi and Gi may follow (default " +
        std::to_string(kEmulator ? info.emulator_size : info.size) + ")");
    app.add_option("--width", width_, "its width, if it is no square")->type_name("N")->excludes(input);
    app.add_option("--height", height_, "its height")->type_name("N")->excludes(input);
    app.add_option("--mask", mask_width_,
                   "width of the mask: an odd number, at most " + std::to_string(kMostMaskWidth))
        ->capture_default_str()
        ->check(odd_number_up_to(kMostMaskWidth));
    app.add_option("--filter", filter_, "what the mask does")
        ->check(CLI::IsMember(filter_names()))
        ->capture_default_str();
    add_output_option(app, output_files_, {".png"}, "write the filtered picture: FILE.png");
}

Picture Conv2d::size_of_made_up_picture(const Options& options) const
{
    return {.width = static_cast<int>(side("--width", width_, options.size)),
            .height = static_cast<int>(side("--height", height_, options.size)),
            .channels = 1,
            .samples = {}};
}

MemoryNeed Conv2d::memory(const Options& options) const
{
    if (!input_file_.empty())
        return {};
    const std::size_t both = 2 * size_of_made_up_picture(options).pixels() * sizeof(float);
    return {.host = both, .device = both};
}

Conv2d::Input Conv2d::make_input(const Options& options) const
{
    Input in;
    in.mask = make_mask(filter_, mask_width_, options.seed + 1);
    std::string kind = "uniform, seed " + std::to_string(options.seed);
    if (input_file_.empty()) {
        const Picture size = size_of_made_up_picture(options);
        if (!output_files_.empty() && size.pixels() > static_cast<std::size_t>(kMostPixels))
            throw UsageError("--output " + output_files_.front() + ": a picture file has at most " +
                             std::to_string(kMostPixels) + " pixels");
        in.picture = random_picture(size.width, size.height, 1, options.seed);
    } else {
        in.picture = read_picture(input_file_, kind);
    }
    in.description = describe_picture(in.picture, in.mask, kind);
    return in;
}

Conv2d::Output Conv2d::cpu(const Input& in) const
{
    const Picture& p = in.picture;
    return {p.width, p.height, p.channels, convolve_on_cpu(p.field(), in.mask_view())};
}

Conv2d::Output Conv2d::run(Version version, const Input& in, Run& run) const
{
    const Picture& p = in.picture;
    return {p.width, p.height, p.channels, version(p, in.mask, run)};
}

Verdict Conv2d::check(const Output& got, const Output& want, const Input& in, const Chain&) const
{
    return check_each(got.samples, want.samples, in.picture.field(), in.mask_view());
}

Verdict Conv2d::check_without_cpu(const Output& got, const Input& in, const Chain&) const
{
    return check_tiles(got.samples, in.picture.field(), in.mask_view(), kCheckSeed);
}

Work Conv2d::work(const Input& in) const
{
    // Each sample is read once and each result written once, a multiplication and an addition per weight.
    const auto samples = static_cast<double>(in.picture.samples.size()),
               weights = static_cast<double>(in.mask.weights.size());
    return {.bytes = (2 * samples + weights) * sizeof(float), .operations = 2 * samples * weights};
}

Figures Conv2d::figures(const Output& out) const
{
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", std::accumulate(out.samples.begin(), out.samples.end(), 0.0));
    return {{"Sum", text}};
}

void Conv2d::write_output(const Output& out) const
{
    for (const std::string& file : output_files_)
        write_picture(file, out);
}
