// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/decoder.h"
#include "core/model/loading/loaded_weights.h"

#include <memory>
#include <optional>

namespace plimsoll::step {

/// `given` with the layout of every matrix put into its description: layers whose layouts differ become different kinds. The last
/// answers are kept. `loaded` is of this architecture.
[[nodiscard]] std::shared_ptr<const Architecture> with_layouts(const Architecture &given,
                                                               const std::shared_ptr<const LoadedWeights> &loaded);

/// Where an adapter was to fold into fused experts that the loader keeps packed: PEFT's ParamWrapper adds to a 16-bit parameter.
[[nodiscard]] std::optional<Error> unsupported_packed_targets(const DecoderSpec &spec, const AdapterTargets &targets);

} // namespace plimsoll::step
