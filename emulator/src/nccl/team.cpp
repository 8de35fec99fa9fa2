#include "nccl/team.h"

#include "debug_info/never_destroyed.h"

#include <algorithm>

namespace emu {
namespace {

[[gnu::init_priority(101)]] NeverDestroyed<std::map<std::string, std::shared_ptr<Team>>> teams_by_id;
auto& teams = teams_by_id.value;

}  // namespace

Team::Team(const std::string& id_, int ranks_, const std::string& folder) : id(id_), ranks(ranks_)
{
    place.open(folder);
}

bool Team::enter(int rank, int device, const std::string& where)
{
    if (is_here(rank) || (!place.folder().empty() && !place.enter(rank)))
        return false;
    members_[rank] = {device, where};
    return true;
}

std::vector<int> Team::absent() const
{
    std::vector<int> found;
    for (int rank = 0; rank < ranks; ++rank)
        if (!is_here(rank) && (place.folder().empty() || !place.has_entered(rank)))
            found.push_back(rank);
    return found;
}

void Team::begin()
{
    has_others_ = int(members_.size()) < ranks;
    if (!has_others_)
        place.remove();
    else
        for (int rank = 0; rank < ranks; ++rank)
            if (!is_here(rank))
                completed_there_.insert({rank, 0});
}

void Team::post(int rank, const std::string& key, Message message, int to)
{
    message.completed = members_.at(rank).completed;
    if (has_others_ && (to < 0 || !is_here(to)))
        place.write(file_of(rank, key), packed(message));
    if (to < 0 || is_here(to))
        board_[file_of(rank, key)] = std::move(message);
}

const Message* Team::find(int rank, const std::string& key)
{
    const std::string name = file_of(rank, key);
    const auto found = board_.find(name);
    if (found != board_.end())
        return &found->second;
    std::string text;
    Message message;
    if (is_here(rank) || !place.exists(name) || !place.read(name, text) || !unpack(text, message))
        return nullptr;
    completed_there_[rank] = std::max(completed_there_[rank], message.completed);
    return &(board_[name] = std::move(message));
}

void Team::erase(int rank, const std::string& key)
{
    board_.erase(file_of(rank, key));
    if (has_others_)
        place.erase(file_of(rank, key));
}

uint64_t Team::completed_by_all() const
{
    uint64_t least = ~uint64_t(0);
    for (const auto& [rank, member] : members_)
        least = std::min(least, member.completed);
    return least;
}

void Team::complete(int rank, uint64_t number)
{
    members_.at(rank).completed = number + 1;
    const uint64_t here = completed_by_all();
    uint64_t everywhere = here;
    for (const auto& [other, completed] : completed_there_)
        everywhere = std::min(everywhere, completed);
    // A file is erased when all processes have read it, and by the process that wrote it.
    for (; erased_ < everywhere; ++erased_)
        for (const auto& [own, member] : members_)
            erase(own, key_of_collective(erased_));
    // What has been read is not needed twice.
    if (here > number)
        for (const auto& [other, completed] : completed_there_)
            board_.erase(file_of(other, key_of_collective(number)));
}

void Team::leave(int rank)
{
    members_.at(rank).has_left = true;
    if (!has_others_)
        return;
    std::vector<int> own;
    for (const auto& [each, member] : members_) {
        if (!member.has_left)
            return;
        own.push_back(each);
    }
    place.leave(own, ranks);
}

void Team::leave()
{
    if (!has_others_)
        return place.remove();
    for (auto& [rank, member] : members_)
        if (!member.has_left)
            leave(rank);
}

void Team::tell_waiting(int rank, const std::string& what)
{
    if (!has_others_)
        return;
    if (what.empty())
        place.erase("waits" + std::to_string(rank));
    else
        place.write("waits" + std::to_string(rank), what);
}

std::vector<Message> Team::unreceived() const
{
    std::vector<Message> found;
    for (const auto& [name, message] : board_)
        if (message.terms.call == Call::send)
            found.push_back(message);
    for (const auto& [rank, member] : members_)
        for (const std::string& name :
             has_others_ ? place.names_with("to" + std::to_string(rank) + ".") : std::vector<std::string>())
            if (std::string text; !board_.contains(name) && place.read(name, text))
                unpack(text, found.emplace_back());
    return found;
}

bool Team::is_last(int rank) const
{
    for (const auto& [each, member] : members_)
        if (each != rank && !member.has_left)
            return false;
    return true;
}

std::shared_ptr<Team> find_team(const std::string& id, int ranks, const std::string& folder)
{
    std::shared_ptr<Team>& team = teams[id];
    if (!team)
        team = std::make_shared<Team>(id, ranks, folder);
    return team;
}

std::vector<std::shared_ptr<Team>> all_teams()
{
    std::vector<std::shared_ptr<Team>> all;
    for (const auto& [id, team] : teams)
        all.push_back(team);
    return all;
}

std::string key_of_collective(uint64_t number)
{
    return "collective" + std::to_string(number);
}

std::string key_of_send(uint64_t number, int to)
{
    return "send" + std::to_string(number) + "to" + std::to_string(to);
}

}  // namespace emu
