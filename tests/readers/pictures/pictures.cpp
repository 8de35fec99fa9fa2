#include "pictures.h"

#include <stb_image_write.h>

#include <fstream>
#include <stdexcept>

namespace pictures {
namespace {

using ladders::Image;

std::string header(const Image& image, char grey, char colour)
{
    return std::string("P") + (image.channels == 1 ? grey : colour) + "\n" + std::to_string(image.width) +
           " " + std::to_string(image.height) + "\n255\n";
}

std::string half(const std::string& bytes)
{
    return bytes.substr(0, bytes.size() / 2);
}

std::string read_file(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

void write_right(const std::filesystem::path& folder)
{
    constexpr int kWidth = 96, kHeight = 72;
    const Image photo = photograph(kWidth, kHeight);
    const Image grey = ladders::to_grey(photo);
    std::filesystem::create_directories(folder);
    ladders::write_png(folder / "photo.png", photo);
    ladders::write_png(folder / "photo_grey.png", grey);
    write_file(folder / "photo.jpg", as_jpeg(photo));
    write_file(folder / "photo.pgm", as_pgm(grey));
    write_file(folder / "photo.ppm", as_pgm(photo));
    write_file(folder / "photo_16_bits.pgm", photograph_pgm16(kWidth, kHeight));
    write_file(folder / "photo_ascii.pgm", as_text(grey));
    write_file(folder / "photo_ascii.ppm", as_text(photo));
    write_file(folder / "maxval_15.pgm", "P2\n3 2\n15\n0 1 2\n13 14 15\n");
    write_file(folder / "maxval_1023.pgm", "P2\n3 2\n1023\n0 1 2\n1021 1022 1023\n");
    write_file(folder / "maxval_65535.pgm", std::string("P5 2 1 65535\n\x00\x00\xff\xff", 17));
    write_file(folder / "comment.pgm", "P5 # a comment\n# another\n2 #\n 2\n255\nabcd");
    write_file(folder / "png_in_disguise.pgm", read_file(folder / "photo.png"));
}

void write_broken(const std::filesystem::path& folder)
{
    const Image photo = photograph(64, 48);
    const Image grey = ladders::to_grey(photo);
    std::filesystem::create_directories(folder / "directory.pgm");
    write_file(folder / "empty.pgm", "");
    write_file(folder / "truncated_p2.pgm", half(as_text(grey)));
    write_file(folder / "truncated_p3.ppm", half(as_text(photo)));
    write_file(folder / "truncated_p5.pgm", half(as_pgm(grey)));
    write_file(folder / "truncated_p6.ppm", half(as_pgm(photo)));
    write_file(folder / "maxval_0.pgm", "P5\n2 2\n0\nabcd");
    write_file(folder / "maxval_65536.pgm", "P5\n2 2\n65536\nabcdabcd");
    write_file(folder / "over_maxval.pgm", "P2\n2 2\n15\n0 15 16 1\n");
    write_file(folder / "too_large.pgm", "P5\n65536 65537\n255\nabcd");
    write_file(folder / "larger_than_file.pgm", "P5\n30000 30000\n255\nabcd");
    write_file(folder / "negative_width.pgm", "P5\n-2 2\n255\nabcd");
    write_file(folder / "zero_height.pgm", "P5\n2 0\n255\n");
    write_file(folder / "bytes_after_the_end.pgm", "P5\n2 2\n255\nabcde");
    write_file(folder / "bitmap.pbm", "P1\n2 2\n0 1 1 0\n");
    write_file(folder / "text.png", "This is no picture.\n");

    ladders::write_png(folder / "half.png", photo);
    write_file(folder / "half.png", half(read_file(folder / "half.png")));
    write_file(folder / "half.jpg", half(as_jpeg(photo)));
}

}  // namespace

std::string as_pgm(const Image& image)
{
    return header(image, '5', '6') + std::string(image.pixels.begin(), image.pixels.end());
}

std::string as_text(const Image& image)
{
    std::string text = header(image, '2', '3');
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
        text += std::to_string(image.pixels[i]) + (i % 16 == 15 ? "\n" : " ");
    return text + "\n";
}

std::string as_jpeg(const Image& image, int quality)
{
    std::string bytes;
    const auto append = [](void* to, void* data, int size) {
        static_cast<std::string*>(to)->append(static_cast<char*>(data), size);
    };
    stbi_write_jpg_to_func(append, &bytes, image.width, image.height, image.channels, image.pixels.data(),
                           quality);
    return bytes;
}

void write_file(const std::filesystem::path& path, const std::string& bytes)
{
    std::ofstream file(path, std::ios::binary);
    file << bytes;
    if (!file.flush())
        throw std::runtime_error(path.string() + ": cannot be written");
}

void write_all(const std::filesystem::path& folder)
{
    write_right(folder / "right");
    write_broken(folder / "broken");
}

}  // namespace pictures
