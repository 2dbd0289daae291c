// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/adapters/adapter_settings.h"
#include "core/ground/result.h"
#include "core/model/architecture.h"
#include "core/nn/modules.h"

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace plimsoll {

/// A module that an adapter is put around.
struct AdaptedLinear {
    std::string module; ///< its name, or the end of it
    Count in = 0, out = 0;
    bool bias = false; ///< it has one
    bool operator==(const AdaptedLinear &) const = default;
};

/// What an adapter is put on: sizes of the model, and all modules that it is put around.
struct AdaptedModel {
    std::string type; ///< model_type of its configuration
    std::vector<AdaptedLinear> linears;
    Count hidden = 0, layers = 0, vocab = 0;
    Count heads = 0, kv_heads = 0, head_dim = 0; ///< of the first layer
    Count first_layer = 0, around_layers = 0;    ///< parameters: of it, and beside layers, embedding and head
    bool shares_embedding = false;               ///< the table is `embed_tokens`, as most classes name it
    bool operator==(const AdaptedModel &) const = default;
};

/// The most inputs and the most outputs of any of its linears: what matrices that all of them share are cut from.
[[nodiscard]] std::pair<Count, Count> largest_sides(const AdaptedModel &model);

/// A tensor that a method makes, a parameter of its own or a buffer.
struct AdapterTensor {
    const char *name;
    step::Shape shape;
    bool trains = true;
    Dtype dtype = Dtype::fp32; ///< of a buffer; what trains has the adapter's
};
using AdapterTensors = std::vector<AdapterTensor>;

namespace step {

/// The look-up of a model's tokens, as a method's forward sees it.
struct EmbeddingCall {
    Machine &m;
    const AdapterUse &use;
    std::span<Leaf> shared; ///< of AdapterMethod::shared
    Leaf &table;
    Shape tokens; ///< rows and columns, those that a prompt adds included
};

/// The making of keys and values that stand before the rows' own, as a method sees it.
struct PastCall {
    Machine &m;
    const AdapterUse &use;
    std::span<Leaf> shared; ///< of AdapterMethod::shared
    Count rows;
};

/// One adapted linear's call, as a method's forward sees it.
struct AdapterCall {
    Machine &m;
    const AdapterUse &use;
    LinearModule &module;
    std::span<Leaf> leaves;          ///< what trains of AdapterMethod::tensors, in their order
    std::span<const Tensor> buffers; ///< the others
    std::span<Leaf> shared;          ///< of AdapterMethod::shared; frozen where they do not train
    Tensor scalings;                 ///< of AdapterMethod::scalings; undefined where it has none
};

/// A layer's attention, as a method that adds to its result sees it.
struct AttendedCall {
    Machine &m;
    const AdapterUse &use;
    std::span<Leaf> shared;              ///< of AdapterMethod::shared
    Count layer, layers;                 ///< its number, and how many the model has
    LinearModule &q, &k, &v, &fused, &o; ///< not loaded where the class has no such projection
    Count heads, kv_heads, head_dim;
    Tensor x;        ///< [rows, tokens, hidden]
    Tensor cos, sin; ///< undefined where nothing is turned
};

/// What an adapter makes for all of its modules, of the model's last hidden states.
struct ScalingsCall {
    Machine &m;
    const AdapterUse &use;
    std::span<Leaf> shared; ///< of AdapterMethod::shared
    Count rows, tokens, modules;
    Tensor hidden; ///< [rows, tokens, hidden]; undefined ahead of the pass that makes them
    Dtype dtype;   ///< of the model
};

/// One layer's call, as a method whose state goes along the layers sees it.
struct LayerCall {
    Machine &m;
    const AdapterUse &use;
    std::span<Leaf> leaves; ///< of StateBeside::tensors, in their order
    bool training = true;
};

} // namespace step

/// A state [rows, tokens, hidden] that goes along the layers of a frozen decoder beside their hidden states.
struct StateBeside {
    /// It begins as the result of a model of the base's own class that trains whole: so many layers, the first ones' kinds.
    Count (*layers)(const AdapterUse &use);
    /// That model reads what the base's embedding looks up, else it has a table of its own.
    bool (*shares_embedding)(const AdapterUse &use);
    /// What trains in each of the base's layers.
    AdapterTensors (*tensors)(const AdapterUse &use, Count hidden);
    /// What the layer reads in place of `hidden`.
    step::Tensor (*enter)(const step::LayerCall &call, const step::Tensor &hidden, const step::Tensor &state);
    /// The state behind the layer, whose result is `hidden`.
    step::Tensor (*leave)(const step::LayerCall &call, const step::Tensor &hidden, const step::Tensor &state);
    /// What the first state's own loss of the labels is multiplied with; 0: the loss is made and not trained on.
    double (*loss_weight)(const AdapterUse &use);
};

/// What a method does with `rank_pattern` of its configuration.
enum class RanksByNameAre : std::uint8_t {
    unplanned, ///< whatever it does, a plan that has one is refused
    taken,     ///< modules have the ranks that it says (core/adapters/ranks_by_name.h)
    ignored,   ///< every module has the adapter's
};

/// A setting that is to a method what a rank is to others, and what gives modules another one by their names
/// (core/adapters/ranks_by_name.h).
struct SizeByName {
    std::string_view key = {};     ///< "block_size"; empty: the method has none
    Count usual = 0;               ///< PEFT's, where nobody says
    std::string_view by_name = {}; ///< "block_size_pattern"
    std::string_view spread = {};  ///< a flag with which as much in all is shared out by modules' sizes, whatever their names
};

/// A method of PEFT as plans name it. Every place that treats one unlike another asks for one of these properties.
struct AdapterMethod {
    std::string_view name;          ///< in plans: "ia3"; PEFT's peft_type in lower case
    const char *title = nullptr;    ///< for people, a text for phrase(): "LoRA"
    std::string_view rank_key = {}; ///< PEFT's key of adapter.rank; empty: it has none
    Count rank = 8;                 ///< PEFT's, where nobody says
    std::string_view source = {};   ///< of `rank`: "PEFT 0.21, VeraConfig.r"; empty: the stack's own default takes its place
    /// Another method with a setting of its own; null: the method as it is.
    void (*prepare)(Adapter &adapter) = nullptr;
    /// Of its configuration, with blanks between: keys that change what trains and are not planned; keys that hold no bytes. Where
    /// either is named, a setting of another name is refused; both empty: its settings are not looked at one by one.
    std::string_view unplanned = {}, without_bytes = {};
    /// What it makes for one linear, in the order in which it is registered. Error where PEFT refuses the module.
    Result<AdapterTensors> (*tensors)(const AdapterUse &use, const AdaptedLinear &linear) = nullptr;
    /// What it makes once for the model.
    AdapterTensors (*shared)(const AdapterUse &use, const AdaptedModel &model) = nullptr;
    /// The wrapped module's forward of x; null: not simulated, unless it has a `wrap` of its own.
    step::Tensor (*forward)(const step::AdapterCall &call, step::Tensor x) = nullptr;
    /// An adapter of a class of its own in place of `tensors` and `forward`.
    std::unique_ptr<step::LinearAdapter> (*wrap)(step::Machine &m, step::LinearModule &module, const Adapter &adapter) = nullptr;
    /// Tokens that it puts before each row.
    Count (*virtual_tokens)(const AdapterUse &use) = nullptr;
    /// Keys and values that it puts before each row's own in every layer: how many tokens; and [rows, tokens, layers · keys and
    /// values], which it makes once a forward. Together or not at all.
    Count (*past_tokens)(const AdapterUse &use) = nullptr;
    step::Tensor (*past)(const step::PastCall &call) = nullptr;
    /// A model beside the decoder; null: none. Its tensors and those of the layers are counted in `shared`.
    const StateBeside *beside = nullptr;
    /// In place of the look-up of tokens; null: the table's own. Its `forward` takes the place of a tied head's too.
    step::Tensor (*embed)(const step::EmbeddingCall &call) = nullptr;
    /// A layer's attention with what the method adds to its result; null: as it is.
    step::Tensor (*attended)(const step::AttendedCall &call, step::Tensor result) = nullptr;
    /// The model runs without a graph before its own forward, all hidden states and logits standing: first with what this makes of
    /// none, then with what it makes of the last of them; [rows, tokens, modules, ..]. null: it runs once.
    step::Tensor (*scalings)(const step::ScalingsCall &call) = nullptr;
    /// The model's loss is made and dropped for one of its own, from the same logits.
    bool own_loss = false;
    bool takes_tied_head = false;
    bool shared_as_base = false; ///< `shared` trains in the dtype of the base's first parameter
    bool wraps_linears = true, wraps_embeddings = false, wraps_convolutions = false;
    bool trains_norms = false;         ///< copies of the norms that its targets name, in place of wrappers
    bool folds_parameters = false;     ///< into bare parameters: adapter.target_parameters, fused experts
    std::string_view model_types = {}; ///< with blanks between: PEFT refuses all others; empty: none
    bool dense_only = false;           ///< its forward reads the matrix itself: on packed ones it fails
    std::string_view of_linears = {};  ///< a flag with which PEFT wraps neither embeddings nor bare parameters; empty: none
    bool own_bias = false;             ///< adapter.bias may be lora_only
    bool ties_targets = false;         ///< ensure_weight_tying holds for it (core/adapters/tied_targets.h)
    RanksByNameAre ranks_by_name = RanksByNameAre::unplanned;
    SizeByName size;
    /// PEFT's default targets of a model type where they are not LoRA's: names with blanks between; null: LoRA's.
    std::optional<std::string_view> (*default_targets)(std::string_view model_type) = nullptr;

    /// Its forward is not simulated, its parameters alone are counted: always, or with some settings (null: with none).
    bool parameters_alone = false;
    bool (*settings_alone)(const Adapter &) = nullptr;
    [[nodiscard]] bool simulated(const Adapter &adapter) const
    {
        return !parameters_alone && (settings_alone == nullptr || !settings_alone(adapter));
    }
};

} // namespace plimsoll
