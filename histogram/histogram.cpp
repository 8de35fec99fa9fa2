#include "histogram.h"

#include "common/readers/image.h"
#include "pixels.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <limits>
#include <numeric>

namespace {

Histogram::Output count(const Histogram::Input& in, std::size_t begin, std::size_t end)
{
    Histogram::Output histogram(kBins, 0);
    for (std::size_t i = begin; i < end; ++i)
        histogram[in.pixels[i]]++;
    return histogram;
}

void write_csv(const std::string& file, const Histogram::Output& histogram)
{
    std::ofstream out(file);
    out << "value,pixels\n";
    for (int bin = 0; bin < kBins; ++bin)
        out << bin << ',' << histogram[bin] << '\n';
    if (!out.flush())
        throw UsageError("--output " + file + ": cannot be written");
}

// A bar two pixels wide for each bin, dark on white; the highest one fills the height.
void write_bars(const std::string& file, const Histogram::Output& histogram)
{
    constexpr int kWidth = 2 * kBins, kHeight = 256;
    const double highest = std::max(1u, *std::max_element(histogram.begin(), histogram.end()));
    Image image{
        .width = kWidth, .height = kHeight, .pixels = std::vector<std::uint8_t>(kWidth * kHeight, 255)};
    for (int x = 0; x < kWidth; ++x)
        for (int y = kHeight - int(histogram[x / 2] / highest * kHeight + 0.5); y < kHeight; ++y)
            image.pixels[y * kWidth + x] = 48;
    write_png(file, image);
}

}  // namespace

void Histogram::add_options(OptionList& options)
{
    options.input(input_file_, "picture to count: PGM, PPM, PNG or JPEG");
    options.choice("--dist", dist_, pixel_distributions(), "made-up picture");
    options.exclude("--input", {"--dist", "--size"});
    options.output(output_files_, {".csv", ".png"},
                   "write the histogram: FILE.csv the counts, FILE.png as a picture (repeat -o for both)");
}

Histogram::Input Histogram::make_input(const Options& options) const
{
    if (!input_file_.empty()) {
        Image image = read_grey_image(input_file_);
        const std::string description =
            format_text("n = %zu pixels, %s (%d x %d)", image.pixels.size(), input_file_.c_str(), image.width,
                        image.height) +
            (image.was_colour ? ", colour turned to luma (Rec. 601)" : "") +
            (image.maxval == 255 ? "" : format_text(", scaled from maxval %d to 255", image.maxval));
        return {std::move(image.pixels), description};
    }
    if (options.size > std::numeric_limits<unsigned>::max())
        throw UsageError(
            format_text("--size %zu: hist counts in 32 bits, so at most 4294967295 pixels", options.size));
    const bool seeded = dist_ != "lecture" && dist_ != "ramp";
    return {make_pixels(dist_, options.size, options.seed),
            format_text("n = %zu pixels, %s", options.size, dist_.c_str()) +
                (seeded ? ", seed " + std::to_string(options.seed) : "")};
}

Histogram::Output Histogram::cpu(const Input& in) const
{
    return count(in, 0, in.pixels.size());
}

Histogram::Output Histogram::without_cpu(const Input& in) const
{
    Output sum(kBins, 0);
    for (const Output& part : parallel_pieces(in.pixels.size(), std::bind_front(count, std::cref(in))))
        std::transform(part.begin(), part.end(), sum.begin(), sum.begin(), std::plus());
    return sum;
}

Verdict Histogram::check(const Output& got, const Output& want, const Input&) const
{
    return compare_exactly("bin", got, want);
}

std::vector<Shown> Histogram::shown_inputs(const Input& in) const
{
    return {shown("pixels", in.pixels)};
}

Figures Histogram::figures(const Output& histogram) const
{
    return {{"Sum", std::accumulate(histogram.begin(), histogram.end(), std::size_t{0})}};
}

void Histogram::selftests(SelfTests<Histogram>& tests) const
{
    tests.add_to_plain_runs({"-n 4101 --dist runs", "-n 21"});
    for (const std::string& dist : pixel_distributions())
        tests.add_sizes({1, 15, 16, 17, 31, 33, tests.block() + 1, 4099, 16 * tests.block() + 5},
                        "--dist " + dist);
    tests.add_sizes({100003});  // all loops of v8
}

void Histogram::write_output(const Output& histogram) const
{
    for (const std::string& file : output_files_)
        (file.ends_with(".csv") ? write_csv : write_bars)(file, histogram);
}
