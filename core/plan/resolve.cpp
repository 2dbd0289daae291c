// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/resolve.h"

#include "core/model/lora.h"
#include "core/phrase.h"
#include "core/plan/check.h"
#include "core/plan/field.h"
#include "core/plan/gate.h"
#include "core/plan/loaded_dtype.h"
#include "core/plan/names.h"
#include "core/plan/stack_defaults.h"

#include <algorithm>

namespace plimsoll {

std::string_view native_dtype(const DeviceFacts &device)
{
    const int capability = device.capability_major * 10 + device.capability_minor;
    return capability >= 80 ? "bf16" : capability >= 53 ? "fp16" : "fp32";
}

namespace {

using enum OptimizerName;

bool in_torch_optim(OptimizerName name) { return name == adamw || name == adam || name == sgd || name == sgd_momentum; }

std::string capability_text(const DeviceFacts &device)
{
    const std::string number = std::to_string(device.capability_major) + "." + std::to_string(device.capability_minor);
    return device.name.empty() ? phrase(QT_TRANSLATE_NOOP("core", "compute capability %1, no card was named"), {number})
                               : phrase(QT_TRANSLATE_NOOP("core", "%1 has compute capability %2"), {device.name, number});
}

/// What weights.quant calls the configuration's own quantisation; empty for one the planner does not know.
std::string quant_of(const ConfigQuantization &own)
{
    const std::string &method = own.method;
    if (method == "gptq" && (own.bits == 4 || own.bits == 8)) return own.bits == 4 ? "gptq4" : "gptq8";
    if (method == "awq" && own.bits == 4) return "awq4";
    if (method == "bitsandbytes" || method == "bitsandbytes_4bit" || method == "bitsandbytes_8bit")
        return own.bits == 8 || method == "bitsandbytes_8bit" ? "int8" : "nf4";
    if (method == "fp8" || method == "fbgemm_fp8" || method == "modelopt_fp8") return "fp8";
    if (method == "mxfp4") return "mxfp4";
    if (method == "compressed-tensors" && own.bits == 8) return "fp8";
    if (method == "nvfp4" || method == "modelopt_fp4") return "nvfp4";
    return {};
}

class Resolver {
public:
    Resolver(const Plan &plan, const Architecture &architecture, const DeviceFacts &device)
        : m_architecture(architecture), m_device(device)
    {
        m_out.plan = plan;
    }

    ResolvedPlan take() &&
    {
        take_libraries();
        take_precision_of_weights();
        for (const Field &field : plan_fields())
            if (!m_out.plan.has(field.path)) take_default(field);
        replace_auto();
        take_parallel();
        m_out.assumptions = std::move(m_said);
        return std::move(m_out);
    }

private:
    const Architecture &m_architecture;
    const DeviceFacts &m_device;
    ResolvedPlan m_out;
    std::vector<std::string> m_said; ///< the assumptions

    void say(std::string_view path, std::string_view value, std::string_view source)
    {
        m_said.push_back(std::string(path) + ": " + std::string(value) + " — " + std::string(source));
    }

    void take_libraries()
    {
        Plan &plan = m_out.plan;
        const auto named = [&](std::string_view library) {
            return std::ranges::find(plan.libraries, library, &std::pair<std::string, std::string>::first) !=
                   plan.libraries.end();
        };
        for (const HeldRelease &release : held_releases()) {
            if (release.stack != plan.stack || named(release.library)) continue;
            plan.libraries.emplace_back(release.library, release.version);
            say("libraries." + std::string(release.library), release.version, release.source);
        }
        std::ranges::sort(plan.libraries);
        std::string line;
        for (const KnownRelease &release : known_releases()) {
            if (named(release.library)) continue;
            line.append(line.empty() ? "" : ", ").append(release.library).append(" ").append(release.version);
        }
        if (!line.empty())
            say("libraries", line, phrase(QT_TRANSLATE_NOOP("core", "the releases whose behaviour the planner knows")));
    }

