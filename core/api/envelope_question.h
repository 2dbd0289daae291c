// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/envelope.h"

#include <functional>
#include <span>
#include <string>

namespace plimsoll {

/// One cell of the worksheet that can be typed in.
struct EnvelopeCell {
    const char *name;  ///< "weights"
    const char *about; ///< "Weights, typed in."
    std::optional<Bytes> EnvelopeInput::*member;
};
[[nodiscard]] std::span<const EnvelopeCell> envelope_cells();

/// A way in which the model is spread over ranks that can be typed in.
struct EnvelopeWay {
    const char *name;  ///< "data"
    const char *about; ///< "Data-parallel ranks."
    Count EnvelopeSplit::*member;
};
[[nodiscard]] std::span<const EnvelopeWay> envelope_ways();

/// The text of a field as it was typed; nothing where it was not. Fields: parameters, method, dtype, trainable, the cells, the ways,
/// offload.
using TypedText = std::function<std::optional<std::string>(const char *field)>;

/// The worksheet as it was typed: counts such as 7B, sizes such as 3.5GiB; int4 unless given for qlora. Error: names the field.
[[nodiscard]] Result<EnvelopeInput> envelope_input(const TypedText &typed);
/// The same over a plan's own worksheet.
[[nodiscard]] Result<EnvelopeInput> envelope_input(const TypedText &typed, EnvelopeInput of_plan);

/// A plan's worksheet, and what it was simulated to take.
struct EnvelopeAnswer {
    EnvelopeInput input;
    Envelope sheet;
    Estimate simulated;
};

/// The same from a JSON object of these fields, each a text or a number. Error: names the field.
[[nodiscard]] Result<EnvelopeInput> envelope_input_from_json(std::string_view text);

/// Whether the method has adapters, whose parameters `trainable` counts.
[[nodiscard]] bool has_adapters(EnvelopeMethod method);

} // namespace plimsoll
