// make_pictures FOLDER: writes the tests' pictures, FOLDER/right/photo.png and so on, and FOLDER/broken.
#include "pictures.h"

#include <exception>
#include <iostream>

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::cerr << "usage: make_pictures FOLDER\n";
        return 2;
    }
    try {
        pictures::write_all(argv[1]);
    } catch (const std::exception& error) {
        std::cerr << "make_pictures: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
