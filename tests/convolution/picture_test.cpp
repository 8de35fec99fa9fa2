// conv2d's pictures in and out, and what it and conv1d refuse.
#include "convolution/conv2d/picture.h"

#include "common/readers/image.h"
#include "convolution/conv2d/filters.h"
#include "pictures.h"
#include "run_program.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace {

using ladders::Image;
using ladders::read_image;

constexpr int kUsage = 2, kBadInput = 3;

std::string in_scratch(const std::string& file)
{
    return scratch() + "/" + file;
}

// Runs conv2d or one of its versions on a file in scratch() and gives the picture that it wrote.
Image filtered(const std::string& program, const std::string& file, const std::string& options)
{
    const Outcome outcome = run(program + " -i " + file + " -o filtered.png " + options);
    EXPECT_EQ(outcome.code, 0) << program << ' ' << file << ' ' << options << '\n'
                               << outcome.err << outcome.out;
    return read_image(in_scratch("filtered.png"));
}

// The same by the reference.
Image expected(const std::string& file, const std::string& filter, int width)
{
    std::string ignored;
    const Picture picture = read_picture(in_scratch(file), ignored);
    const Mask mask = make_mask(filter, width, 2);
    Picture filtered = picture;
    convolve_on_cpu(picture.field(), {width, width, mask.weights.data()}, 0, filtered.samples.size(),
                    filtered.samples);
    write_picture(in_scratch("expected.png"), filtered);
    return read_image(in_scratch("expected.png"));
}

void expect_same(const Image& got, const Image& want, const std::string& what)
{
    ASSERT_EQ(got.width, want.width) << what;
    ASSERT_EQ(got.height, want.height) << what;
    ASSERT_EQ(got.channels, want.channels) << what;
    int most = 0;  // what rounds to n + 1/2 in one may round to n in the other
    for (std::size_t k = 0; k < got.pixels.size(); ++k)
        most = std::max(most, std::abs(got.pixels[k] - want.pixels[k]));
    EXPECT_LE(most, 1) << what;
}

class Conv2dPicture : public testing::Test {
protected:
    static void SetUpTestSuite()
    {
        const Image photo = pictures::photograph(61, 43);
        ladders::write_png(in_scratch("photo.png"), photo);
        ladders::write_png(in_scratch("grey.png"), ladders::to_grey(photo));
        write_file("photo.jpg", pictures::as_jpeg(photo));
        write_file("maxval_15.pgm", "P2\n3 2\n15\n0 1 2\n13 14 15\n");
        write_file("dot.pgm", "P2 1 1 255 100\n");
        write_file("line.pgm", "P2 3 1 255 0 90 0\n");
        write_file("corner.ppm", "P3 2 2 255  255 0 0  0 255 0  0 0 255  9 18 27\n");
    }
};

TEST_F(Conv2dPicture, ColourAndGreyOfEveryFilter)
{
    for (const char* file : {"photo.png", "grey.png"})
        for (const char* filter : {"gauss", "box", "blur", "sharpen", "edge"})
            expect_same(filtered("conv2d_v6", file, std::string("--filter ") + filter),
                        expected(file, filter, 5), std::string(file) + ' ' + filter);
    EXPECT_EQ(read_image(in_scratch("photo.png")).channels, 3);
    EXPECT_EQ(read_image(in_scratch("grey.png")).channels, 1);
}

TEST_F(Conv2dPicture, TheSameFromEveryVersion)
{
    for (const char* program : {"conv2d_v1", "conv2d_v3", "conv2d_v5", "conv2d_v6", "conv2d_v7"}) {
        expect_same(filtered(program, "photo.png", "--filter gauss --mask 3"),
                    expected("photo.png", "gauss", 3), program);
        expect_same(filtered(program, "grey.png", "--filter gauss --mask 9"),
                    expected("grey.png", "gauss", 9), program);
    }
}

TEST_F(Conv2dPicture, OfOtherFormats)
{
    for (const char* file : {"photo.jpg", "maxval_15.pgm"})
        expect_same(filtered("conv2d_v6", file, "--filter gauss"), expected(file, "gauss", 5), file);
}

TEST_F(Conv2dPicture, AMaskOfOneWeightChangesNothing)
{
    const Image original = read_image(in_scratch("photo.png"));
    for (const char* program : {"conv2d_v1", "conv2d_v3", "conv2d_v5", "conv2d_v6", "conv2d_v7"})
        EXPECT_EQ(filtered(program, "photo.png", "--filter box --mask 1").pixels, original.pixels) << program;
}

TEST_F(Conv2dPicture, OfOnePixelAndOfALine)
{
    using Pixels = std::vector<std::uint8_t>;
    for (const char* program : {"conv2d_v1", "conv2d_v3", "conv2d_v5", "conv2d_v6", "conv2d_v7"}) {
        EXPECT_EQ(filtered(program, "dot.pgm", "--filter box --mask 1").pixels, Pixels{100}) << program;
        EXPECT_EQ(filtered(program, "dot.pgm", "--filter box --mask 5").pixels, Pixels{4}) << program;
        EXPECT_EQ(filtered(program, "line.pgm", "--filter box --mask 3").pixels, (Pixels{10, 10, 10}))
            << program;
    }
    EXPECT_EQ(filtered("conv2d_v6", "dot.pgm", "--filter sharpen --mask 3").pixels.size(), 1u);
}

