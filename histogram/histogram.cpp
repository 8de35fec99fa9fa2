#include "histogram.h"

#include "common/readers/image.h"
#include "common/support/parallel.h"
#include "pixels.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <fstream>
#include <limits>
#include <numeric>

namespace {

std::vector<unsigned> count(const std::uint8_t* pixels, std::size_t n)
{
    std::vector<unsigned> histogram(kBins, 0);
    for (std::size_t i = 0; i < n; ++i)
        histogram[pixels[i]]++;
    return histogram;
}

void write_csv(const std::string& file, const std::vector<unsigned>& histogram)
{
    std::ofstream out(file);
    out << "value,pixels\n";
    for (int bin = 0; bin < kBins; ++bin)
        out << bin << ',' << histogram[bin] << '\n';
    out.close();
    if (!out)
        throw UsageError("--output " + file + ": cannot be written");
}

// A bar of two pixels' width for each bin, dark on white, the highest over the whole height.
void write_bars(const std::string& file, const std::vector<unsigned>& histogram)
{
    constexpr int kHeight = 256, kBarWidth = 2;
    const double highest = std::max(1u, *std::max_element(histogram.begin(), histogram.end()));
    Image image;
    image.width = kBins * kBarWidth;
    image.height = kHeight;
    image.channels = 1;
    image.pixels.assign(static_cast<std::size_t>(image.width) * kHeight, 255);
    for (int x = 0; x < image.width; ++x) {
        const int bar = static_cast<int>(histogram[x / kBarWidth] / highest * kHeight + 0.5);
        for (int y = kHeight - bar; y < kHeight; ++y)
            image.pixels[static_cast<std::size_t>(y) * image.width + x] = 48;
    }
    write_png(file, image);
}

}  // namespace

void Histogram::add_options(OptionList& options)
{
    auto* input = app.add_option("-i,--input", input_file_, "picture to count: PGM, PPM, PNG or JPEG")
                      ->type_name("FILE")
                      ->check(a_file_name);
    app.add_option("--dist", dist_, "made-up picture")
        ->check(CLI::IsMember(pixel_distributions()))
        ->capture_default_str()
        ->excludes(input);
    app.get_option("--size")->excludes(input);
    add_output_option(app, output_files_, {".csv", ".png"},
                      "write the histogram: FILE.csv the counts, FILE.png as a picture (both: twice)");
}

MemoryNeed Histogram::memory(const Options& options) const
{
    if (!input_file_.empty())
        return {};
    return {.host = options.size, .device = options.size + kBins * sizeof(unsigned)};
}

Histogram::Input Histogram::make_input(const Options& options) const
{
    Input in;
    if (input_file_.empty()) {
        if (options.size > std::numeric_limits<unsigned>::max())
            throw UsageError("--size " + std::to_string(options.size) +
                             ": hist counts in 32 bits, so at most 4294967295 pixels");
        in.pixels = make_pixels(dist_, options.size, options.seed);
        in.description =
            "n = " + std::to_string(options.size) + " pixels, " + dist_ +
            (dist_ == "lecture" || dist_ == "ramp" ? "" : ", seed " + std::to_string(options.seed));
    } else {
        Image image = read_grey_image(input_file_);
        in.description = "n = " + std::to_string(image.pixels.size()) + " pixels, " + input_file_ + " (" +
                         std::to_string(image.width) + " x " + std::to_string(image.height) + ")";
        if (image.was_colour)
            in.description += ", colour turned to luma (Rec. 601)";
        if (image.maxval != 255)
            in.description += ", scaled from maxval " + std::to_string(image.maxval) + " to 255";
        in.pixels = std::move(image.pixels);
    }
    return in;
}

Histogram::Output Histogram::cpu(const Input& in) const
{
    return count(in.pixels.data(), in.pixels.size());
}

Verdict Histogram::check(const Output& got, const Output& want, const Input&, const Chain&) const
{
    return compare_exactly("bin", got, want);
}

Verdict Histogram::check_without_cpu(const Output& got, const Input& in, const Chain&) const
{
    const auto parts = parallel_pieces(in.pixels.size(), [&](std::size_t begin, std::size_t end) {
        return count(in.pixels.data() + begin, end - begin);
    });
    Output want(kBins, 0);
    for (const Output& part : parts)
        for (int bin = 0; bin < kBins; ++bin)
            want[bin] += part[bin];
    return compare_exactly("bin", got, want);
}

Work Histogram::work(const Input& in) const
{
    // Each pixel is read once; the 256 counts are written once.
    return {.bytes = static_cast<double>(in.pixels.size() + kBins * sizeof(unsigned)),
            .operations = static_cast<double>(in.pixels.size())};
}

Figures Histogram::figures(const Output& histogram) const
{
    return {{"Sum", std::to_string(std::accumulate(histogram.begin(), histogram.end(), std::size_t{0}))}};
}

std::vector<SelfTest<Histogram::Input>> Histogram::selftests(int block) const
{
    const std::size_t b = block ? static_cast<std::size_t>(block) : 256;
    std::vector<SelfTest<Input>> tests;
    for (const std::string& dist : pixel_distributions())
        for (const std::size_t n :
             {std::size_t{1}, std::size_t{15}, std::size_t{16}, std::size_t{17}, std::size_t{31},
              std::size_t{33}, b - 1, b + 1, std::size_t{4099}, 16 * b + 5, std::size_t{65537}})
            if (n > 0)
                tests.push_back({dist + ", n = " + std::to_string(n), {make_pixels(dist, n, n), ""}});
    return tests;
}

void Histogram::write_output(const Output& histogram) const
{
    for (const std::string& file : output_files_)
        if (file.ends_with(".csv"))
            write_csv(file, histogram);
        else
            write_bars(file, histogram);
}
