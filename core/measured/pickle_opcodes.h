// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

namespace plimsoll {

/// Python's pickletools, as far as plain data needs them.
namespace opcode {
enum Opcode : unsigned char {
    mark = '(',
    stop = '.',
    none = 'N',
    new_true = 0x88,
    new_false = 0x89,
    integer_4 = 'J',
    integer_1 = 'K',
    integer_2 = 'M',
    long_1 = 0x8a,
    real_8 = 'G',
    text_1 = 0x8c,
    text_4 = 'X',
    text_8 = 0x8d,
    empty_tuple = ')',
    tuple_of_mark = 't',
    tuple_1 = 0x85,
    tuple_2 = 0x86,
    tuple_3 = 0x87,
    empty_list = ']',
    append_one = 'a',
    append_marked = 'e',
    empty_dict = '}',
    set_item = 's',
    set_marked = 'u',
    memoize = 0x94,
    put_1 = 'q',
    put_4 = 'r',
    get_1 = 'h',
    get_4 = 'j',
    protocol = 0x80,
    frame = 0x95,
};
} // namespace opcode

/// What pickletools calls an opcode that plain data does not need ("REDUCE"); "0xff" where none is called so.
[[nodiscard]] std::string name_of_opcode(unsigned char opcode);

} // namespace plimsoll
