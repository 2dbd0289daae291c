// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"
#include "core/torch/machine.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace plimsoll::step {

struct PackedKeys; // core/nn/packed_keys.h

/// What one layer keeps while generating: keys and values of its attention, states of its recurrence. Falcon-H1's have both.
struct LayerCache {
    Tensor key, value;
    Tensor convolution, recurrent;
    Tensor indexer;                          ///< keys of sparse attention's scorer
    std::shared_ptr<PackedKeys> packed = {}; ///< of a quantised cache
    Shape host_key = {}, host_value = {};    ///< of one token, of a layer whose keys and values are on the host
    Dtype host_dtype = Dtype::uint8;
    std::optional<Count> window = {}; ///< of such a layer's attention
    bool on_host = false;
};

/// How a cache that grows holds keys and values.
enum class CacheForm : std::uint8_t {
    plain,
    quanto, ///< 4 bits
    hqq,    ///< 8 bits
    fp8,
    offloaded, ///< on the host, but those of the layer that runs and of the next one
};

/// What of mamba-ssm's Triton kernels a process has tuned already: each does it at its first call, in every process.
struct TunedKernels {
    bool forward = false, backward = false;
};

/// How recurrences run: whose kernels the library finds installed, and how much of a loop over chunks is told turn by turn.
struct MixerForms {
    bool fla = false, causal_conv1d = false, mamba_ssm = false;
    bool cached = false;                      ///< the class makes a cache although it trains, which is given to every mixer
    std::shared_ptr<TunedKernels> tuned = {}; ///< null: nothing is tuned any more
    Count most_turns = 128;                   ///< a loop of more stands as one operation
};

/// What a forward needs besides the hidden states; made once per forward.
struct ForwardInputs {
    Count batch = 1;
    Count length = 1; ///< tokens that go in
    Count past = 0;   ///< tokens already in the cache
    bool padded = false;
    bool mask_given = true; ///< the caller passed attention_mask
    AttentionBackend backend = AttentionBackend::sdpa;
    Checkpointing checkpointing;
    std::optional<bool> tower_checkpointing; ///< of a tower's layers; absent: as the others
    bool units_around = false;               ///< hooks of the layers lie around their checkpoints (FSDP's own checkpoint_wrapper)
    bool recomputes_to_end = false;          ///< layers' checkpoints stop nowhere before a layer's end
    const std::vector<bool> *recomputed = nullptr; ///< set: only these layers are, and their inputs are asked for a gradient
    bool training = true;
    Count position_rows = 1; ///< rows of position_ids: one for all, or one a sequence
    Count static_length = 0; ///< tokens of a static cache; 0: the cache grows
    std::vector<LayerCache> *cache = nullptr;
    CacheForm cache_form = CacheForm::plain;
    std::vector<Tensor> *prepared =
        nullptr; ///< set: masks are made before the embedding, and stay as long as the caller keeps these
    std::vector<Tensor> *captured = nullptr;             ///< output_hidden_states; those that are not kept stand in it undefined
    const std::vector<Count> *captured_layers = nullptr; ///< set: hooks on these layers keep their outputs, and nothing else is
    std::vector<Tensor> *attentions = nullptr;           ///< output_attentions: eager's weights of every layer
    std::vector<Tensor> *scores = nullptr;               ///< what eager's softmax reads
    const std::vector<bool> *weights_of = nullptr;       ///< the layers whose weights are kept; null: all
    const std::vector<bool> *scores_of = nullptr;        ///< likewise
    const Tensor *embedded = nullptr;                    ///< inputs_embeds: no token is looked up
    bool ends = true;                                    ///< false: the last layer's result, without the final norm
    MixerForms mixers;
    std::vector<Tensor> *training_cache = nullptr; ///< keys and values that the model's output holds although it trains
};

/// What a forward tells Machine::after_module besides the layers' own modules, by names that no module has.
namespace told {
inline constexpr char block_input[] = "(block's input)", block_output[] = "(block's output)", positions[] = "(positions)",
                      turned_query[] = "(turned query)", turned_key[] = "(turned key)";
} // namespace told

/// What the model returns of its layers beside the result, where that is asked for.
inline void capture(Machine &m, const ForwardInputs &inputs, const Tensor &hidden)
{
    if (!inputs.captured) return;
    const Count output_of = static_cast<Count>(inputs.captured->size()) - 1; // the first are the embeddings
    if (inputs.captured_layers && std::ranges::find(*inputs.captured_layers, output_of) == inputs.captured_layers->end()) {
        inputs.captured->emplace_back();
        return;
    }
    m.relabel(hidden.storage(), Component::captured_states);
    inputs.captured->push_back(hidden);
}

} // namespace plimsoll::step
