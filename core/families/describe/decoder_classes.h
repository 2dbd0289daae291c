// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/model/config/config.h"
#include "core/model/extension.h"

#include <functional>

namespace plimsoll {

/// Says in `spec` whose lines run it: what the row of its family says, by the model type of `config`; and what else of the
/// configuration a run reads.
void set_decoder_class(const Config &config, DecoderSpec &spec);

// What a family's row says (Family::runs).

/// `spec` is run by `lines`.
void run_as(DecoderSpec &spec, const step::DecoderClass &lines);
/// A row's function that says no more than that.
template <const auto &lines>
void run_as_one(const Config &, DecoderSpec &spec)
{
    run_as(spec, lines);
}
/// What the model has around its layers, changed.
void change_around(DecoderSpec &spec, const std::function<void(DecoderExtension &)> &change);
/// The configuration has no num_experts, which TRL's loss in tiles reads where the routers' loss counts.
void refuse_tiled_router_loss(const Config &config, DecoderSpec &spec);
/// The embedding's own module multiplies (Gemma); or the model's forward does, behind masks and positions (Granite MoE).
void scale_in_embedding(const Config &config, DecoderSpec &spec);
void scale_behind_masks(const Config &config, DecoderSpec &spec);

} // namespace plimsoll