TEST_F(Conv2dPicture, UnderAMaskThatIsWiderThanThePicture)
{
    for (const char* program : {"conv2d_v1", "conv2d_v3", "conv2d_v5", "conv2d_v6", "conv2d_v7"})
        for (const int mask : {7, 33})
            expect_same(filtered(program, "corner.ppm", "--filter gauss --mask " + std::to_string(mask)),
                        expected("corner.ppm", "gauss", mask), program + std::to_string(mask));
}

TEST_F(Conv2dPicture, UnderTheWidestMask)
{
    expect_same(filtered("conv2d_v5", "corner.ppm", "--filter gauss --mask 127"),
                expected("corner.ppm", "gauss", 127), "v5");
    expect_same(filtered("conv2d_v1", "dot.pgm", "--filter gauss --mask 127"),
                expected("dot.pgm", "gauss", 127), "v1");
}

TEST_F(Conv2dPicture, SamplesThatLeaveTheRangeAreCutOff)
{
    // 8 times 90 less the mean of its neighbours is more than white; its neighbours become darker than black.
    EXPECT_EQ(filtered("conv2d_v6", "line.pgm", "--filter edge --mask 3").pixels,
              (std::vector<std::uint8_t>{0, 255, 0}));
}

TEST_F(Conv2dPicture, TheWholeLadderWritesItToo)
{
    expect_same(filtered("conv2d", "grey.png", "--filter sharpen"), expected("grey.png", "sharpen", 5),
                "conv2d");
}

TEST_F(Conv2dPicture, BrokenOnesAreRefusedByName)
{
    write_file("broken.png", "\x89PNG\r\n\x1a\nno chunks");
    expect_refused("conv2d_v6 -i broken.png", kBadInput, "broken.png");
    expect_refused("conv2d -i nowhere.png", kBadInput, "nowhere.png");
    expect_refused("conv2d_v6 -i ''", kUsage, "--input");
    expect_refused("conv2d_v6 -i dot.pgm -n 5", kUsage, "--size");
    expect_refused("conv2d_v6 -i dot.pgm --width 5", kUsage, "--width");
    expect_refused("conv2d_v6 -i dot.pgm -o dot.jpg", kUsage, "dot.jpg must end in .png");
}

TEST(Conv2dOptions, MasksAndFiltersThatAreNoneAreRefused)
{
    for (const char* mask : {"4", "0", "-1", "129", "x", "''", "5.5"})
        expect_refused(std::string("conv2d_v6 --mask ") + mask, kUsage, "--mask");
    for (const char* mask : {"2", "0", "-3", "1025", "x"})
        expect_refused(std::string("conv1d --mask ") + mask, kUsage, "--mask");
    for (const char* filter : {"Gauss", "median", "''"})
        expect_refused(std::string("conv2d_v6 --filter ") + filter, kUsage, "--filter");
    expect_refused("conv2d_v6 --filter edge --mask 1", kUsage, "--filter edge");
}

TEST(Conv2dOptions, ASeparableVersionRefusesAMaskThatIsNot)
{
    for (const char* version : {"v5", "v7"})
        for (const char* filter : {"blur", "sharpen", "edge", "random"})
            expect_refused(std::string("conv2d_") + version + " -n 20 --filter " + filter, kUsage,
                           std::string("the mask ") + filter + " 5 x 5 is not a column times a row");
    const auto json = run_json("conv2d -n 20 --filter edge");
    for (const auto& version : json["versions"]) {
        const bool separable = version["version"] == "v5" || version["version"] == "v7";
        EXPECT_EQ(version["status"], separable ? "refused" : "ok") << version;
    }
}

TEST(Conv2dOptions, SidesNeedNotBeEqual)
{
    for (const char* command :
         {"conv2d_v6 --width 100 --height 7", "conv2d_v1 -n 7 --width 100", "conv2d_v3 --width 100 -n 7"}) {
        const Outcome outcome = run(command);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_NE(outcome.out.find("\n100 x 7 pixels, uniform, seed 1, filter gauss 5 x 5\n"),
                  std::string::npos)
            << outcome.out;
        EXPECT_NE(outcome.out.find("Check: ok"), std::string::npos) << outcome.out;
    }
    expect_refused("conv2d_v6 --width 0", kUsage, "--width 0");
    expect_refused("conv2d_v6 --height 2Gi", kUsage, "--height 2147483648: a side has at most");
    expect_refused("conv2d_v6 -n 512Mi", 5, "bytes of device memory are needed");
    expect_refused("conv2d_v1 --width 1 --height 1Mi", kUsage, "a height of 1048576");
}

TEST(Conv2dOptions, WithoutTheCpuTheResultIsCheckedAsWell)
{
    for (const char* command :
         {"conv2d_v6 --width 77 --height 50 --no-cpu", "conv2d_v5 -n 40 --mask 31 --no-cpu",
          "conv1d -n 3000 --no-cpu", "conv1d -n 3000 --mask 101 --no-cpu"}) {
        const Outcome outcome = run(command);
        EXPECT_EQ(outcome.code, 0) << command << outcome.err << outcome.out;
        EXPECT_EQ(outcome.out.find("(CPU) ="), std::string::npos) << outcome.out;
    }
}

}  // namespace