    /// Quantisation and method decide each other, so they come first.
    void take_precision_of_weights()
    {
        Plan &plan = m_out.plan;
        if (!plan.has("weights.quant")) take_quant();
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
        const std::string own = m_architecture.quantization ? quant_of(*m_architecture.quantization) : std::string();
        if (!own.empty()) return take_own_quant(own);
        if (m_architecture.quantization)
            m_out.warnings.push_back({"unknown_quantization",
                                      phrase(QT_TRANSLATE_NOOP("core", "%1: the configuration's quantisation \"%2\" is not "
                                                                       "known; planned without, set %1"),
                                             {"weights.quant", m_architecture.quantization->method}),
                                      "weights.quant"});
        const bool qlora = plan.task == Task::train && plan.has("method") && plan.method == Method::qlora;
        plan.weights.quant = qlora ? "nf4" : "none";
        say("weights.quant", plan.weights.quant,
            qlora ? "method qlora" : phrase(QT_TRANSLATE_NOOP("core", "neither the plan nor the configuration quantises")));
    }

    void take_own_quant(const std::string &own)
    {
        Plan &plan = m_out.plan;
        const bool can_unpack = own == "fp8" || own == "mxfp4";
        if (plan.task == Task::train && plan.has("method") && plan.method == Method::full && can_unpack) {
            plan.weights.quant = "none";
            say("weights.quant", "none",
                phrase(QT_TRANSLATE_NOOP("core", "the configuration's %1 cannot be trained; unpacked while loading"), {own}));
            return;
        }
        plan.weights.quant = own;
        say("weights.quant", own, phrase(QT_TRANSLATE_NOOP("core", "the configuration's %1"), {"quantization_config"}));
        if (m_architecture.quantization->method.starts_with("bitsandbytes") && !plan.has("weights.double_quant"))
            plan.weights.double_quant = m_architecture.quantization->double_quant;
    }

    /// What is as it is written, and what nobody does unless told.
    bool has_no_default(std::string_view path) const
    {
        const auto in = [path](std::string_view section) { return path.starts_with(section); };
        if (path == "kbit_prepare") return m_out.plan.weights.quant == "none";
        return path == "name" || path == "model" || path == "trainable" || in("target.") || in("libraries.") || in("parallel.");
    }

    void take_default(const Field &field)
    {
        Plan &plan = m_out.plan;
        const std::string &path = field.path;
        if (path == "weights.quant" || path == "method" || has_no_default(path)) return;
        if (path == "optimizer.implementation" && plan.task == Task::train && take_single_form()) return;
        // what stands there before a default is taken says nothing of whether one applies
        if (path == "inference.kv_dtype" && plan.task == Task::infer) return take_kv_dtype();
        const bool unclipped = path == "max_grad_norm" && plan.task == Task::train && plan.optimizer.in_backward;
        if (!unclipped && !applies(path, plan)) return;
        if (path == "autocast" && plan.task != Task::train)
            return set(field, "none", phrase(QT_TRANSLATE_NOOP("core", "nothing is trained")));
        const std::optional<TakenDefault> taken = default_for(path, plan);
        if (!taken) return say_usual(field);
        if (path == "inference.new_tokens") return take_new_tokens(field, *taken);
        if (taken->value == "checkpoint") return take_checkpoint_dtype(field, *taken);
        if (path == "adapter.targets") return take_targets(field, *taken);
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
        const auto parsed = field.parse(value);
        if (parsed) field.read(m_out.plan, *parsed);
        say(field.path, value, source);
    }

    /// Optimizers that the stack has in one form only keep null.
    bool take_single_form()
    {
        const Plan &plan = m_out.plan;
        const bool trainers_sgd =
            plan.stack != Stack::pytorch && (plan.optimizer.name == sgd || plan.optimizer.name == sgd_momentum);
        if (in_torch_optim(plan.optimizer.name) && !trainers_sgd) return false;
        m_out.plan.optimizer.implementation.reset();
        return true;
    }

    void take_checkpoint_dtype(const Field &field, const TakenDefault &taken)
    {
        const LoadedDtype loaded = loaded_dtype(m_out.plan, m_architecture, taken.reason());
        set(field, loaded.value, loaded.reason);
    }

