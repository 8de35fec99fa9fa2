// Blindfold: hides an input's values from a version's host code, for the judge of strangers' versions (judge.h).
//
// The host code gets an input of the same shape with other values. A copy to the device carries the true ones, so a
// kernel finds what it should, and an answer that the host computes is wrong. The true values lie in memory that can be
// read during such a copy only. On the emulator alone; elsewhere nothing is ever hidden.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ladders {

// The arrays of an input that no version's host code has to read. A topic names them in hide().
class HiddenArrays {
public:
    struct Array {
        unsigned char* first;
        std::size_t n, element, step;  // bytes of an element, and from one to the next
        bool is_movable, is_free;
    };
    // Whether other values in an array would do as well, or must fit to each other and to the rest of the input.
    enum class Values { free, related };

    // Host code may copy the elements to other places, in any order, before it uploads them: each gets a value of its
    // own, by which it is known again. For elements of 4 or 8 bytes, and problems whose answer is not a mere choice
    // of the input's elements.
    template <class T>
    void movable(std::vector<T>& array, Values values = Values::free)
    {
        movable(array.data(), array.size(), sizeof(T), values);
    }
    template <class T>
    void movable(T* first, std::size_t n, std::size_t step, Values values = Values::free)
    {
        static_assert(sizeof(T) == 4 || sizeof(T) == 8);
        add(first, n, sizeof(T), step, true, values);
    }
    // Host code uploads the array, a part of it, or a copy of either, as it is.
    template <class T>
    void whole(std::vector<T>& array, Values values = Values::free)
    {
        add(array.data(), array.size(), sizeof(T), sizeof(T), false, values);
    }

    const std::vector<Array>& all() const { return arrays_; }

private:
    void add(void* first, std::size_t n, std::size_t element, std::size_t step, bool is_movable,
             Values values);

    std::vector<Array> arrays_;
};

// Draws each element of the free arrays anew from the array's elements. The same for the same seed.
void draw_again(const HiddenArrays& arrays, std::uint64_t seed);

// Copies of one run, without those that the harness makes itself.
struct CopyTotals {
    std::size_t copies = 0, bytes = 0;
};

class Blindfold {
public:
    // Begins to watch copies, and forgets those of the last run. Throws UsageError on a GPU.
    void put_on();
    // Forgets what is hidden.
    void take_off();
    // Puts other values in place of the arrays' values. seed: of the other values.
    void hide(const HiddenArrays& arrays, std::uint64_t seed);

    // The bytes that a copy to the device carries.
    void true_bytes(void* to, const void* from, std::size_t bytes) const;
    // `derived` was made of hidden values: a copy of it to the device carries `truth`, of the same size.
    void hide_derived(const void* derived, const void* truth, std::size_t bytes);

    // Whether these bytes came from the device in this run, out of arrays that kernels have stored into.
    bool is_downloaded(const void* result, std::size_t bytes) const;
    // The same for one number, which may have had another type on the device.
    bool is_downloaded(double number) const;
    const CopyTotals& to_device() const { return to_device_; }
    const CopyTotals& to_host() const { return to_host_; }
    bool is_on() const { return is_on_; }

    // While one exists, copies are the harness's own and count for nothing.
    class Pause {
    public:
        Pause();
        ~Pause();
        Pause(const Pause&) = delete;
        Pause& operator=(const Pause&) = delete;
    };

private:
    friend void note_copy_to_device(void* to, const void* from, std::size_t bytes);
    friend void note_copy_to_host(const void* to, std::size_t bytes, bool stored);

    // Bytes that can be read only while a Vault::Open exists.
    struct Secret {
        std::size_t offset, bytes;
    };
    struct Whole {
        const unsigned char* place;
        std::vector<unsigned char> decoy;
        Secret truth;
    };
    Secret keep(const void* bytes, std::size_t n);
    bool find_whole(void* to, const unsigned char* from, std::size_t bytes) const;

    bool is_on_ = false;
    std::vector<Whole> wholes_;
    Secret words_{}, double_words_{};  // the true values of movable elements, by their numbers
    std::vector<std::vector<unsigned char>> downloads_;
    CopyTotals to_device_, to_host_;
};

extern Blindfold& blindfold;

// For a topic's function that gives the host an input's array in another form: f(array). If the array is hidden, so
// is what f makes of it, a vector.
template <class T, class F>
auto derived_from(const std::vector<T>& array, F f)
{
    auto result = f(array);
    if (blindfold.is_on()) {
        std::vector<T> truth(array.size());
        blindfold.true_bytes(truth.data(), array.data(), array.size() * sizeof(T));
        const auto true_result = f(truth);
        blindfold.hide_derived(result.data(), true_result.data(),
                               true_result.size() * sizeof(*true_result.data()));
    }
    return result;
}

}  // namespace ladders
