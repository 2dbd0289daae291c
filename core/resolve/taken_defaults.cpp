// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/taken_defaults.h"

#include "core/ground/phrase.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/optimizers/optimizers.h"
#include "core/plan/field.h"
#include "core/plan/names.h"
#include "core/plan/releases.h"
#include "core/resolve/built_by_release.h"
#include "core/resolve/check.h"
#include "core/resolve/gate.h"
#include "core/resolve/loaded_dtype.h"
#include "core/resolve/loading.h"
#include "core/resolve/named_quant.h"
#include "core/resolve/rollouts.h"
#include "core/resolve/runners.h"
#include "core/resolve/taken_adapter.h"
#include "core/resolve/taken_engine.h"
#include "core/resolve/taken_part.h"

#include <algorithm>

namespace plimsoll {

std::string_view native_dtype(const CardFacts &device)
{
    const int capability = device.capability_major * 10 + device.capability_minor;
    return capability >= 80 ? "bf16" : capability >= 53 ? "fp16" : "fp32";
}

namespace {

std::string capability_text(const CardFacts &device)
{
    const std::string number = std::to_string(device.capability_major) + "." + std::to_string(device.capability_minor);
    return device.name.empty() ? phrase(QT_TRANSLATE_NOOP("core", "compute capability %1, no card was named"), {number})
                               : phrase(QT_TRANSLATE_NOOP("core", "%1 has compute capability %2"), {device.name, number});
}

Dtype dtype_of(WeightDtype dtype)
{
    return dtype == WeightDtype::fp32 ? Dtype::fp32 : dtype == WeightDtype::fp16 ? Dtype::fp16 : Dtype::bf16;
}

class Resolver {
public:
    Resolver(const Plan &plan, const Architecture &architecture, const CardFacts &device)
        : m_architecture(architecture), m_device(device)
    {
        m_out.plan = plan;
    }

    ResolvedPlan take()
    {
        take_libraries();
        take_precision_of_weights();
        take_adapter(m_out.plan, m_said);
        for (const Field &field : plan_fields())
            if (!m_out.plan.has(field.path)) take_default(field);
        replace_auto();
        if (m_out.plan.task == Task::infer && m_out.plan.inference.kv_dtype == KvDtype::auto_ && !claims_memory(m_out.plan))
            take_kv_dtype();
        if (std::optional<Warning> note = take_stacks_targets(m_out.plan, m_architecture, m_said))
            m_out.warnings.push_back(*std::move(note));
        take_loaded();
        take_parts(m_out.plan, m_architecture, m_said);
        take_parallel();
        m_out.assumptions = std::move(m_said);
        return std::move(m_out);
    }
    /// Why the library does not load these weights, or why they cannot be counted.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }

private:
    const Architecture &m_architecture;
    const CardFacts &m_device;
    ResolvedPlan m_out;
    std::vector<std::string> m_said; ///< the assumptions
    std::optional<Error> m_error;
    bool m_own = false;         ///< the weights are quantised as the configuration says, not as the plan does
    bool m_dtype_known = false; ///< weights.dtype has its final value

    void say(std::string_view path, std::string_view value, std::string_view source)
    {
        m_said.push_back(std::string(path) + ": " + std::string(value) + " — " + std::string(source));
    }

    void take_libraries()
    {
        Plan &plan = m_out.plan;
        const auto named = [&](std::string_view library) { return is_named(plan.libraries, library); };
        const NamedReleases told = plan.libraries;
        const std::span<const HeldRelease> holds = held_by(stack_of(plan));
        for (const HeldRelease &release : holds) {
            if (named(release.library) || &release != held_beside(told, holds, release.library)) continue;
            plan.libraries.emplace_back(release.library, release.version);
            say("libraries." + std::string(release.library), release.version, release.source);
        }
        std::ranges::sort(plan.libraries);
        if (claims_memory(plan)) return say_engines_release(named);
        std::string line;
        for (const Library *library : all_libraries()) {
            if (!library->shared || named(library->name)) continue;
            line.append(line.empty() ? "" : ", ").append(library->name).append(" ").append(library->known);
        }
        if (!line.empty())
            say("libraries", line, phrase(QT_TRANSLATE_NOOP("core", "the releases whose behaviour the planner knows")));
    }

