// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/ground/bytes.h"
#include "core/ground/result.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

// The envelope is the sum everyone does by hand: bytes per parameter × parameters, with activations and overhead typed in. It
// stands beside the simulation and is never the planner's answer.

enum class EnvelopeMethod : std::uint8_t { full, lora, qlora, infer };
enum class EnvelopeDtype : std::uint8_t { fp32, fp16, bf16, int8, int4 };
[[nodiscard]] std::string_view name_of(EnvelopeMethod method);
[[nodiscard]] std::string_view name_of(EnvelopeDtype dtype);
[[nodiscard]] std::optional<EnvelopeMethod> envelope_method(std::string_view name);
[[nodiscard]] std::optional<EnvelopeDtype> envelope_dtype(std::string_view name);

/// The worksheet. Every cell that is typed in wins over its formula.
struct EnvelopeInput {
    Count parameters = 0;
    EnvelopeMethod method = EnvelopeMethod::full;
    EnvelopeDtype dtype = EnvelopeDtype::bf16;
    std::optional<Count> trainable; ///< of the adapters
    std::optional<Bytes> weights, gradients, optimizer, adapters, activations, overhead;
    bool operator==(const EnvelopeInput &) const = default;
};

struct EnvelopeTerm {
    std::string name;           ///< weights, gradients, optimizer, adapters, activations or overhead
    std::optional<Bytes> bytes; ///< absent: nobody typed it in, and there is no formula for it
    std::string formula;        ///< "7000000000 × 4 B", or "typed in"
    bool operator==(const EnvelopeTerm &) const = default;
};

struct Envelope {
    std::vector<EnvelopeTerm> terms; ///< those that the method has
    Bytes total = 0;                 ///< of the terms that are known
    std::vector<std::string> notes;
    bool operator==(const Envelope &) const = default;
};

/// Full fine-tuning with Adam: weights and gradients in the dtype, 8 B of optimizer per parameter. LoRA and QLoRA: weights,
/// and 2 + 2 + 8 B per trainable parameter (16-bit adapters, their gradients, Adam). Inference: weights. Errors name the field.
[[nodiscard]] Result<Envelope> envelope(const EnvelopeInput &input);

/// The worksheet of a plan, nothing typed in.
[[nodiscard]] EnvelopeInput envelope_input(const Plan &resolved, Count parameters, Count trainable);

/// One term beside what the simulation has for it at its peak.
struct EnvelopeDifference {
    std::string name;
    std::optional<Bytes> envelope;
    Bytes simulated = 0;
    bool operator==(const EnvelopeDifference &) const = default;
};

/// Every component of the peak under the term it belongs to; simulated bytes add up to the device bytes.
[[nodiscard]] std::vector<EnvelopeDifference> envelope_differences(const Envelope &envelope, const Estimate &estimate);

/// Schema plimsoll.envelope/1.
[[nodiscard]] nlohmann::ordered_json envelope_to_json(const Envelope &envelope);

} // namespace plimsoll
