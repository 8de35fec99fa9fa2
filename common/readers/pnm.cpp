#include "common/readers/pnm.h"

#include <algorithm>
#include <utility>

namespace ladders {
namespace {

bool is_space(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

std::string size_text(int width, int height)
{
    return std::to_string(width) + " x " + std::to_string(height);
}

class PnmReader {
public:
    explicit PnmReader(const ImageFile& file) : file_(file) {}
    Image read();

private:
    void read_header();
    void read_ascii();
    void read_raw();
    void expect_end_of_ascii();
    void expect_end_of_raw();

    void skip_space_and_comments();
    void skip_comment();
    std::string word() const;  // at the position, shortened for a message
    int number(const char* what, int least, int most);
    int number_or_end(const char* what, int least, int most);  // kEnd at the end of the file

    static constexpr int kEnd = -1;
    int at(std::size_t i) const { return i < file_.bytes.size() ? file_.bytes[i] : kEnd; }
    std::size_t left() const { return file_.bytes.size() - here_; }
    InputError error(const std::string& fault) const { return file_.error_at_line(line_, fault); }
    std::uint8_t scaled(int sample) const
    {
        return static_cast<std::uint8_t>((sample * 255 + maxval_ / 2) / maxval_);
    }

    const ImageFile& file_;
    std::size_t here_ = 0;
    int line_ = 1;
    int maxval_ = 0;
    std::size_t samples_ = 0;
    Image image_;
};

Image PnmReader::read()
{
    const int type = at(1);
    const bool raw = type == '5' || type == '6';
    if (!raw && type != '2' && type != '3')
        throw error("PNM of type P" + std::string(1, static_cast<char>(type)) +
                    " is not read, only P2, P3, P5 and P6");
    image_.channels = type == '3' || type == '6' ? 3 : 1;
    image_.was_colour = image_.channels == 3;
    here_ = 2;

    read_header();
    if (raw) {
        read_raw();
        expect_end_of_raw();
    } else {
        read_ascii();
        expect_end_of_ascii();
    }
    return std::move(image_);
}

void PnmReader::read_header()
{
    constexpr int kMostSide = 1'000'000'000;  // more is refused by the number of pixels
    image_.width = number("width", 1, kMostSide);
    image_.height = number("height", 1, kMostSide);
    const std::int64_t pixels = std::int64_t{image_.width} * image_.height;
    if (pixels > kMostPixels)
        throw error(size_text(image_.width, image_.height) + " pixels are more than the limit of " +
                    std::to_string(kMostPixels));
    samples_ = static_cast<std::size_t>(pixels) * image_.channels;
    maxval_ = image_.maxval = number("maxval", 1, 65535);
}

// One white-space character ends the header, or a comment's line end. The samples follow.
void PnmReader::read_raw()
{
    if (at(here_) == '#')
        skip_comment();
    ++here_;  // number() has seen that there is white space, or the end

    const std::size_t begin = std::min(here_, file_.bytes.size());
    const std::size_t bytes_per_sample = maxval_ > 255 ? 2 : 1;
    const std::size_t needed = samples_ * bytes_per_sample;
    if (file_.bytes.size() - begin < needed)
        throw file_.error_at_byte(
            file_.bytes.size(), "the file ends; " + size_text(image_.width, image_.height) + " pixels need " +
                                    std::to_string(needed) + " bytes from byte " + std::to_string(begin) +
                                    " on");
    image_.pixels.resize(samples_);
    for (std::size_t i = 0; i < samples_; ++i) {
        const std::size_t byte = begin + i * bytes_per_sample;
        const int sample =
            maxval_ > 255 ? file_.bytes[byte] * 256 + file_.bytes[byte + 1] : file_.bytes[byte];
        if (sample > maxval_)
            throw file_.error_at_byte(
                byte, "sample " + std::to_string(sample) + " is over the maxval " + std::to_string(maxval_));
        image_.pixels[i] = maxval_ == 255 ? static_cast<std::uint8_t>(sample) : scaled(sample);
    }
    here_ = begin + needed;
}

void PnmReader::read_ascii()
{
    // A sample takes at least a digit and white space: a header that promises more gets no memory.
    image_.pixels.reserve(std::min(samples_, left() / 2 + 1));
    for (std::size_t i = 0; i < samples_; ++i) {
        const int sample = number_or_end("sample", 0, maxval_);
        if (sample == kEnd)
            throw error("the file ends after " + std::to_string(i) + " of " + std::to_string(samples_) +
                        " samples");
        image_.pixels.push_back(scaled(sample));
    }
}

void PnmReader::expect_end_of_ascii()
{
    skip_space_and_comments();
    if (left() > 0)
        throw error("'" + word() + "' after the last of " + std::to_string(samples_) + " samples");
}

void PnmReader::expect_end_of_raw()
{
    const std::size_t end = here_;
    while (is_space(at(here_)))
        ++here_;
    const bool further_picture = at(here_) == 'P' && at(here_ + 1) >= '1' && at(here_ + 1) <= '7';
    if (left() > 0 && !further_picture)
        throw file_.error_at_byte(end, std::to_string(file_.bytes.size() - end) + " bytes follow the " +
                                           size_text(image_.width, image_.height) + " pixels");
}

void PnmReader::skip_space_and_comments()
{
    for (;; ++here_) {
        if (at(here_) == '#')
            skip_comment();
        if (!is_space(at(here_)))
            return;
        line_ += at(here_) == '\n';
    }
}

// Up to its line end.
void PnmReader::skip_comment()
{
    while (at(here_) != kEnd && at(here_) != '\n' && at(here_) != '\r')
        ++here_;
}

std::string PnmReader::word() const
{
    constexpr std::size_t kLongest = 20;
    std::string text;
    for (std::size_t i = here_; at(i) != kEnd && !is_space(at(i)) && at(i) != '#'; ++i) {
        if (text.size() == kLongest)
            return text + "...";
        text += at(i) > ' ' && at(i) < 127 ? static_cast<char>(at(i)) : '?';
    }
    return text;
}

int PnmReader::number(const char* what, int least, int most)
{
    const int value = number_or_end(what, least, most);
    if (value == kEnd)
        throw error("the file ends before the " + std::string(what));
    return value;
}

int PnmReader::number_or_end(const char* what, int least, int most)
{
    skip_space_and_comments();
    if (left() == 0)
        return kEnd;

    std::size_t end = here_;
    std::int64_t value = 0;
    for (; is_digit(at(end)); ++end)
        value = std::min<std::int64_t>(value * 10 + (at(end) - '0'), std::int64_t{most} + 1);
    const bool whole_word = at(end) == kEnd || is_space(at(end)) || at(end) == '#';
    if (end == here_ || !whole_word || value < least || value > most)
        throw error("the " + std::string(what) + " must be a number from " + std::to_string(least) + " to " +
                    std::to_string(most) + ", not '" + word() + "'");
    here_ = end;
    return static_cast<int>(value);
}

}  // namespace

bool is_pnm(const ImageFile& file)
{
    return file.bytes.size() >= 2 && file.bytes[0] == 'P' && file.bytes[1] >= '1' && file.bytes[1] <= '7' &&
           (file.bytes.size() == 2 || is_space(file.bytes[2]) || file.bytes[2] == '#');
}

Image read_pnm(const ImageFile& file)
{
    return PnmReader(file).read();
}

}  // namespace ladders
