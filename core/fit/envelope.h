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

/// What people divide the sum by: weights, gradients and optimizer by the parts that the model is cut into, and by the ranks that
/// shard them at this stage of ZeRO (FSDP's full shard is 3). What is typed in is a rank's own, activations among it.
struct EnvelopeSplit {
    Count data = 1, zero = 0, tensor = 1, pipeline = 1, context = 1;
    Count replicate = 1; ///< HSDP: copies of the sharded group, which divide `data`
    Offload offload = Offload::none;
    bool operator==(const EnvelopeSplit &) const = default;
    [[nodiscard]] Count ranks() const { return data * tensor * pipeline * context; }
    [[nodiscard]] Count parts() const { return tensor * pipeline; }
    /// Of the ranks with the same part those that share what `stage` and later ones of ZeRO shard; 1: nobody does.
    [[nodiscard]] Count shards(Count stage) const { return zero >= stage ? data * context / replicate : 1; }
    /// Whether a rank's worksheet is another than a card's.
    [[nodiscard]] bool any() const { return *this != EnvelopeSplit{}; }
};

/// The worksheet. Every cell that is typed in wins over its formula.
struct EnvelopeInput {
    Count parameters = 0;
    EnvelopeMethod method = EnvelopeMethod::full;
    EnvelopeDtype dtype = EnvelopeDtype::bf16;
    std::optional<Count> trainable; ///< of the adapters
    std::optional<Bytes> weights, gradients, optimizer, adapters, activations, overhead;
    EnvelopeSplit split;
    bool operator==(const EnvelopeInput &) const = default;
};

struct EnvelopeTerm {
    std::string name;           ///< weights, gradients, optimizer, adapters, activations or overhead
    std::optional<Bytes> bytes; ///< of a rank; absent: nobody typed it in, and there is no formula for it
    std::string formula;        ///< "7000000000 × 4 B ÷ 8", or "typed in"
    std::optional<Bytes> whole; ///< the same undivided
    bool operator==(const EnvelopeTerm &) const = default;
};

struct Envelope {
    std::vector<EnvelopeTerm> terms; ///< those that the method has
    Bytes total = 0;                 ///< of the terms that are known
    Bytes whole = 0;                 ///< the same undivided: of one card
    EnvelopeSplit split;
    std::vector<std::string> notes;
    /// What is left where everything is divided by the number of cards, as documents do that halve a peak for two of them.
    [[nodiscard]] Bytes evenly() const { return whole / split.ranks(); }
    bool operator==(const Envelope &) const = default;
};

/// Full fine-tuning with Adam: weights and gradients in the dtype, 8 B of optimizer per parameter. LoRA and QLoRA: weights,
/// and 2 + 2 + 8 B per trainable parameter (16-bit adapters, their gradients, Adam). Inference: weights. Over several ranks each is
/// divided as EnvelopeSplit says, and what is offloaded stands on the host. Errors name the field.
[[nodiscard]] Result<Envelope> envelope(const EnvelopeInput &input);

/// The worksheet of a plan, nothing typed in.
[[nodiscard]] EnvelopeInput envelope_input(const Plan &resolved, Count parameters, Count trainable);

/// One term beside what the simulation has for it at its peak.
struct EnvelopeDifference {
    std::string name;
    std::optional<Bytes> envelope;
    Bytes simulated = 0;
    std::vector<std::pair<Component, Bytes>> parts = {}; ///< that `simulated` is made of
    bool operator==(const EnvelopeDifference &) const = default;
};

/// Every component of the shown rank's peak under the term it belongs to; simulated bytes add up to the device bytes.
[[nodiscard]] std::vector<EnvelopeDifference> envelope_differences(const Envelope &envelope, const Estimate &estimate);

/// "a rank of 8: ZeRO 3 over 8"; empty of one card.
[[nodiscard]] std::string words_for(const EnvelopeSplit &split);

/// Schema plimsoll.envelope/1.
[[nodiscard]] nlohmann::ordered_json envelope_to_json(const Envelope &envelope);
/// The same beside the simulation of the plan that the worksheet is of.
[[nodiscard]] nlohmann::ordered_json envelope_to_json(const Envelope &envelope, const Estimate &beside);

} // namespace plimsoll