    /// A stack's own list of modules that PEFT does not take on this model is not what anybody runs there.
    void take_targets(const Field &field, const TakenDefault &taken)
    {
        if (taken.value == "default" && m_architecture.default_lora_targets.empty())
            return set(field, "all-linear",
                       phrase(QT_TRANSLATE_NOOP("core", "%1 has no default targets for model type %2"),
                              {"PEFT", m_architecture.model_type}));
        set(field, taken.value, taken.reason());
        const bool listed = taken.value != "default" && taken.value != "all-linear" && !m_architecture.modules.empty();
        if (!listed || lora_targets(m_architecture, m_out.plan.adapter)) return;
        m_said.pop_back();
        set(field, "all-linear",
            phrase(QT_TRANSLATE_NOOP("core", "%1; %2 does not take them on model type %3, whose linear layers it finds by itself"),
                   {taken.reason(), "PEFT", m_architecture.model_type}));
    }

    void take_kv_dtype()
    {
        Plan &plan = m_out.plan;
        const bool cast = plan.autocast != Autocast::none;
        plan.inference.kv_dtype = *plan_enum<KvDtype>(cast ? name_of(plan.autocast) : resolved_dtype());
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
        plan.weights.dtype = *plan_enum<WeightDtype>(resolved_dtype());
        say("weights.dtype", name_of(plan.weights.dtype), "auto: " + m_out.why_dtype);
    }

    void take_parallel()
    {
        const Plan &plan = m_out.plan;
        const bool given = std::ranges::any_of(plan.given, [](const std::string &path) { return path.starts_with("parallel."); });
        if (!given)
            say("parallel", phrase(QT_TRANSLATE_NOOP("core", "one process on one card")),
                phrase(QT_TRANSLATE_NOOP("core", "nothing is sharded unless the plan says so")));
    }
};

/// Everything that Resolver reads.
struct Question {
    Plan plan;
    DeviceFacts device;
    std::string model_type;
    std::optional<Dtype> config_dtype;
    std::optional<ConfigQuantization> quantization;
    bool has_default_targets = false;
    std::string config_sha256; ///< default targets depend on the modules
    unsigned language = languages_set();

    [[nodiscard]] bool is(const Plan &other, const Architecture &architecture, const DeviceFacts &on) const
    {
        return language == languages_set() && plan == other && device == on && model_type == architecture.model_type &&
               config_dtype == architecture.config_dtype && quantization == architecture.quantization &&
               has_default_targets == !architecture.default_lora_targets.empty() &&
               config_sha256 == architecture.config_sha256;
    }
};

/// What Resolver answers. The last answer is kept: sweeps, solvers and editors turn batch and length, on which no default
/// depends.
ResolvedPlan filled_in(const Plan &plan, const Architecture &architecture, const DeviceFacts &device)
{
    struct Last {
        Question question;
        ResolvedPlan answer;
    };
    thread_local std::optional<Last> last;
    if (last) {
        last->question.plan.micro_batch = plan.micro_batch;
        last->question.plan.sequence_length = plan.sequence_length;
    }
    if (!last || !last->question.is(plan, architecture, device))
        last = {{plan, device, architecture.model_type, architecture.config_dtype, architecture.quantization,
                 !architecture.default_lora_targets.empty(), architecture.config_sha256},
                Resolver(plan, architecture, device).take()};
    ResolvedPlan out = last->answer;
    if (plan.has("micro_batch")) out.plan.micro_batch = plan.micro_batch;
    if (plan.has("sequence_length")) out.plan.sequence_length = plan.sequence_length;
    return out;
}

} // namespace

Result<ResolvedPlan> resolve(const Plan &plan, const Architecture &architecture, const DeviceFacts &device)
{
    ResolvedPlan resolved = filled_in(plan, architecture, device);
    Result<Passage> passage = gate(resolved.plan, architecture, device);
    if (!passage) return passage.error();
    for (Warning &warning : passage->warnings) resolved.warnings.push_back(std::move(warning));
    resolved.lower_bound_reason = std::move(passage->lower_bound_reason);
    return resolved;
}

Plan with_defaults(const Plan &plan, const Architecture &architecture, const DeviceFacts &device)
{
    return filled_in(plan, architecture, device).plan;
}

} // namespace plimsoll
