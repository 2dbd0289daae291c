// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/measured/memory_message.h"
#include "core/measured/monitor_logs.h"

#include <cctype>

namespace plimsoll {

namespace {

/// With the two decimals that messages have themselves.
std::string shown_in_message(Bytes bytes) { return gib_table(bytes) + " GiB"; }

/// What a message says that no figure of a run stands for.
std::vector<std::string> notes_of(const MemoryMessage &message)
{
    std::vector<std::string> out;
    const auto add = [&out](const char *english, const std::optional<Bytes> &bytes) {
        if (bytes) out.push_back(phrase(english, {shown_in_message(*bytes)}));
    };
    const auto count = [&out](const char *english, const std::optional<Count> &tokens) {
        if (tokens) out.push_back(phrase(english, {std::to_string(*tokens)}));
    };
    add(QT_TRANSLATE_NOOP("core", "the card has %1"), message.total);
    add(QT_TRANSLATE_NOOP("core", "%1 more were asked for and refused"), message.asked);
    add(QT_TRANSLATE_NOOP("core", "%1 of the card were free then"), message.free);
    add(QT_TRANSLATE_NOOP("core", "other processes held %1 of the card"), message.others);
    add(QT_TRANSLATE_NOOP("core", "the process was allowed %1 of the card"), message.limit);
    add(QT_TRANSLATE_NOOP("core", "%1 of it in private pools (CUDA graphs)"), message.private_pools);
    add(QT_TRANSLATE_NOOP("core", "one request of the whole length takes a cache of %1"), message.cache_asked);
    add(QT_TRANSLATE_NOOP("core", "%1 are there for the cache"), message.cache_there);
    count(QT_TRANSLATE_NOOP("core", "length that was asked for: %1 tokens"), message.length);
    count(QT_TRANSLATE_NOOP("core", "longest that starts: %1 tokens"), message.longest);
    add(QT_TRANSLATE_NOOP("core", "%1 of the host were asked for"), message.host_asked);
    add(QT_TRANSLATE_NOOP("core", "%1 of the host were free"), message.host_free);
    return out;
}

} // namespace

bool is_out_of_memory(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos || text[begin] == '{') return false;
    const std::string_view rest = text.substr(begin);
    const bool log = rest.size() > 5 && (std::isalpha(static_cast<unsigned char>(rest[1])) != 0 || rest[5] == '-');
    if (rest[0] == '[' && !log) return false; // JSON
    return memory_message(text).has_value();
}

Result<Measured> read_out_of_memory(std::string_view text)
{
    std::optional<MemoryMessage> message = memory_message(text);
    if (!message)
        return Error{"out-of-memory",
                     phrase(QT_TRANSLATE_NOOP("core", "no such message")),
                     phrase(QT_TRANSLATE_NOOP("core", "a message that memory ran out")),
                     {}};
    Measured out;
    out.source = phrase(QT_TRANSLATE_NOOP("core", "%1's message that memory ran out"), {message->who});
    out.out_of_memory = true;
    out.card_total = message->total;
    out.allocated_peak = message->allocated;
    out.reserved_peak = message->reserved;
    out.device_peak = message->process;
    if (out.device_peak && out.reserved_peak && *out.device_peak >= *out.reserved_peak)
        out.outside_torch = *out.device_peak - *out.reserved_peak;
    if (message->total && message->free && *message->free <= *message->total) out.used_peak = *message->total - *message->free;
    out.notes = notes_of(*message);
    out.notes.push_back(
        phrase(QT_TRANSLATE_NOOP("core", "with the plan that ran, %1 tells what takes the memory, and what takes it off"),
               {"plimsoll advise --oom"}));
    out.message = std::move(message);
    return out;
}

} // namespace plimsoll
