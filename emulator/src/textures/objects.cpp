#include "textures/objects.h"

#include "checks/reports.h"
#include "debug_info/never_destroyed.h"
#include "memory/device_memory.h"

#include <deque>

namespace emu {
namespace {

// Objects stay here after their end, so that a later use is told. Their numbers are not used again.
[[gnu::init_priority(101)]] NeverDestroyed<std::deque<Object>> all_textures;
[[gnu::init_priority(101)]] NeverDestroyed<std::deque<Object>> all_surfaces;

std::deque<Object>& objects_of(ObjectKind kind)
{
    return kind == ObjectKind::texture ? all_textures.value : all_surfaces.value;
}

const char* name_of(ObjectKind kind)
{
    return kind == ObjectKind::texture ? "texture" : "surface";
}

constexpr int kKindShift = 32;  // the kind is in the upper half of a number

}  // namespace

std::string Resource::words() const
{
    if (array)
        return words_of(*array);
    if (is_linear())
        return "linear memory of " + std::to_string(width) + " elements of " + format.name();
    return "pitched memory of " + std::to_string(width) + " x " + std::to_string(height) + " elements of " +
           format.name();
}

unsigned long long note_object(ObjectKind kind, const Object& object)
{
    std::deque<Object>& objects = objects_of(kind);
    objects.push_back(object);
    objects.back().begin = host_calls();
    return (unsigned long long)kind << kKindShift | objects.size();
}

Object* find_object(ObjectKind kind, unsigned long long number, std::string& why)
{
    const std::string name = name_of(kind);
    const unsigned long long upper = number >> kKindShift, index = (number & 0xffffffff) - 1;
    const ObjectKind other = kind == ObjectKind::texture ? ObjectKind::surface : ObjectKind::texture;
    if (upper == (unsigned long long)other && index < objects_of(other).size()) {
        why = std::string("It is a ") + name_of(other) + " object, and not a " + name + " object.";
        return nullptr;
    }
    if (upper != (unsigned long long)kind || index >= objects_of(kind).size()) {
        why = "No " + name + " object has the number " + std::to_string(number) + ". cudaCreate" +
              (kind == ObjectKind::texture ? "Texture" : "Surface") + "Object() makes one.";
        return nullptr;
    }
    Object& object = objects_of(kind)[index];
    if (object.is_live)
        return &object;
    why = object.end.count == 0
              ? "The " + name + " object ended at cudaDeviceReset()."
              : "The " + name + " object was destroyed at " + file_and_line(object.end.line()) +
                    ".\nDestroy it after the last kernel that uses it.";
    return nullptr;
}

void note_destroyed(Object& object)
{
    object.is_live = false;
    object.end = host_calls();
}

bool has_memory(const Object& object, std::string& why)
{
    const Resource& resource = object.resource;
    if (resource.array)
        return find_array(resource.array, why) != nullptr;
    uintptr_t low, high;
    if (!device_memory.contains(resource.memory) ||
        device_memory.find_live(resource.memory, resource.memory + resource.bytes, &low, &high))
        return true;
    why = "Its memory has been freed: " + resource.words() + ".\nFree it after the last kernel that uses it.";
    return false;
}

void end_objects()
{
    for (const ObjectKind kind : {ObjectKind::texture, ObjectKind::surface})
        for (Object& object : objects_of(kind))
            object.is_live = false;
}

}  // namespace emu