    /// An engine of its own runs none of the others.
    template <class Named>
    void say_engines_release(const Named &named)
    {
        const Library *library = engine_of(m_out.plan).library;
        if (library == nullptr || named(library->name)) return;
        say("libraries", std::string(library->name) + " " + std::string(library->known),
            phrase(QT_TRANSLATE_NOOP("core", "the release whose start the planner knows")));
    }

    /// Quantisation and method decide each other, so they come first.
    void take_precision_of_weights()
    {
        Plan &plan = m_out.plan;
        plan.has("weights.quant") ? take_stated_quant() : take_quant();
        if (plan.has("method") || plan.task != Task::train) return;
        const bool adapter =
            std::ranges::any_of(plan.given, [](const std::string &path) { return path.starts_with("adapter."); });
        plan.method = plan.weights.quant != "none" ? Method::qlora : adapter ? Method::lora : Method::full;
        say("method", name_of(plan.method),
            phrase(plan.method == Method::qlora ? QT_TRANSLATE_NOOP("core", "the weights are quantised")
                   : adapter                    ? QT_TRANSLATE_NOOP("core", "an adapter is given")
                             : QT_TRANSLATE_NOOP("core", "neither an adapter nor quantised weights are given")));
    }

    void take_quant()
    {
        Plan &plan = m_out.plan;
        const NamedQuant named = named_quant(plan, m_architecture);
        if (named.warning) m_out.warnings.push_back(*named.warning);
        if (named.quant.empty() && m_architecture.quantization) return take_own_quant();
        const bool qlora = plan.task == Task::train && plan.has("method") && plan.method == Method::qlora;
        plan.weights.quant = !named.quant.empty() ? named.quant : qlora ? "nf4" : "none";
        say("weights.quant", plan.weights.quant,
            !named.quant.empty() ? named.why
            : qlora              ? "method qlora"
                                 : phrase(QT_TRANSLATE_NOOP("core", "neither the plan nor the configuration quantises")));
    }

    void take_own_quant()
    {
        Plan &plan = m_out.plan;
        const std::string &method = m_architecture.quantization->method;
        if (runner_of(plan).models.reads_gguf) {
            plan.weights.quant = "none";
            // convert_hf_to_gguf.py repacks what is MXFP4 block by block, and dequantises every other method
            return say("weights.quant", "none",
                       phrase(method == "mxfp4"
                                  ? QT_TRANSLATE_NOOP("core", "the configuration's %1 stays so while it is converted")
                                  : QT_TRANSLATE_NOOP("core", "the configuration's %1 is unpacked while it is converted"),
                              {method}));
        }
        if (plan.task == Task::train && plan.has("method") && plan.method == Method::full && unpacks_on_request(method)) {
            plan.weights.quant = "none";
            say("weights.quant", "none",
                phrase(QT_TRANSLATE_NOOP("core", "the configuration's %1 cannot be trained; unpacked while loading"), {method}));
            return;
        }
        m_own = true;
        load();
        if (!m_out.loaded) return;
        plan.weights.quant = m_out.loaded->scheme;
        say("weights.quant", plan.weights.quant,
            plan.weights.quant == "none"
                ? phrase(QT_TRANSLATE_NOOP("core", "the configuration's %1 (%2), which the loader unpacks on this card"),
                         {"quantization_config", method})
                : phrase(QT_TRANSLATE_NOOP("core", "the configuration's %1"), {"quantization_config"}));
        if (plan.weights.quant == "none") take_plain_method();
        take_double_quant();
    }

    /// QLoRA on weights that nothing packs is LoRA.
    void take_plain_method()
    {
        Plan &plan = m_out.plan;
        if (plan.task != Task::train || !plan.has("method") || plan.method != Method::qlora) return;
        plan.method = Method::lora;
        say("method", name_of(plan.method), phrase(QT_TRANSLATE_NOOP("core", "the loader leaves nothing quantised")));
    }

    void take_double_quant()
    {
        if (m_architecture.quantization->method.starts_with("bitsandbytes") && !m_out.plan.has("weights.double_quant"))
            m_out.plan.weights.double_quant = m_architecture.quantization->double_quant;
    }

