// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/amount/run_amount.h"

#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/ground/typed_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace plimsoll {

namespace {

constexpr double largest_amount = 1e18;
constexpr std::array<std::string_view, 5> amount_keys{"tokens", "rows", "epochs", "lengths", "batches"};
constexpr std::array<std::pair<char, double>, 4> amount_units{{{'k', 1e3}, {'m', 1e6}, {'b', 1e9}, {'t', 1e12}}};

Error refused_amount(std::string_view key, const nlohmann::json &read, std::string accepted)
{
    return {"amount" + (key.empty() ? std::string() : "." + std::string(key)), quoted(read), std::move(accepted), {}};
}

std::optional<Error> take_lengths(RunAmount &out, const nlohmann::json &value)
{
    Result<RowLengths> read = lengths_from_json(value);
    if (!read.ok()) return read.error();
    out.lengths = std::move(read).value();
    return std::nullopt;
}

std::optional<Error> take_batches(RunAmount &out, const nlohmann::json &value)
{
    if (value.is_string()) out.batches = batching_named(value.get_ref<const std::string &>());
    return out.batches ? std::nullopt : std::optional(refused_amount("batches", value, std::string(batching_names())));
}

std::optional<Error> take_number(RunAmount &out, std::string_view key, const nlohmann::json &value)
{
    const double number = value.is_number() ? value.get<double>() : 0;
    if (!(number > 0) || number > largest_amount)
        return refused_amount(key, value, phrase(QT_TRANSLATE_NOOP("core", "a number above %1, at most %2"), {"0", "1e18"}));
    if (key == "tokens") out.tokens = number;
    if (key == "rows") out.rows = number;
    if (key == "epochs") out.epochs = number;
    return std::nullopt;
}

/// "50,000", "1.5 M": as many figures as the number has, in the unit that suits.
std::string brief_amount(double value)
{
    constexpr double grouped_below = 1e6;
    if (value < grouped_below) return localised(value == std::floor(value) ? grouped(std::llround(value)) : fixed(value, 1));
    const auto unit =
        std::ranges::find_if(amount_units.rbegin(), amount_units.rend(), [&](const auto &one) { return value >= one.second; });
    const double in_unit = value / unit->second;
    std::string digits = fixed(in_unit, 2);
    while (digits.back() == '0') digits.pop_back();
    if (digits.back() == '.') digits.pop_back();
    return localised(digits) + " " + static_cast<char>(unit->first - 'a' + 'A');
}

} // namespace

std::optional<double> amount_from_text(std::string_view text)
{
    std::string low = with_point(text, !has_scale(text)).value_or("");
    double unit = 1;
    for (const auto &[letter, value] : amount_units)
        if (low.ends_with(letter)) unit = value;
    if (unit > 1) low.pop_back();
    double number = 0;
    const char *const end = low.data() + low.size();
    const auto [rest, error] = std::from_chars(low.data(), end, number);
    const double value = number * unit;
    if (error != std::errc{} || rest != end || !(value > 0) || value > largest_amount) return std::nullopt;
    return value;
}

void count_rows(RunAmount &amount)
{
    if (amount.lengths && !amount.named()) amount.rows = amount.lengths->count();
}

Result<RunAmount> amount_from_json(const nlohmann::json &object)
{
    const std::string shape = phrase(QT_TRANSLATE_NOOP("core", "an object with %1 or %2, and %3"), {"tokens", "rows", "epochs"});
    if (!object.is_object()) return refused_amount({}, object, shape);
    RunAmount out;
    for (const auto &[key, value] : object.items()) {
        if (std::ranges::find(amount_keys, key) == amount_keys.end()) return refused_amount(key, value, shape);
        if (value.is_null()) continue;
        const std::optional<Error> refused = key == "lengths"   ? take_lengths(out, value)
                                             : key == "batches" ? take_batches(out, value)
                                                                : take_number(out, key, value);
        if (refused) return *refused;
    }
    if (out.batches && !out.lengths)
        return refused_amount("batches", object, phrase(QT_TRANSLATE_NOOP("core", "with %1"), {"lengths"}));
    if (out.tokens && out.rows)
        return refused_amount({}, object, phrase(QT_TRANSLATE_NOOP("core", "either %1 or %2"), {"tokens", "rows"}));
    count_rows(out);
    return out;
}

nlohmann::ordered_json amount_to_json(const RunAmount &amount)
{
    nlohmann::ordered_json out = nlohmann::ordered_json::object();
    const auto add = [&out](const char *key, double value) {
        constexpr double exact_below = 9e15;
        if (value == std::floor(value) && value < exact_below)
            out[key] = static_cast<std::int64_t>(value);
        else
            out[key] = value;
    };
    if (amount.tokens) add("tokens", *amount.tokens);
    if (amount.rows) add("rows", *amount.rows);
    add("epochs", amount.epochs);
    if (amount.lengths) out["lengths"] = lengths_to_json(*amount.lengths);
    if (amount.batches) out["batches"] = name_of(*amount.batches);
    return out;
}

std::string amount_in_words(const RunAmount &amount)
{
    if (!amount.named()) return {};
    const std::string of = amount.tokens ? phrase(QT_TRANSLATE_NOOP("core", "%1 tokens"), {brief_amount(*amount.tokens)})
                                         : phrase(QT_TRANSLATE_NOOP("core", "%1 rows"), {brief_amount(*amount.rows)});
    if (amount.epochs == 1) return of;
    return phrase(QT_TRANSLATE_NOOP("core", "%1 epochs of %2"), {brief_amount(amount.epochs), of});
}

} // namespace plimsoll
