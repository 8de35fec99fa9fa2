// Where the processes of a communicator meet: a folder, which the communicator's id names, with a file for each rank and
// each message. A rank locks its file while its process lives, so that the others see when it has died.
#pragma once

#include <string>
#include <vector>

namespace emu {

class MeetingPlace {
public:
    // Makes a new folder and returns its path; "" if the system refuses.
    static std::string make();
    // The folder of a part of the ranks, which each of them may make.
    static std::string make_part(const std::string& folder, const std::string& name);

    void open(const std::string& folder) { folder_ = folder; }
    const std::string& folder() const { return folder_; }

    // This process has the rank. Returns false if another process has it.
    bool enter(int rank);
    bool has_entered(int rank) const;  // some process
    bool lives(int rank) const;        // of another process
    // These ranks of this process need nothing more. The last process removes the folder.
    void leave(const std::vector<int>& own, int ranks);
    bool has_left(int rank) const;
    void remove() const;

    void write(const std::string& name, const std::string& text) const;
    bool read(const std::string& name, std::string& text) const;
    bool exists(const std::string& name) const;
    double age(const std::string& name) const;  // in seconds
    void erase(const std::string& name) const;
    std::vector<std::string> names_with(const std::string& part) const;

private:
    std::string path(const std::string& name) const { return folder_ + "/" + name; }

    std::string folder_;
};

}  // namespace emu
