// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

#include <span>
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
};

/// How a runner reads a field, or each field of a section ("adapter.").
struct Read {
    std::string_view path;
    Effect effect;
    Why why = {};                                        ///< of none and refused; of depends: why it may change nothing
    std::string_view accepted = {};                      ///< of refused, the values that pass: "dynamic | static"
    bool (*when)(const Plan &) = nullptr;                ///< the plans that the row speaks of; null: all that the runner runs
    std::string_view (*accepts)(const Plan &) = nullptr; ///< in place of `accepted`, where the plan decides
};

/// Who carries a plan out: a stack's training loop, generate(), one forward pass, an engine.
struct Runner {
    std::string_view name;
    std::span<const Read> reads;  ///< the first row that holds speaks
    const Runner *base = nullptr; ///< whose rows follow
};

[[nodiscard]] const Runner &runner_of(const Plan &plan);

/// The row that speaks of this field in this plan; null where nobody decided, which no field of a release is.
/// Libraries are no rows of it: they are used or not (core/resolve/library_use.h).
[[nodiscard]] const Read *read_of(std::string_view path, const Plan &plan);

/// Whether a row of any runner refuses values of this field.
[[nodiscard]] bool may_be_refused(std::string_view path);

/// The row's reason in the reader's language.
[[nodiscard]] std::string why_of(const Read &read);

/// "dynamic | static": what passes a refused row.
[[nodiscard]] std::string_view accepted_by(const Read &read, const Plan &plan);

/// The dtype that attention computes keys and values in, of which transformers' caches hold them: "bf16".
[[nodiscard]] std::string_view computing_dtype(const Plan &plan);

} // namespace plimsoll
