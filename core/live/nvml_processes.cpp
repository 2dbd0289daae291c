// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/nvml_processes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace plimsoll::nvml {

namespace {

constexpr unsigned most_processes = 4096;
constexpr int attempts = 4;

struct Filled {
    std::vector<unsigned char> bytes;
    unsigned count = 0;
    Return code = success;
};

/// Asks for the list in a buffer of `fill` bytes that is large enough for the largest entries.
Filled fetch(Return (*list)(Device, unsigned *, void *), Device device, unsigned expected, unsigned char fill)
{
    Filled out;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        const unsigned room = 2 * expected + 8;
        out.bytes.assign(room * largest_process, fill);
        out.count = room;
        out.code = list(device, &out.count, out.bytes.data());
        if (out.code != insufficient_size) break;
        expected = std::min(std::max(out.count, room), most_processes);
    }
    if (out.code == success && out.count > out.bytes.size() / largest_process) out.code = insufficient_size;
    return out;
}

/// Entry size that explains how far was written: in two buffers with unlike fill, so that a value equal to one is seen in
/// the other.
std::optional<std::size_t> stride_of(const Filled &first, const Filled &second, unsigned char first_fill,
                                     unsigned char second_fill)
{
    std::size_t written = 0;
    const auto extent = [&written](const std::vector<unsigned char> &bytes, unsigned char fill) {
        for (std::size_t i = bytes.size(); i > written; --i)
            if (bytes[i - 1] != fill) {
                written = i;
                return;
            }
    };
    extent(first.bytes, first_fill);
    extent(second.bytes, second_fill);
    for (const std::size_t stride : {std::size_t{16}, std::size_t{24}, std::size_t{32}})
        if (written <= stride * first.count) return stride;
    return std::nullopt;
}

} // namespace

namespace {

constexpr unsigned char first_fill = 0xA5, second_fill = 0x5A;

/// One try: nothing where a process came or went between the two readings.
std::optional<ProcessList> read_twice(Return (*list)(Device, unsigned *, void *), Device device, unsigned expected)
{
    ProcessList out;
    const Filled first = fetch(list, device, expected, first_fill);
    const Filled second = fetch(list, device, expected, second_fill);
    out.code = first.code != success ? first.code : second.code;
    if (out.code != success) return out;
    if (first.count != second.count) return std::nullopt;
    if (first.count == 0) return out;
    const std::optional<std::size_t> stride = stride_of(first, second, first_fill, second_fill);
    if (!stride) {
        out.code = argument_version_mismatch;
        return out;
    }
    for (unsigned i = 0; i < first.count; ++i) {
        ProcessHead head{};
        std::memcpy(&head, first.bytes.data() + i * *stride, sizeof head);
        out.processes.push_back(head);
    }
    return out;
}

} // namespace

ProcessList read_process_list(Return (*list)(Device, unsigned *, void *), Device device)
{
    ProcessList out;
    unsigned expected = 0;
    out.code = list(device, &expected, nullptr);
    if (out.code != insufficient_size) return out;
    for (int attempt = 0; attempt < attempts; ++attempt)
        if (std::optional<ProcessList> read = read_twice(list, device, std::min(expected, most_processes))) return *read;
    out.code = not_ready;
    return out;
}

} // namespace plimsoll::nvml
