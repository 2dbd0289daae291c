// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/pickle.h"

#include "core/ground/phrase.h"
#include "core/measured/pickle_opcodes.h"

#include <algorithm>
#include <span>

namespace plimsoll {

namespace {

using PickleKind = PickleValue::Kind;
using namespace opcode;

/// More than a file holds: what a frame of this length says is false.
constexpr std::uint64_t largest_frame = std::uint64_t{1} << 48;

} // namespace

Error PickleReader::refused(std::string met) const
{
    return Error{"pickle",
                 phrase(QT_TRANSLATE_NOOP("core", "%1 at byte %2"), {met, std::to_string(m_offset)}),
                 phrase(QT_TRANSLATE_NOOP("core", "plain data: dicts, lists, tuples, texts and numbers, protocols 2 to 5")),
                 {}};
}

Error PickleReader::ends_early() const { return refused(phrase(QT_TRANSLATE_NOOP("core", "the end of the file"))); }

Error PickleReader::too_large(std::string_view what) const
{
    return refused(phrase(QT_TRANSLATE_NOOP("core", "more than is read: %1"), {what}));
}

bool PickleReader::fill()
{
    m_buffer.resize(std::size_t{1} << 18);
    m_in.read(m_buffer.data(), static_cast<std::streamsize>(m_buffer.size()));
    m_buffer.resize(static_cast<std::size_t>(m_in.gcount()));
    m_at = 0;
    return !m_buffer.empty();
}

bool PickleReader::take(unsigned bytes, std::uint64_t &value)
{
    value = 0;
    for (unsigned i = 0; i < bytes; ++i) {
        if (m_at == m_buffer.size() && !fill()) return false;
        value |= std::uint64_t{static_cast<unsigned char>(m_buffer[m_at++])} << (8U * i);
        ++m_offset;
    }
    return true;
}

Result<PickleValue> PickleReader::read(const Take &taken)
{
    std::uint64_t opcode = 0;
    if (!take(1, opcode)) return ends_early();
    if (opcode != protocol) return refused(name_of_opcode(static_cast<unsigned char>(opcode)));
    std::uint64_t version = 0;
    if (!take(1, version)) return ends_early();
    if (version < 2 || version > 5) return refused("PROTO " + std::to_string(version));
    while (take(1, opcode)) {
        if (opcode == stop) {
            if (m_stack.size() != 1 || !m_marks.empty()) return refused("STOP");
            if (m_offset < m_frame_end) return refused("FRAME");
            return m_stack.back();
        }
        if (auto error = step(static_cast<unsigned char>(opcode), taken)) return *std::move(error);
    }
    return ends_early();
}

std::optional<Error> PickleReader::step(unsigned char opcode, const Take &taken)
{
    switch (opcode) {
    case mark:
        if (m_marks.size() >= m_limits.depth) return too_large("MARK");
        m_marks.push_back(m_stack.size());
        return std::nullopt;
    case frame: return begin_frame();
    case memoize:
    case put_1:
    case put_4:
    case get_1:
    case get_4: return remember(opcode);
    case empty_tuple:
    case tuple_of_mark:
    case tuple_1:
    case tuple_2:
    case tuple_3:
    case empty_list:
    case append_one:
    case append_marked:
    case empty_dict:
    case set_item:
    case set_marked: return collect(opcode, taken);
    default: return constant(opcode);
    }
}

/// Frames say how much may be read at once; one ends before the next begins, and before the pickle does.
std::optional<Error> PickleReader::begin_frame()
{
    std::uint64_t length = 0;
    const std::uint64_t begin = m_offset;
    if (!take(8, length)) return ends_early();
    if (begin < m_frame_end || length > largest_frame) return refused("FRAME");
    m_frame_end = m_offset + length;
    return std::nullopt;
}

std::optional<Error> PickleReader::take_integer(unsigned bytes, bool is_signed)
{
    std::uint64_t value = 0;
    if (!take(bytes, value)) return ends_early();
    if (is_signed && bytes > 0 && bytes < 8 && (value >> (8U * bytes - 1U)) != 0) value |= ~std::uint64_t{0} << (8U * bytes);
    m_stack.push_back({PickleKind::integer, value});
    return std::nullopt;
}

std::optional<Error> PickleReader::text_of(std::uint64_t length)
{
    if (length > m_limits.text || m_text_bytes + length > m_limits.texts) return too_large("BINUNICODE");
    std::string out;
    out.reserve(static_cast<std::size_t>(std::min<std::uint64_t>(length, 4096)));
    while (out.size() < length) {
        if (m_at == m_buffer.size() && !fill()) return ends_early();
        const std::size_t part = std::min(static_cast<std::size_t>(length) - out.size(), m_buffer.size() - m_at);
        out.append(m_buffer, m_at, part);
        m_at += part;
        m_offset += part;
    }
    if (!count(1)) return too_large("BINUNICODE");
    m_text_bytes += length;
    m_stack.push_back({PickleKind::text, m_texts.size()});
    m_texts.push_back(std::move(out));
    return std::nullopt;
}

std::optional<Error> PickleReader::constant(unsigned char opcode)
{
    if (m_stack.size() >= m_limits.values) return too_large("MARK");
    std::uint64_t value = 0;
    switch (opcode) {
    case none: m_stack.push_back({}); return std::nullopt;
    case new_true: m_stack.push_back({PickleKind::boolean, 1}); return std::nullopt;
    case new_false: m_stack.push_back({PickleKind::boolean, 0}); return std::nullopt;
    case integer_1: return take_integer(1, false);
    case integer_2: return take_integer(2, false);
    case integer_4: return take_integer(4, true);
    case long_1:
        if (!take(1, value)) return ends_early();
        if (value > 9) return too_large("LONG1");
        if (value < 9) return take_integer(static_cast<unsigned>(value), true);
        if (auto error = take_integer(8, false)) return error; // an address beyond 2^63 has a ninth byte of zero
        if (!take(1, value)) return ends_early();
        return value == 0 ? std::nullopt : std::optional(too_large("LONG1"));
    case real_8: {
        if (!take(8, value)) return ends_early();
        std::uint64_t swapped = 0; // big end first
        for (unsigned i = 0; i < 8; ++i) swapped |= ((value >> (8U * i)) & 255U) << (56U - 8U * i);
        m_stack.push_back({PickleKind::real, swapped});
        return std::nullopt;
    }
    case text_1: return take(1, value) ? text_of(value) : std::optional(ends_early());
    case text_4: return take(4, value) ? text_of(value) : std::optional(ends_early());
    case text_8: return take(8, value) ? text_of(value) : std::optional(ends_early());
    default: return refused(name_of_opcode(opcode));
    }
}

std::uint32_t PickleReader::make()
{
    if (!m_spare.empty()) {
        const std::uint32_t out = m_spare.back();
        m_spare.pop_back();
        m_containers[out].number = no_memo;
        m_containers[out].closed = false;
        return out;
    }
    m_containers.emplace_back();
    return static_cast<std::uint32_t>(m_containers.size() - 1);
}

PickleReader::Container *PickleReader::container(const PickleValue &value)
{
    const bool holds = value.kind == PickleKind::tuple || value.kind == PickleKind::list || value.kind == PickleKind::dict;
    return holds ? &m_containers[value.bits] : nullptr;
}

const PickleReader::Container *PickleReader::container(const PickleValue &value) const
{
    const bool holds = value.kind == PickleKind::tuple || value.kind == PickleKind::list || value.kind == PickleKind::dict;
    return holds ? &m_containers[value.bits] : nullptr;
}

void PickleReader::close(const PickleValue &value)
{
    if (Container *const held = container(value)) held->closed = true;
}

/// Its place is free again; whoever comes back to it finds it spent.
void PickleReader::let_go(const PickleValue &value)
{
    Container *const gone = container(value);
    if (gone == nullptr) return;
    if (gone->memo != no_memo) m_memo[gone->memo] = {PickleKind::spent, 0};
    m_alive -= std::min<std::uint64_t>(m_alive, gone->items.size() + 1);
    gone->items.clear();
    gone->memo = no_memo;
    gone->number = 0; // whoever still has it finds that it went
    m_spare.push_back(static_cast<std::uint32_t>(value.bits));
}

std::uint64_t PickleReader::place_outside(std::size_t list) const
{
    const std::size_t from = m_marks.empty() ? 0 : m_marks.back(); // its own mark is closed
    if (from > 0 && m_stack[from - 1].kind == PickleKind::list) return items(m_stack[from - 1]).size() + (list - from);
    return list > 0 && m_stack[list - 1].kind == PickleKind::list ? items(m_stack[list - 1]).size() : 0;
}

std::optional<Error> PickleReader::append(std::size_t list, std::size_t from, const Take &taken)
{
    if (m_stack[list].kind != PickleKind::list) return refused("APPENDS");
    if (number_of(m_stack[list])) return refused("APPENDS");
    for (std::size_t i = from; i < m_stack.size(); ++i) close(m_stack[i]);
    if (m_containers[m_stack[list].bits].closed)
        return refused(phrase(QT_TRANSLATE_NOOP("core", "more for what stands in another list or dict already")));
    if (!count(m_stack.size() - from)) return too_large("APPENDS");
    const std::uint64_t outside = taken ? place_outside(list) : 0;
    std::uint64_t kept = 0;
    for (std::size_t i = from; i < m_stack.size(); ++i) {
        const PickleValue value = m_stack[i];
        if (value.kind == PickleKind::dict && m_containers[value.bits].number != no_memo)
            return refused(phrase(QT_TRANSLATE_NOOP("core", "a record that stands twice")));
        if (taken && value.kind == PickleKind::dict && taken(value, outside)) {
            let_go(value);
            continue;
        }
        m_containers[m_stack[list].bits].items.push_back(value);
        ++kept;
    }
    m_alive -= std::min<std::uint64_t>(m_alive, m_stack.size() - from - kept);
    m_stack.resize(from);
    return std::nullopt;
}

std::optional<Error> PickleReader::set_items(std::size_t dict, std::size_t from)
{
    if (m_stack[dict].kind != PickleKind::dict || (m_stack.size() - from) % 2 != 0) return refused("SETITEMS");
    for (std::size_t i = from; i < m_stack.size(); i += 2)
        if (container(m_stack[i]) != nullptr && m_stack[i].kind != PickleKind::tuple) return refused("SETITEMS");
    for (std::size_t i = from; i < m_stack.size(); ++i) close(m_stack[i]);
    if (m_containers[m_stack[dict].bits].closed)
        return refused(phrase(QT_TRANSLATE_NOOP("core", "more for what stands in another list or dict already")));
    if (!count(m_stack.size() - from)) return too_large("SETITEMS");
    auto &items = m_containers[m_stack[dict].bits].items;
    items.insert(items.end(), m_stack.begin() + static_cast<std::ptrdiff_t>(from), m_stack.end());
    m_stack.resize(from);
    return std::nullopt;
}

std::optional<Error> PickleReader::tuple(std::size_t from)
{
    const auto begin = m_stack.begin() + static_cast<std::ptrdiff_t>(from);
    const auto same = [&](std::uint32_t place) {
        return std::ranges::equal(m_containers[place].items, std::span(begin, m_stack.end()));
    };
    const auto known = std::ranges::find_if(m_tuples, same); // each record has the same one of its own
    std::uint32_t place = 0;
    if (known != m_tuples.end()) {
        place = *known;
    } else {
        if (!count(m_stack.size() - from + 1)) return too_large("TUPLE");
        place = make();
        m_containers[place].items.assign(begin, m_stack.end());
        std::for_each(begin, m_stack.end(), [this](const PickleValue &value) { close(value); });
        if (m_tuples.size() < most_tuples) m_tuples.push_back(place);
    }
    m_stack.resize(from);
    m_stack.push_back({PickleKind::tuple, place});
    return std::nullopt;
}

std::optional<Error> PickleReader::collect(unsigned char opcode, const Take &taken)
{
    const bool of_mark = opcode == tuple_of_mark || opcode == append_marked || opcode == set_marked;
    if (of_mark && m_marks.empty()) return refused("no MARK");
    const std::size_t from = of_mark ? m_marks.back() : 0, size = m_stack.size();
    if (of_mark) m_marks.pop_back();
    const std::size_t floor = m_marks.empty() ? 0 : m_marks.back(); // nothing reaches below a mark that is open
    const auto has = [&](std::size_t values) { return size - floor >= values; };
    switch (opcode) {
    case empty_list:
    case empty_dict:
        if (!count(1)) return too_large("EMPTY_LIST");
        m_stack.push_back({opcode == empty_list ? PickleKind::list : PickleKind::dict, make()});
        return std::nullopt;
    case empty_tuple: return tuple(size);
    case tuple_1:
    case tuple_2:
    case tuple_3: {
        const std::size_t members = opcode - tuple_1 + std::size_t{1};
        return has(members) ? tuple(size - members) : std::optional(refused("TUPLE"));
    }
    case tuple_of_mark: return tuple(from);
    case append_one: return has(2) ? append(size - 2, size - 1, taken) : std::optional(refused("APPEND"));
    case append_marked: return from > floor ? append(from - 1, from, taken) : std::optional(refused("APPENDS"));
    case set_item: return has(3) ? set_items(size - 3, size - 2) : std::optional(refused("SETITEM"));
    default: return from > floor ? set_items(from - 1, from) : std::optional(refused("SETITEMS"));
    }
}

std::optional<Error> PickleReader::put(std::uint64_t slot)
{
    if (m_stack.empty() || (!m_marks.empty() && m_marks.back() == m_stack.size())) return refused("MEMOIZE");
    if (slot > m_memo.size() || slot >= m_limits.memo) return too_large("PUT"); // pickles number them one after the other
    const PickleValue &value = m_stack.back();
    if (slot == m_memo.size())
        m_memo.push_back(value);
    else
        m_memo[slot] = value;
    if (Container *const held = container(value)) held->memo = static_cast<std::uint32_t>(slot);
    return std::nullopt;
}

std::optional<Error> PickleReader::remember(unsigned char opcode)
{
    if (opcode == memoize) return put(m_memo.size());
    std::uint64_t slot = 0;
    if (!take(opcode == put_1 || opcode == get_1 ? 1 : 4, slot)) return ends_early();
    if (opcode == put_1 || opcode == put_4) return put(slot);
    if (slot >= m_memo.size()) return refused("BINGET");
    if (m_memo[slot].kind == PickleKind::spent) return refused(phrase(QT_TRANSLATE_NOOP("core", "a record that stands twice")));
    if (m_stack.size() >= m_limits.values) return too_large("BINGET");
    m_stack.push_back(m_memo[slot]);
    return std::nullopt;
}

std::string_view PickleReader::text(const PickleValue &value) const
{
    return value.kind == PickleKind::text ? std::string_view(m_texts[value.bits]) : std::string_view();
}

const PickleValue *PickleReader::find(const PickleValue &dict, std::string_view key) const
{
    if (dict.kind != PickleKind::dict) return nullptr;
    const auto &all = m_containers[dict.bits].items;
    for (std::size_t i = all.size(); i >= 2; i -= 2)
        if (all[i - 2].kind == PickleKind::text && m_texts[all[i - 2].bits] == key) return &all[i - 1];
    return nullptr;
}

const std::vector<PickleValue> &PickleReader::items(const PickleValue &sequence) const
{
    const bool lists = sequence.kind == PickleKind::list || sequence.kind == PickleKind::tuple;
    return lists ? m_containers[sequence.bits].items : m_no_items;
}

void PickleReader::forget_items(const PickleValue &list, std::uint32_t number)
{
    if (list.kind != PickleKind::list) return;
    Container &of = m_containers[list.bits];
    m_alive -= std::min<std::uint64_t>(m_alive, of.items.size());
    of.items = {};
    of.number = number;
}

std::optional<std::uint32_t> PickleReader::number_of(const PickleValue &list) const
{
    const Container *const of = list.kind == PickleKind::list ? container(list) : nullptr;
    return of == nullptr || of->number == no_memo ? std::nullopt : std::optional(of->number);
}

} // namespace plimsoll
