#include "conv1d.h"

#include "common/support/numbers.h"
#include "convolution/odd_number.h"

void Conv1d::add_options(OptionList& options)
{
    options.whole("--mask", mask_width_,
                  "weights in the mask: an odd number, at most " + std::to_string(kMostMask),
                  odd_number_up_to(kMostMask));
}

Conv1d::Input Conv1d::make_input(const Options& options) const
{
    return {random_floats(options.size, options.seed, -1, 1),
            random_floats(mask_width_, options.seed + 1, -1, 1),
            format_text("n = %zu, mask of %d, uniform, seed %llu", options.size, mask_width_,
                        static_cast<unsigned long long>(options.seed))};
}

std::vector<Shown> Conv1d::shown_inputs(const Input& in) const
{
    return {shown("mask", in.mask), shown("in", in.numbers)};
}

void Conv1d::selftests(SelfTests<Conv1d>& tests) const
{
    tests.add_to_plain_runs({"-n 2053 --mask 7", "-n 5 --mask 31"});
    const std::size_t b = tests.block();
    for (const int mask : {1, 3, 5, 7, 9, 31})
        tests.add_sizes({1, 2, 3, 33, b - 1, b, b + 1, 4 * b - 1, 4 * b + 1, 2053},
                        "--mask " + std::to_string(mask));
    for (const char* wider_than_all : {"--mask 255", "--mask 1021", "--mask 1023"})
        tests.add_sizes({1, 100, 515}, wider_than_all);

    const auto add = [&](const char* what, std::vector<float> numbers, std::vector<float> mask) {
        tests.add(what, {std::move(numbers), std::move(mask), what});
    };
    add("large numbers", random_floats(1000, 1, -1e30F, 1e30F), random_floats(5, 2, -1, 1));
    add("numbers that are next to zero", random_floats(1000, 2, -1e-42F, 1e-42F), random_floats(7, 3, -1, 1));
    // Rounding is large beside these sums, but not beside the bound.
    std::vector<float> numbers = random_floats(3001, 3, -1, 1);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] += i % 2 ? -1000 : 1000;
    add("sums that cancel", numbers, {1, 1, 0, -1, -1});
    // The result is the mask itself, mirrored.
    numbers.assign(515, 0);
    numbers[255] = 1;
    add("one number that is not zero", numbers, random_floats(33, 5, -1, 1));
}