    /// weights.quant that names what the configuration has anyway means the checkpoint as it is.
    void take_stated_quant()
    {
        if (!m_architecture.quantization || m_out.plan.weights.quant == "none") return;
        m_own = true;
        load();
        m_own = m_out.loaded && (m_out.loaded->scheme == m_out.plan.weights.quant || is_named_quant(m_out.plan));
        if (m_own) m_out.plan.weights.quant = m_out.loaded->scheme;
        m_error.reset();
        if (m_own) take_double_quant();
    }

    /// Whether the bytes of the weights are the loader's, tensor by tensor.
    bool is_loaded_packed() const
    {
        const Plan &plan = m_out.plan;
        if (m_own) return true;
        if (plan.weights.quant == runner_of(plan).models.quantises_itself) return false;
        if (plan.weights.quant == "none" || is_gguf_type(plan.weights.quant)) return false;
        return !stack_of(plan).models.own || !is_bitsandbytes(plan.weights.quant);
    }

    void load()
    {
        const Plan &plan = m_out.plan;
        const bool early = plan.weights.dtype == WeightDtype::auto_ || (!plan.has("weights.dtype") && !m_dtype_known);
        Loader loader = loader_of(plan, m_device);
        loader.dtype = early ? m_architecture.config_dtype.value_or(Dtype::bf16) : dtype_of(plan.weights.dtype);
        loader.quant = m_own ? std::string() : plan.weights.quant;
        if (m_own) loader.double_quant = false;
        const ArchitectureRef older = built_by_release(m_architecture, plan);
        auto loaded = weights_as_loaded(older ? *older : m_architecture, loader);
        m_out.loaded = loaded ? *loaded : nullptr;
        m_out.loader = std::move(loader);
        if (!loaded) m_error = loaded.error();
    }

    /// What the loader makes of the weights, now that everything else is known.
    void take_loaded()
    {
        m_out.loader.reset();
        m_out.loaded.reset();
        if (m_error || !is_loaded_packed()) return;
        m_dtype_known = true;
        load();
        if (!m_out.loaded) return;
        const LoadedWeights &loaded = *m_out.loaded;
        const bool wide = loaded.fp32_rest && !m_out.plan.has("weights.dtype");
        const Dtype dtype = wide ? Dtype::fp32 : loaded.dtype;
        if (dtype != m_out.loader->dtype && !claims_memory(m_out.plan)) take_loaders_dtype(dtype);
        Plan &plan = m_out.plan;
        if (loaded.scheme == "none" && plan.weights.quant != "none" && !is_bitsandbytes(plan.weights.quant)) {
            plan.weights.quant = "none";
            say("weights.quant", "none",
                phrase(QT_TRANSLATE_NOOP("core", "the loader leaves nothing quantised as %1"), {m_out.loader->quant}));
            take_plain_method();
            if (!plan.has("kbit_prepare")) plan.kbit_prepare = false;
        }
        if (const std::string_view kernel = kernel_of(m_out); !kernel.empty()) say("kernels", kernel, why_kernel());
        std::vector<Warning> notes;
        for (const bool first : {true, false})
            for (const LoadNote &note : loaded.notes)
                if (note.first == first && !(note.code == "experts_not_quantised" && packs_fused_experts(plan)))
                    notes.push_back({note.code, note.text, "weights.quant"});
        m_out.warnings.insert(m_out.warnings.begin(), notes.begin(), notes.end());
    }

    void take_loaders_dtype(Dtype dtype)
    {
        Plan &plan = m_out.plan;
        const std::optional<WeightDtype> taken = plan_enum<WeightDtype>(name_of(dtype));
        if (!taken) return;
        plan.weights.dtype = *taken;
        say("weights.dtype", name_of(dtype),
            phrase(QT_TRANSLATE_NOOP("core", "what %1's loader makes of it for %2 weights"),
                   {m_out.loader->library->name, m_out.loaded->scheme}));
        if (plan.task == Task::infer && !plan.has("inference.kv_dtype")) take_kv_dtype();
    }

