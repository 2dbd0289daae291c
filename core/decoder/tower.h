// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/sequence.h"
#include "core/model/tower_spec.h"
#include "core/pictures/pictures.h"
#include "core/plan/plan.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What reads pictures before a decoder, as transformers 5.23 runs it.

namespace plimsoll::step {

/// Pictures of one pass, all alike.
struct SeenPictures {
    PictureTokens one;
    Count per_row = 0, rows = 1;
    Dtype pixels = Dtype::fp32; ///< of the batch
    [[nodiscard]] Count count() const { return per_row * rows; }
    /// Places of the text that hold features, of all rows.
    [[nodiscard]] Count tokens() const { return count() * one.tokens; }
};

/// One tensor of a batch.
struct BatchTensor {
    Shape shape;
    Dtype dtype = Dtype::int64;
};

class Tower;

/// What layers of the language model read by cross attention.
struct CrossStates {
    Tensor states; ///< [rows, keys, width of the language model]
    AttentionMask mask;
    AttentionBackend backend = AttentionBackend::sdpa;
    std::pair<Tensor, Tensor> *cache = nullptr; ///< where their keys and values stay
};

/// One forward of a tower.
struct TowerPass {
    const SeenPictures &seen;
    const ForwardInputs &inputs;
    std::vector<Tensor> held;              ///< by names of the model around the decoder, until its forward returns
    std::vector<Tensor> handed;            ///< features that the decoder's first layers add
    AttentionMask states_mask;             ///< of layers that read the states
    std::shared_ptr<CrossStates> crossing; ///< what these read; null: features stand in places of the text
};

/// A tower's own lines.
struct TowerClass {
    /// Features of all pictures, [places, width of the language model].
    Tensor (*features)(Tower &tower, Machine &m, TowerPass &pass);
    /// What a batch of so many rows and tokens holds for it.
    std::vector<BatchTensor> (*inputs)(const TowerSpec &spec, const SeenPictures &seen, Count length);
    /// A layer of the language model that reads the states; null: none does.
    Tensor (*cross)(Tower &tower, Machine &m, const Tensor &hidden, const std::string &prefix, const CrossStates &seen) = nullptr;
    NormKind norm = NormKind::rms; ///< of its norms without bias
    bool masks_text = false;       ///< places of a picture see each other: the decoder's masks are made
};

/// Names of a layer's modules; empty: it has none.
struct BlockNames {
    std::string_view norm1, norm2, q, k, v, fused, o, gate, up, down;
    std::string_view scale1 = {}, scale2 = {}; ///< numbers that results are multiplied with before they are added (layer scale)
    bool tanh_scales = false;                  ///< the tanh of those numbers
    bool contiguous_heads = false;             ///< queries times a number; queries, keys and values made contiguous (Whisper)
};

/// How a layer attends.
struct BlockAttention {
    Tensor cos, sin;            ///< undefined: queries and keys are not turned
    bool in_float = false;      ///< they are turned in float32 and cast back
    bool in_pairs = false;      ///< pairs of numbers are turned by the complex table `cos`
    std::vector<Count> lengths; ///< of sequences that lie behind each other, each of which sees itself; empty: one a tile
    AttentionMask mask;
};

/// What of a tower trains, beside adapters.
struct TowerTraining {
    PartTraining tower = PartTraining::frozen, projector = PartTraining::frozen;
    PartTraining language = PartTraining::frozen; ///< layers of the language model that read its states
    /// Full names of the parameters that train, whatever the three say; null: they say it.
    const std::set<std::string> *named = nullptr;
};

/// Modules of a tower and its projector, and what its class's lines are made of.
class Tower {
public:
    explicit Tower(const TowerSpec &spec) : m_spec(spec), m_modules(*spec.modules) {}

    void load(Machine &m, const Precision &precision);
    void raise_to_fp32(Machine &m);
    void add_adapters(Machine &m, const std::vector<RankedName> &names, const AdaptedModel &model, const Adapter &adapter);
    /// Marks what trains and returns it in the order of model.parameters().
    [[nodiscard]] std::vector<Leaf *> make_trainable(const TowerTraining &how);
    /// Whether anything within it does, a projector that lies there among it.
    [[nodiscard]] bool trains() const { return m_trains; }
    /// All its parameters, frozen ones too, each once, put ahead of `parameters`.
    void list(std::vector<RegisteredParameter> &parameters);
    /// What a batch holds for it, allocated.
    [[nodiscard]] std::vector<Tensor> batch(Machine &m, const SeenPictures &seen, Count length) const;
    /// enable_input_require_grads: its patch embedding's output needs a gradient.
    void hook_inputs(bool hooked) { m_hooked = hooked && m_spec.hooked; }
    /// Whether a module of this full name is the tower's or its projector's.
    [[nodiscard]] static bool has(const TowerSpec &spec, std::string_view module);

