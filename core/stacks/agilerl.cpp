// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/phrase.h"
#include "core/objectives/objectives.h"
#include "core/runner/common_rows.h"
#include "core/stacks/loss.h"
#include "core/stacks/stacks.h"
#include "core/torch/mixer_ops.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

// AgileRL 2.8 (agilerl/algorithms/grpo.py, algorithms/core/base.py, algorithms/core/llm_ops).

namespace plimsoll {

namespace {

constexpr Default agilerl_defaults[] = {
    {"weights.dtype", "bf16", "", "AgileRL 2.8 utils/llm_utils.py, create_model_from_name_or_path"},
    {"weights.double_quant", "true", "", "AgileRL 2.8 utils/llm_utils.py, build_bnb_quantization_config"},
    {"autocast", "bf16", "", "AgileRL 2.8 core/base.py, _amp_ctx"},
    {"kbit_prepare", "true", "", "AgileRL 2.8 core/base.py, _initialize_actors", When::quantised,
     says(QT_TRANSLATE_NOOP("core", "%1: it calls %2"), "prepare_model_for_kbit_training")},
    {"kbit_prepare", "false", "", "AgileRL 2.8 core/base.py, _initialize_actors"},
    {"gradient_checkpointing", "true", "gradient_checkpointing", "AgileRL 2.8 grpo.py, gradient_checkpointing"},
    {"adapter.dtype", "fp32", "", "PEFT 0.21, get_peft_model(autocast_adapter_dtype=True)"},
    {"adapter.rank", "16", "lora_config", "AgileRL 2.8 core/base.py, lora_config None"},
    {"adapter.alpha", "8", "lora_config", "PEFT 0.21, LoraConfig.lora_alpha", When::own_adapter},
    {"adapter.dropout", "0", "lora_config", "PEFT 0.21, LoraConfig.lora_dropout", When::own_adapter},
    {"adapter.alpha", "32", "lora_config", "AgileRL 2.8 core/base.py, lora_config None"},
    {"adapter.dropout", "0.05", "lora_config", "AgileRL 2.8 core/base.py, lora_config None"},
    {"adapter.targets", "all-linear", "lora_config", "AgileRL 2.8 core/base.py, lora_config None"},
    {"optimizer.name", "adamw", "", "AgileRL 2.8 core/base.py, _select_optim_class: AdamW"},
    {"optimizer.implementation", "foreach", "", "torch 2.15", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1, optimizers default to %2 on %3"), "foreach", "CUDA")},
    {"attention", "sdpa", "attn_implementation", "AgileRL 2.8 utils/llm_utils.py, resolve_attn_implementation"},
    {"max_grad_norm", "0.1", "max_grad_norm", "AgileRL 2.8 grpo.py, max_grad_norm"},
    {"keep_outputs", "false", "", "AgileRL 2.8 core/base.py, _fused_model_pass", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1: a pass returns log-probabilities alone"))},
    {"evaluation.micro_batch", "0", "", "AgileRL 2.8 grpo.py, test", When::always,
     says(QT_TRANSLATE_NOOP("core", "%1 generates and trains nothing"))},
    {"loss.kind", "chunked", "", "AgileRL 2.8 llm_ops/fused_logprobs.py"},
    {"micro_batch", "1", "micro_batch_size_per_gpu", "AgileRL 2.8 grpo.py, micro_batch_size_per_gpu"},
    {"sequence_length", "1024", "max_model_len", "AgileRL 2.8 grpo.py, max_model_len"},
    {"rollout.gpu_memory_utilization", "0.3", "gpu_memory_utilization", "AgileRL 2.8 utils/algo_utils.py, VLLMConfig"},
    {"rollout.sleep", "0", "sleep_mode", "AgileRL 2.8 utils/algo_utils.py, VLLMConfig"},
    {"rollout.max_num_seqs", "8", "max_num_seqs", "AgileRL 2.8 utils/algo_utils.py, VLLMConfig"},
    {"rollout.generations", "8", "group_size", "AgileRL 2.8 grpo.py, group_size"},
    {"rollout.beta", "0.001", "beta", "AgileRL 2.8 grpo.py, beta"},
    {"rollout.reference", "adapter_copy", "use_separate_reference_adapter", "AgileRL 2.8 grpo.py, a frozen adapter"},
    {"rollout.offload_trainer", "true", "use_memory_efficient_params", "AgileRL 2.8 core/base.py, _prepare_vllm_for_generation"},
};

bool generates(const Plan &plan) { return objective_of(plan).generates; }

constexpr Read agilerl_read[] = {
    {"keep_outputs", Effect::none, {QT_TRANSLATE_NOOP("core", "%1: a pass returns log-probabilities alone"), "AgileRL"}},
    {"rollout.generations",
     Effect::depends,
     {QT_TRANSLATE_NOOP("core", "%1 rows are in a pass at most"), "micro_batch"},
     {},
     generates},
};

/// Leaf names of linears that stand in a wrapper which clamps what goes through them (*ClippableLinear), of which PEFT wraps the
/// inner one alone.
std::set<std::string> clamped_names(const Architecture &model)
{
    constexpr std::string_view inner = ".linear";
    std::set<std::string> out;
    if (!model.decoder || !model.decoder->inside_larger) return out;
    for (const Module &module : model.modules) {
        if (module.kind != ModuleKind::linear || !module.name.ends_with(inner)) continue;
        const std::string wrapper = module.name.substr(0, module.name.size() - inner.size());
        out.insert(wrapper.substr(wrapper.rfind('.') + 1));
    }
    return out;
}

/// adapt_lora_config_for_model: a model with such wrappers has its names rewritten, without lora_target_scope to the towers' inner
/// linears alone. No text reaches those, and a loss of text then asks for no gradient: runs that train name the scope.
std::optional<TakenTargets> targets_of_language(const Plan &plan, const Architecture &model)
{
    if (plan.adapter.targets == std::vector<std::string>{"default"}) return std::nullopt;
    const std::set<std::string> clamped = clamped_names(model);
    if (clamped.empty()) return std::nullopt;
    const bool all = plan.adapter.targets == std::vector<std::string>{"all-linear"};
    const std::set<std::string> names =
        all ? clamped : std::set<std::string>(plan.adapter.targets.begin(), plan.adapter.targets.end());
    std::string joined;
    for (const std::string &name : names) joined += (joined.empty() ? "" : "|") + name;
    return TakenTargets{
        R"(.*language_model.*\.()" + joined + R"()(\.linear)?)", "AgileRL 2.8 utils/llm_utils.py, build_scoped_lora_target_regex",
        phrase(QT_TRANSLATE_NOOP("core",
                                 "%1 rewrites names of modules for this model. Without %2 adapters would lie in the towers "
                                 "alone, where no text trains them: planned is %3, as its own runs set it."),
               {"AgileRL", "lora_target_scope", "lora_target_scope language_model"})};
}

/// resolve_chunk_rows: 256 MiB of float32 logits, between 128 and 4,096 rows.
Count rows_of_chunk(Count vocabulary) { return std::clamp<Count>(256 * mib / (std::max<Count>(1, vocabulary) * 4), 128, 4096); }

using namespace step;

struct LogProbChunks {
    Count tokens = 0, rows = 0, width = 0, vocabulary = 0;
    Dtype input = Dtype::bf16, weight = Dtype::bf16;

    [[nodiscard]] Dtype compute() const { return promote(input, weight); }
    [[nodiscard]] Tensor tile(Machine &m, Count count, Dtype dtype, const char *name) const
    {
        return m.empty({count, vocabulary}, dtype, name, Component::logits_loss);
    }
    /// h_chunk.to(…) and the whole head's, where their dtypes differ.
    [[nodiscard]] std::array<Tensor, 2> casts(Machine &m, Count count) const
    {
        std::array<Tensor, 2> out;
        if (input != compute()) out[0] = m.empty({count, width}, compute(), "to");
        if (weight != compute()) out[1] = m.empty({vocabulary, width}, compute(), "to", Component::weight_casts);
        return out;
    }
};

/// One chunk after the other, compiled: the product alone is written, its float32 form stays inside the reductions.
void log_prob_chunks(Machine &m, const LogProbChunks &of)
{
    for (Count start = 0; start < of.tokens; start += of.rows) {
        const Count count = std::min(of.rows, of.tokens - start);
        const std::array<Tensor, 2> cast = of.casts(m, count);
        const Tensor logits = of.tile(m, count, of.compute(), "logits");
        m.multiplies(count, of.vocabulary, of.width, of.compute());
        cublas_workspace(m);
        const Tensor sums = m.empty({count}, Dtype::fp32, "logsumexp");
    }
}

/// The chunk's product again; gather's gradient is scattered into float32 zeros, the softmax's is written over the logits.
void log_prob_chunks_backward(Machine &m, const LogProbChunks &of, bool hidden_trains, bool weight_trains, Gradients &g)
{
    if (hidden_trains) g[0] = m.empty({of.tokens, of.width}, of.input, "zeros_like");
    if (weight_trains) g[1] = m.empty({of.vocabulary, of.width}, of.weight, "zeros_like");
    for (Count start = 0; start < of.tokens; start += of.rows) {
        const Count count = std::min(of.rows, of.tokens - start);
        const std::array<Tensor, 2> cast = of.casts(m, count);
        const Tensor logits = of.tile(m, count, of.compute(), "logits");
        cublas_workspace(m);
        {
            const Tensor scattered = of.tile(m, count, Dtype::fp32, "scatter");
        }
        m.multiplies(count, of.vocabulary, of.width, of.compute()); // once more
        if (hidden_trains) m.multiplies(count, of.width, of.vocabulary, of.compute());
        if (weight_trains) m.multiplies(of.vocabulary, of.width, count, of.compute());
        const Tensor gradient = m.empty({count, of.width}, of.compute(), "mm");
        const Tensor of_head = weight_trains ? m.empty({of.vocabulary, of.width}, of.compute(), "mm") : Tensor();
    }
}

/// FusedLinearLogProbsFunction over hidden[:, :-1].
Tensor agilerl_log_probs(Machine &m, LinearModule &head, Tensor hidden, const TiledRows &rows)
{
    const Count shown = rows.length - 1, width = hidden.shape().last();
    Leaf &weight = head.weight();
    LogProbChunks of{rows.batch * shown, 0, width, weight.value.shape().size[0], hidden.dtype(), weight.value.dtype()};
    of.rows = rows_of_chunk(of.vocabulary);
    Tensor states = narrow(m, std::move(hidden), {rows.batch, shown, width});
    const bool copies = rows.batch > 1; // reshape of a slice
    Ref<Node> node;
    if (any_requires_grad(m, {&states, &weight.value})) {
        const Shape shape = states.shape();
        node = make_node(m, {&states, &weight.value}, [of, shape, copies](Machine &mm, Node &self, Gradients &, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            const Tensor flat = copies ? mm.empty({of.tokens, of.width}, of.input, "reshape") : Tensor();
            log_prob_chunks_backward(mm, of, self.needs(0), self.needs(1), g);
            if (g[0].defined()) g[0] = g[0].view(shape);
        });
        node->saved[0].keep(m, states);
    }
    Tensor out;
    {
        const Tensor flat = copies ? m.empty({of.tokens, of.width}, of.input, "reshape") : Tensor();
        out = m.empty({of.tokens}, of.input, "logps");
        log_prob_chunks(m, of);
    }
    if (node) attach(out, node);
    const Tensor ratio = m.empty({of.tokens}, Dtype::fp32, "exp"), surrogate = m.empty({of.tokens}, Dtype::fp32, "mul");
    return scale(m, sum_all(m, std::move(out)));
}

/// utils/llm_utils.py, resolve_vllm_max_num_batched_tokens.
Count tokens_of_pass(Count requests, Count context) { return std::min(requests * context, std::max(context, requests * 8192)); }

constexpr ColocatedEngine agilerl_engine{
    .source = "AgileRL 2.8 utils/llm_utils.py, build_vllm_llm_init_kwargs",
    .batch = tokens_of_pass,
    .keeps_base = true,
};

} // namespace

constinit const Runner stacks::agilerl{
    .name = "agilerl",
    .base = &training_step,
    .defaults = agilerl_defaults,
    .own_keys = true,
    .library = &libraries::agilerl,
    .reads = agilerl_read,
    .loop = {.trainer = false, .chooses_outputs = true, .one_form_of_sgd = false, .numbers_rows = true, .steps_each_pass = true},
    .losses = {.tiled = agilerl_log_probs},
    .models = {.patches_liger = true, .targets = targets_of_language},
    .spread = &spread_of_loops,
    .measured_pairs = true, // its profiling rig's points
    .beside = &agilerl_engine,
};

} // namespace plimsoll