    /// What is as it is written, and what nobody does unless told.
    bool has_no_default(std::string_view path) const
    {
        const auto in = [path](std::string_view section) { return path.starts_with(section); };
        if (path == "kbit_prepare") return m_out.plan.weights.quant == "none";
        if (path == "images.tower" || path == "images.projector") return m_out.plan.task == Task::train; // take_parts() says
        return path == "name" || path == "model" || path == "kernels" || path == "trainable" || path == "adapter.type" ||
               path == "adapter.settings" || in("target.") || in("libraries.") ||
               ((path == "weights.quant_storage" || in("rollout.") || in("parallel.")) && !default_for(path, m_out.plan));
    }

    void take_default(const Field &field)
    {
        Plan &plan = m_out.plan;
        const std::string &path = field.path;
        if (path == "weights.quant" || path == "method" || has_no_default(path)) return;
        if (claims_memory(plan) && is_engines_own(field)) return;
        if (const auto taken = path == "inference.context" ? engines_context(plan, m_architecture, m_device) : std::nullopt)
            return set(field, std::to_string(taken->tokens), taken->why);
        if (path == "optimizer.implementation" && plan.task == Task::train && take_single_form()) return;
        // what stands there before a default is taken says nothing of whether one applies
        if (path == "inference.kv_dtype" && plan.task == Task::infer) return take_kv_dtype();
        const bool unclipped = path == "max_grad_norm" && plan.task == Task::train && steps_in_backward(plan.optimizer);
        if (!unclipped && !applies(path, plan)) return;
        if (path == "weights.double_quant" && m_own && is_bitsandbytes(plan.weights.quant)) // as the file was written
            return set(field, m_architecture.quantization->double_quant ? "true" : "false",
                       phrase(QT_TRANSLATE_NOOP("core", "the configuration's %1"), {"quantization_config"}));
        if (path == "autocast" && plan.task != Task::train)
            return set(field, "none", phrase(QT_TRANSLATE_NOOP("core", "nothing is trained")));
        const std::optional<TakenDefault> taken = default_for(path, plan);
        if (!taken) return say_usual(field);
        if (path == "sequence_length" && generated_length(plan))
            return set(field, std::to_string(*generated_length(plan)), "rollout.prompt_length + rollout.completion_length");
        if (path == "inference.new_tokens") return take_new_tokens(field, *taken);
        if (taken->value == "checkpoint") return take_checkpoint_dtype(field, *taken);
        if (taken->value == "loaded") return set(field, resolved_dtype() == "fp16" ? "fp16" : "bf16", taken->reason());
        if (path == "adapter.targets") {
            const TakenText targets = own_targets(plan, m_architecture, field, *taken);
            return set(field, targets.value, targets.why);
        }
        if (path == "attention") return take_attention(field, *taken);
        set(field, taken->value, taken->reason());
    }

    /// At most half of the context, so that a prompt is left.
    void take_new_tokens(const Field &field, const TakenDefault &taken)
    {
        const Count half = std::max<Count>(m_out.plan.inference.context / 2, 1);
        set(field, taken.value, taken.reason());
        if (m_out.plan.inference.new_tokens <= half) return;
        m_said.pop_back();
        set(field, std::to_string(half), phrase(QT_TRANSLATE_NOOP("core", "half of the context")));
    }

    /// get_correct_attn_implementation: eager where the class has no sdpa and none was asked for.
    void take_attention(const Field &field, const TakenDefault &taken)
    {
        set(field, taken.value, taken.reason());
        const AcceptedAttention accepted = accepted_attention(m_out.plan, m_architecture);
        if (accepted.takes(m_out.plan.attention)) return;
        m_said.pop_back();
        set(field, accepted.sdpa ? "sdpa" : "eager", accepted.reason);
    }

    /// No stack sets it: the plan's initial value, which is "off", "one" or "none".
    void say_usual(const Field &field)
    {
        if (field.path == "loss.chunk" && (m_out.plan.loss.kind == LossKind::full || m_out.plan.loss.kind == LossKind::fused_ce))
            return;
        const std::string value = shown(field);
        say(field.path,
            value == "null" ? phrase(QT_TRANSLATE_NOOP("core", "the stack's own"))
            : value == "[]" ? phrase(QT_TRANSLATE_NOOP("core", "none"))
                            : value,
            phrase(QT_TRANSLATE_NOOP("core", "as every stack does unless told")));
    }

