#include "reading_pictures.h"

TEST(Pnm, ReadsAsciiGrey)
{
    const ladders::Image image = read("P2\n3 2\n255\n0 1 2\n253 254 255\n");
    EXPECT_EQ(image.width, 3);
    EXPECT_EQ(image.height, 2);
    EXPECT_EQ(image.channels, 1);
    EXPECT_FALSE(image.was_colour);
    EXPECT_EQ(image.maxval, 255);
    EXPECT_EQ(image.pixels, (Bytes{0, 1, 2, 253, 254, 255}));
}

TEST(Pnm, ReadsAsciiColour)
{
    const ladders::Image image = read("P3 1 2 255 1 2 3 4 5 6");
    EXPECT_EQ(image.channels, 3);
    EXPECT_TRUE(image.was_colour);
    EXPECT_EQ(image.pixels, (Bytes{1, 2, 3, 4, 5, 6}));
}

TEST(Pnm, ReadsRawGreyAndColour)
{
    EXPECT_EQ(read(bytes("P5\n2 2\n255\n\0#\n\xff")).pixels, (Bytes{0, '#', '\n', 255}));
    EXPECT_EQ(read(bytes("P6 1 1 255 \0\x80\xff")).pixels, (Bytes{0, 128, 255}));
}

TEST(Pnm, ReadsSixteenBitsWithTheHighByteFirst)
{
    EXPECT_EQ(read(bytes("P5 3 1 65535\n\x00\xff\xff\x00\xff\xff")).pixels, (Bytes{1, 254, 255}));
}

TEST(Pnm, ScalesFromItsMaxvalWithRounding)
{
    const ladders::Image image15 = read("P2 4 1 15 0 1 7 15");
    EXPECT_EQ(image15.pixels, (Bytes{0, 17, 119, 255}));
    EXPECT_EQ(image15.maxval, 15);
    const ladders::Image image1023 = read("P2 5 1 1023 0 2 3 512 1023");
    EXPECT_EQ(image1023.pixels, (Bytes{0, 0, 1, 128, 255}));
    EXPECT_EQ(image1023.maxval, 1023);
    EXPECT_EQ(read("P2 4 1 65535 128 129 32768 65535").pixels, (Bytes{0, 1, 128, 255}));
    EXPECT_EQ(read("P2 2 1 1 0 1").pixels, (Bytes{0, 255}));
    EXPECT_EQ(read(bytes("P5 2 1 256 \0\x80\1\0")).pixels, (Bytes{128, 255}));
}

TEST(Pnm, TakesCommentsAnywhereInTheHeader)
{
    for (const std::string header :
         {"P5#c\n1 2\n255\n", "P5\n# 9 9 9\n1 2\n255\n", "P5\n1# c\n2\n255\n", "P5 1 2 #\r255 ",
          "P5\n1 2\n#\n#\n255\n", "P5 1 2 255# the line end is the one white space\n"})
        EXPECT_EQ(read(header + "ab").pixels, (Bytes{'a', 'b'})) << header;
}

TEST(Pnm, TakesCommentsAmongAsciiSamples)
{
    EXPECT_EQ(read("P2 2 2 255 1#2\n2 # c\n#\n 3 4# c").pixels, (Bytes{1, 2, 3, 4}));
}

TEST(Pnm, TakesAllWhiteSpaceButOnlyOneBeforeRawSamples)
{
    EXPECT_EQ(read("P5\t1\v1\f255\r\n").pixels, (Bytes{'\n'}));
    EXPECT_EQ(read("P5 1 1 255 #").pixels, (Bytes{'#'}));
}

TEST(Pnm, ReadsTheFirstOfSeveralRawPictures)
{
    EXPECT_EQ(read("P5 1 1 255 aP5 1 1 255 b").pixels, (Bytes{'a'}));
    EXPECT_EQ(read("P5 1 1 255 a\n").pixels, (Bytes{'a'}));
}

TEST(Pnm, RefusesBytesAfterThePicture)
{
    EXPECT_EQ(refusal("P5 1 1 255 ab"), "byte 12: 1 bytes follow the 1 x 1 pixels");
    EXPECT_EQ(refusal("P2 1 1\n255\n1\n2"), "line 4: '2' after the last of 1 samples");
}

