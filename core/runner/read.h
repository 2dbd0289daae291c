// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

#include <string>
#include <string_view>

namespace plimsoll {

/// What a field comes to where a runner carries a plan out.
enum class Effect : std::uint8_t {
    counts,  ///< it changes the answer
    depends, ///< it is read; whether it changes a byte depends on the model and on the other fields
    none,    ///< it is not read
    refused, ///< no value but `accepted` is simulated
};

/// A reason: a text for phrase() (core/ground/phrase.h), names of libraries and fields in its places.
struct Why {
    const char *english = nullptr;
    std::string_view a = {}, b = {}, c = {};
    /// In the reader's language; empty where there is none.
    [[nodiscard]] std::string text() const;
};

/// How a runner reads a field, or each field of a section ("adapter.").
struct Read {
    std::string_view path;
    Effect effect;
    Why why = {};                                        ///< of none and refused; of depends: why it may change nothing
    std::string_view accepted = {};                      ///< of refused, the values that pass: "dynamic | static"
    bool (*when)(const Plan &) = nullptr;                ///< the plans that the row speaks of; null: all that the runner runs
    std::string_view (*accepts)(const Plan &) = nullptr; ///< in place of `accepted`, where the plan decides

    [[nodiscard]] bool names(std::string_view field) const
    {
        const bool section = path.empty() || path.ends_with('.');
        return section ? field.starts_with(path) : field == path;
    }
    [[nodiscard]] bool speaks_of(std::string_view field, const Plan &plan) const
    {
        return names(field) && (when == nullptr || when(plan));
    }
    /// "dynamic | static": what passes a refused row.
    [[nodiscard]] std::string_view accepted_by(const Plan &plan) const { return accepts == nullptr ? accepted : accepts(plan); }
};

/// The dtype that attention computes keys and values in, of which transformers' caches hold them: "bf16".
[[nodiscard]] std::string_view computing_dtype(const Plan &plan);

} // namespace plimsoll
