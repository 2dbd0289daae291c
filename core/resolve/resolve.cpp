// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/resolve.h"

#include "core/ground/phrase.h"
#include "core/resolve/gate.h"
#include "core/resolve/taken_defaults.h"

namespace plimsoll {

namespace {

/// Everything that take_defaults() reads.
struct Question {
    Plan plan;
    CardFacts device;
    const Architecture *model = nullptr; ///< of a quantised plan: whose every matrix counts
    std::string sha256, model_type;      ///< default targets depend on the modules
    std::optional<Dtype> config_dtype;
    std::optional<ConfigQuantization> quantization;
    bool has_default_targets = false;
    unsigned language = languages_set();

    [[nodiscard]] bool is(const Plan &other, const Architecture &architecture, const CardFacts &on) const
    {
        return language == languages_set() && plan == other && device == on && model_type == architecture.model_type &&
               (!model || model == &architecture) && sha256 == architecture.config_sha256 &&
               config_dtype == architecture.config_dtype && quantization == architecture.quantization &&
               has_default_targets == !architecture.default_lora_targets.empty();
    }
};

/// What take_defaults() answers. The last answer is kept: sweeps, solvers and editors turn batch and length, on which no default
/// depends.
Filled filled_in(const Plan &plan, const Architecture &architecture, const CardFacts &device)
{
    struct Last {
        Question question;
        Filled answer;
    };
    thread_local std::optional<Last> last;
    if (last) {
        last->question.plan.micro_batch = plan.micro_batch;
        last->question.plan.sequence_length = plan.sequence_length;
    }
    if (!last || !last->question.is(plan, architecture, device)) {
        Filled answer = take_defaults(plan, architecture, device);
        const bool of_model = answer.resolved.loader || answer.error;
        last = {{plan, device, of_model ? &architecture : nullptr, architecture.config_sha256, architecture.model_type,
                 architecture.config_dtype, architecture.quantization, !architecture.default_lora_targets.empty()},
                std::move(answer)};
    }
    Filled out = last->answer;
    if (plan.has("micro_batch")) out.resolved.plan.micro_batch = plan.micro_batch;
    if (plan.has("sequence_length")) out.resolved.plan.sequence_length = plan.sequence_length;
    return out;
}

} // namespace

Result<ResolvedPlan> resolve(const Plan &plan, const Architecture &architecture, const CardFacts &device)
{
    auto [resolved, refused] = filled_in(plan, architecture, device);
    if (refused) return *std::move(refused);
    Result<Passage> passage = gate(resolved.plan, architecture, device);
    if (!passage) return passage.error();
    for (Warning &warning : passage->warnings) resolved.warnings.push_back(std::move(warning));
    resolved.lower_bound_reason = std::move(passage->lower_bound_reason);
    return resolved;
}

Plan with_defaults(const Plan &plan, const Architecture &architecture, const CardFacts &device)
{
    return filled_in(plan, architecture, device).resolved.plan;
}

} // namespace plimsoll