TEST(Pnm, RefusesTruncatedSamples)
{
    EXPECT_EQ(refusal("P5\n2 2\n255\nabc"),
              "byte 14: the file ends; 2 x 2 pixels need 4 bytes from byte 11 on");
    EXPECT_EQ(refusal("P6 1 1 255 ab"), "byte 13: the file ends; 1 x 1 pixels need 3 bytes from byte 11 on");
    EXPECT_EQ(refusal("P5 1 1 256 a"), "byte 12: the file ends; 1 x 1 pixels need 2 bytes from byte 11 on");
    EXPECT_EQ(refusal("P2\n2 2\n255\n1 2\n3"), "line 5: the file ends after 3 of 4 samples");
    EXPECT_EQ(refusal("P3\n1 1\n255\n1 2\n"), "line 5: the file ends after 2 of 3 samples");
}

TEST(Pnm, RefusesATruncatedHeader)
{
    EXPECT_EQ(refusal("P5"), "line 1: the file ends before the width");
    EXPECT_EQ(refusal("P5\n12"), "line 2: the file ends before the height");
    EXPECT_EQ(refusal("P5\n2 2\n"), "line 3: the file ends before the maxval");
    EXPECT_EQ(refusal("P5 2 2 255"), "byte 10: the file ends; 2 x 2 pixels need 4 bytes from byte 10 on");
    EXPECT_EQ(refusal("P5 2 2 255#"), "byte 11: the file ends; 2 x 2 pixels need 4 bytes from byte 11 on");
}

TEST(Pnm, RefusesAMaxvalThatIsNone)
{
    for (const std::string maxval : {"0", "65536", "-1", "x", "99999999999999999999"})
        EXPECT_EQ(refusal("P5\n1 1\n" + maxval + "\na"),
                  "line 3: the maxval must be a number from 1 to 65535, not '" + maxval + "'");
}

TEST(Pnm, RefusesSizesThatAreNone)
{
    for (const std::string size : {"0", "-5", "+5", "1.5", "0x10", "2,", "99999999999999999999"})
        EXPECT_EQ(refusal("P5\n" + size + " 1\n255\na"),
                  "line 2: the width must be a number from 1 to 1000000000, not '" + size + "'");
    EXPECT_EQ(refusal("P5\n1\n\n0\n255\na"),
              "line 4: the height must be a number from 1 to 1000000000, not '0'");
}

TEST(Pnm, RefusesSizesOverTheLimit)
{
    EXPECT_EQ(refusal("P5\n65536 65537\n255\na"),
              "line 2: 65536 x 65537 pixels are more than the limit of 1073741824");
    EXPECT_EQ(refusal("P6\n1000000000 1000000000\n255\na"),
              "line 2: 1000000000 x 1000000000 pixels are more than the limit of 1073741824");
}

TEST(Pnm, TakesNoMemoryForSamplesThatAreNotThere)
{
    // Whoever took it would take 6 GiB.
    EXPECT_NE(refusal("P6\n32768 32768\n65535\nabc"), "");
    EXPECT_NE(refusal("P3\n32768 32768\n65535\n1 2 3"), "");
}

TEST(Pnm, RefusesSamplesOverMaxval)
{
    EXPECT_EQ(refusal("P2\n2 1\n15\n15\n16\n"), "line 5: the sample must be a number from 0 to 15, not '16'");
    EXPECT_EQ(refusal("P5\n2 1\n15\n\x0f\x10"), "byte 11: sample 16 is over the maxval 15");
    EXPECT_EQ(refusal(bytes("P5\n2 1\n1023\n\3\xff\4\0")), "byte 14: sample 1024 is over the maxval 1023");
}

TEST(Pnm, RefusesSamplesThatAreNoNumbers)
{
    for (const std::string sample : {"-1", "a", "1a", "1.0"})
        EXPECT_EQ(refusal("P2 1 1 255\n" + sample),
                  "line 2: the sample must be a number from 0 to 255, not '" + sample + "'");
    EXPECT_EQ(refusal("P2 1 1 255 \x01\xff____________________________"),
              "line 1: the sample must be a number from 0 to 255, not '" + std::string("??") +
                  "__________________...'");
}

TEST(Pnm, RefusesFormatsItDoesNotRead)
{
    for (const std::string type : {"P1", "P4", "P7"})
        EXPECT_EQ(refusal(type + "\n1 1\n1\n"),
                  "line 1: PNM of type " + type + " is not read, only P2, P3, P5 and P6");
}
