#include "reading_pictures.h"

#include <fstream>

namespace {

const std::string kPngMagic = "\x89PNG\r\n\x1a\n";
const std::string kPngEnd = bytes("\0\0\0\0IEND\xae\x42\x60\x82");

std::string as_png(const ladders::Image& image)
{
    const std::string path = scratch_file("png");
    ladders::write_png(path, image);
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

const ladders::Image& photo()
{
    static const ladders::Image image = pictures::photograph(61, 47);
    return image;
}

double mean_difference(const Bytes& a, const Bytes& b)
{
    EXPECT_EQ(a.size(), b.size());
    double sum = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        sum += std::abs(a[i] - b[i]);
    return sum / a.size();
}

}  // namespace

TEST(Png, GivesBackWhatWasWritten)
{
    const ladders::Image image = read(as_png(photo()));
    EXPECT_EQ(image.width, 61);
    EXPECT_EQ(image.height, 47);
    EXPECT_EQ(image.channels, 3);
    EXPECT_TRUE(image.was_colour);
    EXPECT_EQ(image.pixels, photo().pixels);
}

TEST(Png, GivesBackGrey)
{
    const ladders::Image grey = ladders::to_grey(photo());
    const ladders::Image image = read(as_png(grey));
    EXPECT_EQ(image.channels, 1);
    EXPECT_FALSE(image.was_colour);
    EXPECT_EQ(image.pixels, grey.pixels);
}

TEST(Png, LosesItsTransparency)
{
    ladders::Image image;
    image.width = 2;
    image.height = 1;
    image.channels = 4;
    image.pixels = {1, 2, 3, 0, 4, 5, 6, 255};
    EXPECT_EQ(read(as_png(image)).pixels, (Bytes{1, 2, 3, 4, 5, 6}));
    image.channels = 2;
    image.pixels = {7, 0, 8, 255};
    EXPECT_EQ(read(as_png(image)).pixels, (Bytes{7, 8}));
}

TEST(Png, OfSixteenBitsIsScaledWithRounding)
{
    // 2 x 1 pixels, 0x8000 and 0x00ff
    const ladders::Image image =
        read(kPngMagic + bytes("\0\0\0\x0dIHDR\0\0\0\2\0\0\0\1\x10\0\0\0\0\x81\xd9\xfc\x15") +
             bytes("\0\0\0\x0dIDAT\x78\xda\x63\x68\x60\x60\xf8\x0f\x00\x03\x04\x01\x80\xd4\xdd\xda\x04") +
             kPngEnd);
    EXPECT_EQ(image.pixels, (Bytes{128, 1}));
    EXPECT_EQ(image.maxval, 65535);
}

TEST(Png, CutAnywhereIsRefused)
{
    const std::string png = as_png(photo());
    for (std::size_t size = 8; size < png.size(); size += 1 + size / 16)
        EXPECT_EQ(refusal(png.substr(0, size))
                      .find("byte " + std::to_string(size) + ": the file ends inside the PNG chunk"),
                  0u)
            << size << ": " << refusal(png.substr(0, size));
}

TEST(Png, WithADamagedByteIsRefused)
{
    const std::string png = as_png(photo());
    for (std::size_t i = 8; i < png.size(); i += 1 + i / 8) {
        std::string damaged = png;
        damaged[i] ^= 4;
        EXPECT_NE(refusal(damaged), "") << i;
    }
}

TEST(Png, OfManyPixelsInAFewBytesIsRefused)
{
    // 30000 x 30000 pixels in 68 bytes
    EXPECT_EQ(
        refusal(kPngMagic + bytes("\0\0\0\x0dIHDR\0\0\x75\x30\0\0\x75\x30\x08\x02\0\0\0\xe9\x45\x6f\xed") +
                bytes("\0\0\0\x0bIDAT\x78\xda\x63\x60\x80\x01\x00\x00\x0a\x00\x01\xec\x24\x03\xb9") +
                kPngEnd),
        "30000 x 30000 pixels do not fit into a PNG file of 68 bytes");
}

TEST(Jpeg, IsNearWhatWasWritten)
{
    const ladders::Image image = read(pictures::as_jpeg(photo(), 95));
    EXPECT_EQ(image.width, 61);
    EXPECT_EQ(image.height, 47);
    EXPECT_EQ(image.channels, 3);
    EXPECT_TRUE(image.was_colour);
    EXPECT_LT(mean_difference(image.pixels, photo().pixels), 8);
}

TEST(Jpeg, CutAnywhereIsRefused)
{
    const std::string jpeg = pictures::as_jpeg(photo());
    for (std::size_t size = 3; size < jpeg.size(); size += 1 + size / 16)
        EXPECT_EQ(refusal(jpeg.substr(0, size)),
                  "byte " + std::to_string(size) + ": the JPEG ends before its end marker");
}

TEST(Jpeg, WithMoreCodesThanValuesIsRefused)
{
    std::string jpeg = pictures::as_jpeg(photo());
    const std::size_t table = jpeg.find("\xff\xc4");
    ASSERT_NE(table, std::string::npos);
    jpeg[table + 5 + 15] = char(250);  // codes of 16 bits
    EXPECT_EQ(
        refusal(jpeg).find("byte " + std::to_string(table + 4) + ": damaged JPEG: this Huffman table has "),
        0u)
        << refusal(jpeg);
}

TEST(Jpeg, OfNoKnownKindIsCalledADamagedJpeg)
{
    // Nothing between its begin and its end marker.
    EXPECT_EQ(refusal(bytes("\xff\xd8\xff\xd9")), "damaged JPEG");
}

TEST(Jpeg, OfManyPixelsInAFewBytesIsRefused)
{
    // The header of a picture of 30000 x 30000 pixels, and the end marker.
    EXPECT_EQ(refusal(bytes("\xff\xd8\xff\xc0\0\x0b\x08\x75\x30\x75\x30\1\1\x11\0\xff\xd9")),
              "30000 x 30000 pixels do not fit into a JPEG file of 17 bytes");
    EXPECT_EQ(refusal(bytes("\xff\xd8\xff\xc0\0\x0b\x08\xff\xff\xff\xff\1\1\x11\0\xff\xd9")),
              "65535 x 65535 pixels are more than the limit of 1073741824");
}
