// Compiled to learn how fast the machine is: the standard library's headers and templates, as most of the project.
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <regex>
#include <string>
#include <vector>

int main()
{
    std::map<std::string, std::vector<int>> lengths;
    for (std::string word; std::cin >> word;)
        if (std::regex_match(word, std::regex("[a-z]+")))
            lengths[word].push_back(static_cast<int>(word.size()));
    for (auto& [word, all] : lengths) {
        std::sort(all.begin(), all.end(), std::greater<>());
        std::cout << word << ' ' << all.front() << '\n';
    }
}
