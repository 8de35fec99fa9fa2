#include "reading_pictures.h"

#include <filesystem>

namespace {

ladders::Image colours(const Bytes& pixels)
{
    ladders::Image image;
    image.width = static_cast<int>(pixels.size() / 3);
    image.height = 1;
    image.channels = 3;
    image.was_colour = true;
    image.pixels = pixels;
    return image;
}

}  // namespace

TEST(ReadImage, FindsTheFormatInTheContent)
{
    const std::string path = scratch_file("picture.jpg");
    ladders::write_png(path, colours({1, 2, 3}));
    EXPECT_EQ(ladders::read_image(path).pixels, (Bytes{1, 2, 3}));
}

TEST(ReadImage, RefusesWhatIsNoPicture)
{
    EXPECT_EQ(refusal_of_file(scratch_file("missing")), "No such file or directory");
    EXPECT_EQ(refusal_of_file(testing::TempDir()), "Is a directory");
    EXPECT_EQ(refusal(""), "the file is empty");
    for (const std::string content :
         {"text\n", "P", "P8 1 1 1", "Perl", "GIF89a", "BM", "\x89PNG", "\xff\xd8"})
        EXPECT_EQ(refusal(content), "none of the formats that are read: PGM, PPM, PNG and JPEG") << content;
}

TEST(ReadImage, DoesNotReadAnEndlessFileToItsEnd)
{
    if (!std::filesystem::exists("/dev/zero"))
        GTEST_SKIP() << "no /dev/zero";
    EXPECT_NE(refusal_of_file("/dev/zero"), "");
}

TEST(ReadImage, ReadsFilesOfManyBlocks)
{
    const ladders::Image photo = pictures::photograph(257, 129);
    EXPECT_EQ(read(pictures::as_pgm(photo)).pixels, photo.pixels);
    EXPECT_EQ(read(pictures::as_text(photo)).pixels, photo.pixels);
}

TEST(ReadImage, ReadsEveryRightPictureAndRefusesEveryBrokenOne)
{
    const std::filesystem::path folder = scratch_file("pictures");
    pictures::write_all(folder);
    for (const auto& entry : std::filesystem::directory_iterator(folder / "right"))
        EXPECT_EQ(refusal_of_file(entry.path()), "");
    for (const auto& entry : std::filesystem::directory_iterator(folder / "broken"))
        EXPECT_NE(refusal_of_file(entry.path()), "") << entry.path();
}

TEST(Grey, IsTheLumaOfRec601)
{
    const ladders::Image grey =
        ladders::to_grey(colours({255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 10, 20, 30}));
    EXPECT_EQ(grey.pixels, (Bytes{76, 150, 29, 255, 0, 18}));
    EXPECT_EQ(grey.channels, 1);
    EXPECT_TRUE(grey.was_colour);
}

TEST(Grey, LeavesGreyAlone)
{
    const std::string path = scratch_file("grey");
    pictures::write_file(path, "P2 2 1 100 0 100");
    const ladders::Image grey = ladders::read_grey_image(path);
    EXPECT_EQ(grey.pixels, (Bytes{0, 255}));
    EXPECT_FALSE(grey.was_colour);
    EXPECT_EQ(grey.maxval, 100);
}

TEST(Grey, OfSixteenBitsIsNearThatOfEight)
{
    const ladders::Image eight = ladders::to_grey(pictures::photograph(64, 48));
    const ladders::Image sixteen = read(pictures::photograph_pgm16(64, 48));
    ASSERT_EQ(eight.pixels.size(), sixteen.pixels.size());
    for (std::size_t i = 0; i < eight.pixels.size(); ++i)
        EXPECT_NEAR(eight.pixels[i], sixteen.pixels[i], 1) << i;
}

TEST(WritePng, SaysThatAFileCannotBeWritten)
{
    for (const std::string path : {"/missing/folder/picture.png", "/dev/full"}) {
        try {
            ladders::write_png(path, colours({1, 2, 3}));
            FAIL() << path;
        } catch (const ladders::UsageError& error) {
            EXPECT_EQ(std::string(error.what()).find(path + ": cannot be written ("), 0u) << error.what();
        }
    }
}