    std::string shown(const Field &field) const
    {
        const nlohmann::ordered_json value = field.write(m_out.plan);
        return value.is_string() ? value.get<std::string>() : value.dump();
    }

    void set(const Field &field, std::string_view value, std::string_view source)
    {
        if (const auto parsed = field.parse(value)) field.read(m_out.plan, *parsed);
        say(field.path, value, source);
    }

    /// Optimizers that the stack has in one form only keep null.
    bool take_single_form()
    {
        const Plan &plan = m_out.plan;
        const OptimizerKind &kind = kind_of(plan.optimizer);
        const bool trainers_sgd = stack_of(plan).loop.one_form_of_sgd && kind.trainer_has_one_form;
        if (has_torch_forms(kind) && !trainers_sgd) return false;
        m_out.plan.optimizer.implementation.reset();
        return true;
    }

    void take_checkpoint_dtype(const Field &field, const TakenDefault &taken)
    {
        const LoadedDtype loaded = loaded_dtype(m_out.plan, m_architecture, taken.reason());
        set(field, loaded.value, loaded.reason);
    }

    /// What an engine decides when it starts, by card and model: it says so itself (core/estimate/engine_need.h). True where
    /// nothing is left to take.
    bool is_engines_own(const Field &field)
    {
        Plan &plan = m_out.plan;
        if (field.path == "stack") return true;
        if (field.path == "weights.dtype") plan.weights.dtype = WeightDtype::auto_;
        if (!is_engine_setting(field.path)) return field.path == "weights.dtype";
        return field.read(plan, field.write(Plan())); // an earlier answer's are another card's
    }

    void take_kv_dtype()
    {
        Plan &plan = m_out.plan;
        if (plan.inference.cache == CacheKind::quantized) {
            plan.inference.kv_dtype = KvDtype::int4;
            return say("inference.kv_dtype", "int4",
                       phrase(QT_TRANSLATE_NOOP("core", "%1 packs to 4 bits with %2 unless told"), {"QuantizedCache", "quanto"}));
        }
        plan.inference.kv_dtype =
            *plan_enum<KvDtype>(plan.autocast != Autocast::none ? name_of(plan.autocast) : resolved_dtype());
        say("inference.kv_dtype", name_of(plan.inference.kv_dtype),
            phrase(QT_TRANSLATE_NOOP("core", "the dtype that the weights compute in")));
    }

    std::string_view resolved_dtype() const
    {
        return m_out.plan.weights.dtype == WeightDtype::auto_ ? native_dtype(m_device) : name_of(m_out.plan.weights.dtype);
    }

    void replace_auto()
    {
        Plan &plan = m_out.plan;
        if (plan.weights.dtype != WeightDtype::auto_) return;
        m_out.why_dtype = capability_text(m_device);
        if (const auto dtype = runner_of(plan).models.dtype) {
            plan.weights.dtype = dtype(plan, m_architecture, m_device);
            return say("weights.dtype", name_of(plan.weights.dtype),
                       phrase(QT_TRANSLATE_NOOP("core", "auto: what %1 makes of the configuration's"), {runner_of(plan).name}));
        }
        plan.weights.dtype = *plan_enum<WeightDtype>(resolved_dtype());
        say("weights.dtype", name_of(plan.weights.dtype), "auto: " + m_out.why_dtype);
    }

    void take_parallel()
    {
        Plan &plan = m_out.plan;
        const auto of_parallel = [](const std::string &path) { return path.starts_with("parallel."); };
        if (!plan.parallel.spread() && std::ranges::none_of(plan.given, of_parallel))
            say("parallel", phrase(QT_TRANSLATE_NOOP("core", "one process on one card")),
                phrase(QT_TRANSLATE_NOOP("core", "nothing is sharded unless the plan says so")));
        if (plan.task != Task::train) return;
        take_objective(plan, m_said);
        take_parallel_engine(plan, m_device, m_said);
    }
};

} // namespace

Filled take_defaults(const Plan &plan, const Architecture &architecture, const CardFacts &device)
{
    Resolver resolver(plan, architecture, device);
    return {resolver.take(), resolver.error()}; // in this order
}

} // namespace plimsoll