    /// Whether it is a layer of the language model that reads the states.
    [[nodiscard]] static bool crosses(const TowerSpec &spec, std::string_view module);
    /// The layer of this number where it reads the states; `hidden` as it is for any other.
    [[nodiscard]] Tensor crossed(Machine &m, const ForwardInputs &inputs, const std::shared_ptr<CrossStates> &states, Count layer,
                                 Tensor hidden);
    /// The embedded text with the pictures' features in their places.
    [[nodiscard]] Tensor merged(Machine &m, TowerPass &pass, Tensor embedded);

    // What classes' lines are made of. Names are full.

    [[nodiscard]] const TowerSpec &spec() const { return m_spec; }
    [[nodiscard]] Dtype weights_dtype() const { return m_modules.weights_dtype(); }
    [[nodiscard]] const SequenceSpec &sizes() const { return m_modules.spec(); }
    [[nodiscard]] bool has(const std::string &name) const { return m_modules.has(name); }
    [[nodiscard]] Tensor linear(Machine &m, const std::string &name, Tensor x)
    {
        return m_modules.linear_of(name).forward(m, std::move(x));
    }
    [[nodiscard]] Tensor norm(Machine &m, const std::string &name, Tensor x) { return m_modules.normed(m, name, std::move(x)); }
    [[nodiscard]] Leaf &leaf(const std::string &name) { return m_modules.leaf(name); }
    /// Pixels of float32 through a convolution whose steps are its kernel's size: [rows, numbers of a patch] become [rows, width].
    [[nodiscard]] Tensor patches(Machine &m, const std::string &convolution, const Tensor &pixels);
    /// The hook's place.
    [[nodiscard]] Tensor embedded_patches(Machine &m, Tensor x) { return m_hooked ? hooked_input(m, std::move(x)) : x; }
    /// Norm, attention, norm, MLP.
    [[nodiscard]] Tensor block(Machine &m, AttentionBackend backend, const Tensor &input, const std::string &prefix,
                               const BlockNames &names, const BlockAttention &attention);
    /// Runs all layers, checkpointed where the plan says so. `between`: what is done with a layer's result.
    [[nodiscard]] Tensor run_blocks(Machine &m, const TowerPass &pass, Tensor hidden, const BlockNames &names,
                                    const std::function<const BlockAttention &(Count)> &attention,
                                    const std::function<void(Count, const Tensor &)> &between = {});
    /// The same of layers whose lines are the class's own; `block` is given a layer's input and the names' beginning.
    [[nodiscard]] Tensor run_own_blocks(Machine &m, const TowerPass &pass, Tensor hidden,
                                        const std::function<Tensor(const Tensor &, const std::string &)> &block,
                                        const std::function<void(Count, const Tensor &)> &between = {});
    /// What attention gives: queries, keys and values [batch, heads, length, width of a head]; [batch, length, all heads] out.
    [[nodiscard]] Tensor attended(Machine &m, AttentionBackend backend, const Tensor &q, const Tensor &k, const Tensor &v,
                                  Count length, const AttentionMask &mask, bool contiguous_heads = false);
    /// A rotary table, [patches, 1, width of a head].
    [[nodiscard]] Tensor table(Machine &m, Count patches, Dtype dtype) const;

private:
    [[nodiscard]] Tensor attend(Machine &m, AttentionBackend backend, const Tensor &x, const std::string &prefix,
                                const BlockNames &names, const BlockAttention &attention);
    [[nodiscard]] Tensor
    run_each(Machine &m, const TowerPass &pass, Tensor hidden,
             const std::function<std::function<Tensor(const Tensor &, const std::string &)>(Count)> &block_of,
             const std::function<void(Count, const Tensor &)> &between);

    const TowerSpec &m_spec;
    SequenceModel m_modules;
    bool m_hooked = false, m_trains = false;
    std::vector<std::pair<Tensor, Tensor>> m_cached; ///< keys and values of the states, while tokens are generated
};

/// torch.cat of any number of tensors along their rows.
[[nodiscard]] Tensor joined(Machine &m, const std::vector<Tensor> &parts, const Shape &whole);
/// masked_scatter of `features` into `embedded` (ATen native/cuda/IndexKernel.cpp).
[[nodiscard]] Tensor scattered(Machine &m, const Tensor &embedded, Tensor features);
/// `hidden` with `features` added in the places of pictures (Qwen3VLTextModel._deepstack_process).
[[nodiscard]] Tensor added_in_places(Machine &m, const Tensor &hidden, const Tensor &features);
/// A tensor that is there without taking memory here: of the batch, whose bytes are counted where it is fetched.
[[nodiscard]] inline Tensor fed(const Shape &shape, Dtype dtype) { return Tensor({}, shape, dtype); }

} // namespace plimsoll::step
