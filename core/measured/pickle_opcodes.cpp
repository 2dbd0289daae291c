// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/pickle_opcodes.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace plimsoll {

namespace {

struct Named {
    unsigned char opcode;
    std::string_view name;
};
/// What others do, so that an error says what was met.
constexpr Named dangerous[] = {
    {'c', "GLOBAL"},
    {0x93, "STACK_GLOBAL"},
    {'R', "REDUCE"},
    {'b', "BUILD"},
    {'i', "INST"},
    {'o', "OBJ"},
    {0x81, "NEWOBJ"},
    {0x92, "NEWOBJ_EX"},
    {0x82, "EXT1"},
    {0x83, "EXT2"},
    {0x84, "EXT4"},
    {'P', "PERSID"},
    {'Q', "BINPERSID"},
    {'0', "POP"},
    {'1', "POP_MARK"},
    {'2', "DUP"},
    {'S', "STRING"},
    {'T', "BINSTRING"},
    {'U', "SHORT_BINSTRING"},
    {'V', "UNICODE"},
    {'B', "BINBYTES"},
    {'C', "SHORT_BINBYTES"},
    {0x8e, "BINBYTES8"},
    {0x96, "BYTEARRAY8"},
    {0x97, "NEXT_BUFFER"},
    {0x98, "READONLY_BUFFER"},
    {0x8f, "EMPTY_SET"},
    {0x90, "ADDITEMS"},
    {0x91, "FROZENSET"},
    {'d', "DICT"},
    {'l', "LIST"},
    {'g', "GET"},
    {'p', "PUT"},
    {'I', "INT"},
    {'L', "LONG"},
    {'F', "FLOAT"},
    {0x8b, "LONG4"},
};

} // namespace

std::string name_of_opcode(unsigned char opcode)
{
    const auto *const found = std::ranges::find(dangerous, opcode, &Named::opcode);
    if (found != std::end(dangerous)) return std::string(found->name);
    constexpr std::string_view digits = "0123456789abcdef";
    return {'0', 'x', digits[opcode >> 4U], digits[opcode & 15U]};
}

} // namespace plimsoll
