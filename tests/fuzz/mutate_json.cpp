// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/mutate.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace plimsoll::fuzz {
namespace {

using Json = nlohmann::ordered_json;

std::size_t below(Random &random, std::size_t limit) { return limit == 0 ? 0 : random() % limit; }

/// Edges of 64 bits, of doubles' whole numbers, and of what readers take as a size (2^24, 2^40); texts that look like numbers.
const Json &extreme(Random &random)
{
    static const std::array<Json, 46> all{0,
                                          1,
                                          -1,
                                          2,
                                          3,
                                          7,
                                          64,
                                          255,
                                          2000,
                                          2001,
                                          4096,
                                          65535,
                                          65536,
                                          65537,
                                          1 << 20,
                                          (1 << 24) - 1,
                                          1 << 24,
                                          (1 << 24) + 1,
                                          INT32_MAX,
                                          INT32_MIN,
                                          std::int64_t{1} << 31,
                                          std::int64_t{1} << 32,
                                          std::int64_t{1} << 40,
                                          std::int64_t{1} << 53,
                                          (std::int64_t{1} << 53) + 1,
                                          std::int64_t{1} << 61,
                                          std::int64_t{1} << 62,
                                          INT64_MAX,
                                          INT64_MIN,
                                          std::uint64_t{1} << 63,
                                          UINT64_MAX,
                                          0.5,
                                          0.1,
                                          -0.5,
                                          1e-308,
                                          2.0,
                                          1e15,
                                          1e19,
                                          1e308,
                                          -1e308,
                                          "NaN",
                                          "Infinity",
                                          "-1",
                                          "9223372036854775808",
                                          "1e400",
                                          ""};
    return all[below(random, all.size())];
}

Json other_type(Random &random)
{
    switch (random() % 8) {
    case 0: return nullptr;
    case 1: return random() % 2 == 0;
    case 2: return Json::array();
    case 3: return Json::object();
    case 4: return Json::array({extreme(random)});
    case 5: return Json{{"model_type", "llama"}};
    case 6: return "x";
    default: return extreme(random);
    }
}

void collect(Json &value, std::vector<Json *> &out)
{
    out.push_back(&value);
    if (value.is_structured())
        for (Json &inner : value) collect(inner, out);
}

Json &any_of(Json &root, Random &random)
{
    std::vector<Json *> all;
    collect(root, all);
    return *all[below(random, all.size())];
}

Json *any_where(Json &root, Random &random, bool (*wanted)(const Json &))
{
    std::vector<Json *> all;
    collect(root, all);
    std::erase_if(all, [&](const Json *value) { return !wanted(*value); });
    return all.empty() ? nullptr : all[below(random, all.size())];
}

bool is_number(const Json &value) { return value.is_number(); }
bool is_filled_list(const Json &value) { return value.is_array() && !value.empty(); }
bool is_object(const Json &value) { return value.is_object(); }
bool is_filled_object(const Json &value) { return value.is_object() && !value.empty(); }

/// Many numbers at once, as large as each may be alone: products of sizes that are all accepted.
void enlarge(Json &root, Random &random)
{
    const std::uint64_t share = 1 + random() % 4;
    const int bits = static_cast<int>(8 + random() % 33);
    std::vector<Json *> all;
    collect(root, all);
    for (Json *value : all)
        if (value->is_number_integer() && random() % share == 0) *value = std::int64_t{1} << (random() % 3 == 0 ? 24 : bits);
}

/// A member of another document, under its own name.
void borrow(Json &root, const std::string &from, Random &random)
{
    Json other = Json::parse(from, nullptr, false);
    Json *source = other.is_discarded() ? nullptr : any_where(other, random, is_filled_object);
    Json *target = any_where(root, random, is_object);
    if (!source || !target) return;
    auto member = source->begin();
    std::advance(member, static_cast<std::ptrdiff_t>(below(random, source->size())));
    (*target)[member.key()] = member.value();
}

void lengthen(Json &list, Random &random)
{
    const Json item = list[below(random, list.size())];
    for (std::size_t more = 1 + below(random, random() % 8 == 0 ? 3000 : 80); more > 0; --more) list.push_back(item);
}

void nest(Json &value, Random &random)
{
    const bool list = random() % 2 == 0;
    for (std::size_t levels = 1 + below(random, random() % 4 == 0 ? 120 : 3); levels > 0; --levels) {
        Json inner = std::exchange(value, Json());
        value = list ? Json::array({std::move(inner)}) : Json{{"text_config", std::move(inner)}};
    }
}

void once(Json &root, const std::vector<std::string> &seeds, Random &random)
{
    switch (random() % 16) {
    case 0: any_of(root, random) = other_type(random); return;
    case 1: nest(any_of(root, random), random); return;
    case 2: return borrow(root, seeds[below(random, seeds.size())], random);
    case 3: return enlarge(root, random);
    case 4:
        if (Json *list = any_where(root, random, is_filled_list)) lengthen(*list, random);
        return;
    case 5:
        if (Json *object = any_where(root, random, is_filled_object)) {
            auto member = object->begin();
            std::advance(member, static_cast<std::ptrdiff_t>(below(random, object->size())));
            object->erase(member);
        }
        return;
    case 6: {
        const Json copy = any_of(root, random); // one value in another's place
        any_of(root, random) = copy;
        return;
    }
    default:
        if (Json *number = any_where(root, random, is_number)) *number = extreme(random);
    }
}

/// One key a second time, with another value, in front of the first.
void repeat_key(std::string &text, Random &random)
{
    const std::size_t colon = text.find("\":", below(random, text.size()));
    const std::size_t quote = colon == std::string::npos || colon == 0 ? colon : text.rfind('"', colon - 1);
    if (quote == std::string::npos) return;
    text.insert(quote, text.substr(quote, colon + 2 - quote) + extreme(random).dump() + ",");
}

} // namespace

std::optional<std::string> mutated_json(const std::string &text, const std::vector<std::string> &seeds, Random &random)
{
    Json root = Json::parse(text, nullptr, false);
    if (root.is_discarded()) return std::nullopt;
    for (std::uint64_t times = 1 + random() % 4; times > 0; --times) once(root, seeds, random);
    std::string out = root.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (random() % 16 == 0) repeat_key(out, random);
    return out;
}

} // namespace plimsoll::fuzz
