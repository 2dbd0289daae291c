// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/intel_regions.h"

#include "core/ground/phrase.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __linux__
#include <cerrno>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>
#endif

// Written down from the kernel's documented layouts, which never change.
namespace plimsoll {

namespace {

std::string intel_regions_unsaid() { return phrase(QT_TRANSLATE_NOOP("core", "the driver does not say")); }

struct XeRegion {
    std::uint16_t memory_class, instance;
    std::uint32_t min_page_size;
    std::uint64_t total_size, used, cpu_visible_size, cpu_visible_used, reserved[6];
};
static_assert(sizeof(XeRegion) == 88 && offsetof(XeRegion, total_size) == 8 && offsetof(XeRegion, used) == 16);

struct I915Region {
    std::uint16_t memory_class, instance;
    std::uint32_t reserved;
    std::uint64_t probed_size, unallocated_size, reserved_1[8];
};
static_assert(sizeof(I915Region) == 88 && offsetof(I915Region, probed_size) == 8);

constexpr std::size_t xe_head = 8, i915_head = 16;
constexpr std::uint32_t most_regions = 64;

/// `T`s after a head whose first word counts them.
template <class T>
std::vector<T> entries(const std::vector<unsigned char> &answer, std::size_t head)
{
    std::uint32_t count = 0;
    if (answer.size() < head) return {};
    std::memcpy(&count, answer.data(), sizeof count);
    std::vector<T> out;
    for (std::uint32_t i = 0; i < count && i < most_regions && head + (i + 1) * sizeof(T) <= answer.size(); ++i) {
        T one{};
        std::memcpy(&one, answer.data() + head + i * sizeof(T), sizeof(T));
        out.push_back(one);
    }
    return out;
}

std::optional<Bytes> intel_regions_bytes_of(std::uint64_t value)
{
    return value > static_cast<std::uint64_t>(INT64_MAX) ? std::nullopt : std::optional(static_cast<Bytes>(value));
}

void add(IntelRegions &out, std::uint16_t memory_class, std::uint64_t total, std::optional<std::uint64_t> used)
{
    const std::optional<Bytes> size = intel_regions_bytes_of(total);
    if (size && *size > 0 && memory_class <= 1)
        out.regions.push_back({memory_class == 0, *size, used && *used <= total ? intel_regions_bytes_of(*used) : std::nullopt});
}

IntelRegions explained(IntelRegions out)
{
    if (out.regions.empty() && out.reason.empty()) out.reason = intel_regions_unsaid();
    return out;
}

#ifdef __linux__
struct XeQuery {
    std::uint64_t extensions = 0;
    std::uint32_t query = 1; ///< DRM_XE_DEVICE_QUERY_MEM_REGIONS
    std::uint32_t size = 0;
    std::uint64_t data = 0, reserved[2] = {};
};
static_assert(sizeof(XeQuery) == 40);

struct I915Item {
    std::uint64_t query_id = 4; ///< DRM_I915_QUERY_MEMORY_REGIONS
    std::int32_t length = 0;
    std::uint32_t flags = 0;
    std::uint64_t data = 0;
};
struct I915Query {
    std::uint32_t num_items = 1, flags = 0;
    std::uint64_t items = 0;
};
static_assert(sizeof(I915Item) == 24 && sizeof(I915Query) == 16);

constexpr unsigned long xe_device_query = _IOWR('d', 0x40, XeQuery);
constexpr unsigned long i915_query = _IOWR('d', 0x40 + 0x39, I915Query);
constexpr std::size_t largest_answer = 65'536;

int ask(int file, unsigned long request, void *argument)
{
    int code = 0;
    for (int attempt = 0; attempt < 16; ++attempt)
        if (code = ::ioctl(file, request, argument); code == 0 || (errno != EINTR && errno != EAGAIN)) break;
    return code;
}

std::uint64_t address_of(void *data) { return reinterpret_cast<std::uintptr_t>(data); }

std::vector<unsigned char> ask_xe(int file)
{
    XeQuery query;
    if (ask(file, xe_device_query, &query) != 0 || query.size == 0 || query.size > largest_answer) return {};
    std::vector<unsigned char> answer(query.size);
    query.data = address_of(answer.data());
    return ask(file, xe_device_query, &query) == 0 ? answer : std::vector<unsigned char>();
}

std::vector<unsigned char> ask_i915(int file)
{
    I915Item item;
    I915Query query;
    query.items = address_of(&item);
    if (ask(file, i915_query, &query) != 0 || item.length <= 0 || static_cast<std::size_t>(item.length) > largest_answer)
        return {};
    std::vector<unsigned char> answer(static_cast<std::size_t>(item.length));
    item.data = address_of(answer.data());
    return ask(file, i915_query, &query) == 0 && item.length > 0 ? answer : std::vector<unsigned char>();
}
#endif

} // namespace

IntelRegions xe_regions(const std::vector<unsigned char> &answer)
{
    IntelRegions out;
    for (const XeRegion &one : entries<XeRegion>(answer, xe_head))
        // 0 is what a program without CAP_PERFMON is told
        add(out, one.memory_class, one.total_size, one.used == 0 ? std::nullopt : std::optional(one.used));
    return explained(std::move(out));
}

IntelRegions i915_regions(const std::vector<unsigned char> &answer)
{
    IntelRegions out;
    for (const I915Region &one : entries<I915Region>(answer, i915_head)) {
        const bool told = one.unallocated_size < one.probed_size; // equal, or all ones, is what one without CAP_PERFMON is told
        add(out, one.memory_class, one.probed_size, told ? std::optional(one.probed_size - one.unallocated_size) : std::nullopt);
    }
    return explained(std::move(out));
}

#ifdef __linux__
IntelRegions ask_intel_regions(const std::string &driver, const std::string &node)
{
    const int file = ::open(node.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return {{},
                errno == EACCES || errno == EPERM
                    ? phrase(QT_TRANSLATE_NOOP("core", "no permission to open %1 (group render)"), {node})
                    : phrase(QT_TRANSLATE_NOOP("core", "%1 cannot be opened"), {node})};
    const std::vector<unsigned char> answer = driver == "xe" ? ask_xe(file) : ask_i915(file);
    ::close(file);
    return driver == "xe" ? xe_regions(answer) : i915_regions(answer);
}
#else
IntelRegions ask_intel_regions(const std::string &, const std::string &) { return {{}, intel_regions_unsaid()}; }
#endif

} // namespace plimsoll
