// The ranks of a communicator: those of this process, and those of others.
#pragma once

#include "nccl/meeting_place.h"
#include "nccl/message.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace emu {

class Team {
public:
    // folder: empty if all ranks are of this process
    Team(const std::string& id, int ranks, const std::string& folder);

    const std::string id;
    const int ranks;
    MeetingPlace place;

    // A rank of this process. Returns false if the rank is taken.
    bool enter(int rank, int device, const std::string& where);
    bool is_here(int rank) const { return members_.contains(rank); }
    int device_of(int rank) const { return members_.at(rank).device; }
    // Where a rank of this process was made.
    const std::string& origin_of(int rank) const { return members_.at(rank).origin; }
    // The ranks that have not entered.
    std::vector<int> absent() const;
    // All have entered.
    void begin();
    bool has_others() const { return has_others_; }  // in other processes

    // key: of the message, the same for all ranks of a collective.
    // to: the rank that a send is for.
    void post(int rank, const std::string& key, Message message, int to = -1);
    // nullptr: it has not come yet.
    const Message* find(int rank, const std::string& key);
    void erase(int rank, const std::string& key);
    // The rank, of this process, has completed its collective with this number.
    void complete(int rank, uint64_t number);

    // The ranks of this process need nothing more.
    void leave(int rank);
    void leave();
    bool has_left() const { return is_last(-1); }
    // What a rank of this process waits for, for the other processes; "": nothing.
    void tell_waiting(int rank, const std::string& what);

    // The messages that a rank of this process has been sent, and has not received.
    std::vector<Message> unreceived() const;
    // Whether this is the first error of the call with this key.
    bool is_first_mismatch(const std::string& key) { return mismatches_.insert(key).second; }
    // Whether all other ranks of this process have left.
    bool is_last(int rank) const;

private:
    struct Member {
        int device;
        std::string origin;
        uint64_t completed = 0;
        bool has_left = false;
    };
    static std::string file_of(int rank, const std::string& key) { return key + "." + std::to_string(rank); }
    uint64_t completed_by_all() const;

    std::map<int, Member> members_;            // by rank
    std::map<int, uint64_t> completed_there_;  // by rank of another process, as far as is known
    std::map<std::string, Message> board_;     // by file_of()
    std::set<std::string> mismatches_;
    bool has_others_ = false;
    uint64_t erased_ = 0;  // collectives whose messages have been erased
};

// The team with this id; made if this process does not know it yet.
std::shared_ptr<Team> find_team(const std::string& id, int ranks, const std::string& folder);
// For the end of the program.
std::vector<std::shared_ptr<Team>> all_teams();

std::string key_of_collective(uint64_t number);
std::string key_of_send(uint64_t number, int to);

}  // namespace emu
