// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock/step_time.h"

#include "core/clock/forward_work.h"
#include "core/clock/host_states.h"
#include "core/clock/links.h"
#include "core/clock/operations.h"
#include "core/clock/sending.h"
#include "core/clock/serving_time.h"
#include "core/ground/durations.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/objectives/objectives.h"
#include "core/parallel/communicators.h"
#include "core/parallel/engine.h"
#include "core/parallel/mesh.h"
#include "core/plan/names.h"
#include "core/plan/plan.h"
#include "core/plan/releases.h"
#include "core/resolve/runners.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace plimsoll {

namespace {

constexpr std::size_t phase_count = 19;

/// What the device and its host do in one phase; seconds.
struct PhaseWork {
    double operations = 0, least = 0; ///< of products, and the seconds that they take at the peak of what each runs in
    double products = 0, attention = 0, moves = 0, bus = 0, host = 0;
    [[nodiscard]] double device() const { return products + attention + moves; }
};
using PhaseWorks = std::array<PhaseWork, phase_count>;

PhaseWork &of_phase(PhaseWorks &works, Phase phase) { return works[std::min(static_cast<std::size_t>(phase), phase_count - 1)]; }

/// Time of the host for one launch: 8 to 12 µs of an eager operation under autograd make 4 to 6 of a kernel, as an operation of
/// Python's makes two; autograd's own engine is C++.
constexpr double eager_launch = 5.5e-6, engine_launch = 3.5e-6, compiled_launch = 2e-6;
/// Products stand in modules: __call__, hooks, views around them.
constexpr double module_call = 12e-6;
/// A token of generate() goes through masks, cache and hooks as well: 0.75 ms a layer, as published of transformers (its Tempo,
/// engines/transformers.cpp), where the launches and modules of a layer of Llama or Qwen 2 alone make 0.32.
constexpr double generated_call = 0.75 / 0.32;

struct Pricing {
    const KernelTimes &kernels;
    const Plan &plan;
    bool compiled = false;
    const AttentionFit &attention;
    std::optional<Arithmetic> narrow; ///< what layers' products run in besides the operands' type
    bool in_float32 = false;          ///< layers' matrices are multiplied in it, whatever the type that they were told in

    /// Under a training's load. In narrow types without the casts that tables of inference have in them, which a training's recipe
    /// makes with the kernels before: typical shapes reach .95 of the card's best product, as in 16 bits, or of its class; where that was
    /// not measured, as RTX PRO 6000 does, .75 and .65 for .85 in 16 bits.
    [[nodiscard]] double product(double operations, double bytes, Arithmetic arithmetic) const
    {
        ProductFit fit = kernels.fit(arithmetic);
        if (arithmetic == Arithmetic::fp8 || arithmetic == Arithmetic::fp4) {
            const double top = kernels.peak(arithmetic), own = top > 0 ? kernels.card.best(arithmetic) / top : 0;
            const double best = own > 0 || arithmetic == Arithmetic::fp4 ? own : kernels.best_narrow;
            fit.compute =
                best > 0 ? 0.95 * best : kernels.fit(Arithmetic::bf16).compute * (arithmetic == Arithmetic::fp8 ? 0.88 : 0.76);
        }
        const double compute = operations / (fit.compute * kernels.sustained * kernels.peak(arithmetic));
        const double memory = bytes / (fit.memory * kernels.card.bandwidth);
        return fit.kernel + std::pow(std::pow(compute, fit.norm) + std::pow(memory, fit.norm), 1 / fit.norm);
    }
    [[nodiscard]] double launch(bool backward) const
    {
        return compiled ? compiled_launch : backward ? engine_launch : eager_launch;
    }
};

const AttentionFit &attention_of(const Plan &plan, const KernelTimes &kernels)
{
    if (plan.attention == AttentionBackend::flash3) return kernels.attention_3;
    if (plan.attention == AttentionBackend::sdpa && kernels.prefers_library && !older_of(plan).prefers_flash)
        return kernels.library;
    const bool own = plan.parallel.several() && parallel_engine(plan) == ParallelEngine::megatron; // Transformer Engine's
    return own ? kernels.library : kernels.attention;
}

/// Nothing on a card without such units: the run does not start there, and what is told is that of the operands' type.
std::optional<Arithmetic> narrow_of(const Plan &plan, const CardSpeed &card)
{
    if (!plan.compute_dtype) return std::nullopt;
    const Arithmetic asked = *plan.compute_dtype == ComputeDtype::nvfp4 ? Arithmetic::fp4 : Arithmetic::fp8;
    return card.peak(asked) > 0 ? std::optional(asked) : std::nullopt;
}

/// Experts' products, of a dense product's share of the peak: what published steps of mixtures leave for them beside all else
/// (Megatron-Bridge 26.02 to 26.04 on H100, B200, GB200 and GB300, Mixtral under transformers on A100). SimuMax's table of single
/// kernels on B200 has three fifths, of fewer rows an expert than a training's batch brings.
constexpr double grouped_share = 0.9;

void price_products(PhaseWorks &works, const step::WorkList &list, const Pricing &with)
{
    for (const step::ProductWork &one : list.products()) {
        PhaseWork &here = of_phase(works, one.phase);
        Arithmetic arithmetic = arithmetic_of(one.dtype);
        double bytes = one.values() * static_cast<double>(size_of(one.dtype));
        const bool head = one.phase == Phase::loss || one.phase == Phase::loss_backward;
        const bool wide = std::min({one.rows, one.columns, one.inner}) >= 256;
        if (with.narrow && !head && wide && (one.batch == 1 || one.grouped)) { // recipes cast experts' products too
            arithmetic = *with.narrow;
            bytes *= 0.75; // narrow operands, a wide result
        }
        if (with.in_float32 && !head && wide && one.batch == 1 && !one.grouped && size_of(one.dtype) == 2) {
            arithmetic = Arithmetic::fp32;
            bytes *= 2;
        }
        if (one.grouped && arithmetic == Arithmetic::fp32 &&
            with.kernels.peak(Arithmetic::bf16) > with.kernels.peak(Arithmetic::fp32)) {
            arithmetic = Arithmetic::bf16; // torch._grouped_mm takes 16 bits alone
            bytes /= 2;
        }
        double each = with.product(one.operations(), bytes, arithmetic);
        if (one.grouped) each /= grouped_share;
        here.products += one.times * each;
        here.operations += one.times * one.operations();
        here.least += one.times * one.operations() / with.kernels.ceiling(arithmetic);
        const bool backward = one.phase == Phase::backward || one.phase == Phase::loss_backward;
        here.host += one.times * (with.compiled ? compiled_launch : backward ? engine_launch : eager_launch + module_call);
    }
}

void price_attention(PhaseWorks &works, const step::WorkList &list, const Pricing &with)
{
    for (const step::AttentionWork &one : list.attentions()) {
        PhaseWork &here = of_phase(works, one.phase);
        here.attention += one.times * with.kernels.attends(one, with.attention) / with.kernels.sustained;
        here.host += one.times * with.launch(one.backward) * 3;
    }
}

/// Passes over memory of an optimizer's update beside one that reads and writes everything once: torch.optim's foreach and single
/// forms run lerp, mul, addcmul, sqrt, div, add, addcdiv and the decay one after another, twenty accesses for seven of the fused
/// kernel (torch/optim/adam.py).
double passes_of(const Plan &plan)
{
    const auto form = plan.optimizer.implementation;
    return form && *form != OptimizerImplementation::fused ? 20.0 / 7.0 : 1.0;
}

void price_kernels(PhaseWorks &works, const step::WorkList &list, const Pricing &with)
{
    // a compiled stretch joins pointwise kernels: about two of five of their bytes go through memory (torch._inductor's fusions of
    // norm, residual, rotary and activation)
    const double fused = with.compiled ? 0.4 : 1.0;
    for (const step::KernelWork &one : list.kernels()) {
        const Operation what = operation_named(one.operation);
        if (what.no_launch) continue;
        PhaseWork &here = of_phase(works, one.phase);
        const bool update = std::string_view(one.operation) == "optimizer_update";
        if (what.told_apart) continue; // its product counted the launch
        const double read = one.read > 0 ? one.read : one.written * what.reads;
        if (what.to_host) {
            here.bus += (one.read + one.written) / (0.8 * host_bus(with.kernels.card));
            continue;
        }
        double bytes = one.written + read, launches = one.kernels;
        if (update) {
            bytes *= passes_of(with.plan);
            launches /= 50; // multi-tensor kernels
        } else {
            bytes *= fused;
            launches *= with.compiled ? 0.35 : 1;
        }
        here.moves += with.kernels.moves(bytes, launches);
        here.host += launches * with.launch(what.backward);
    }
}

/// Idle share of a pipeline: (p − 1) / (m · v) of the time that its stages compute (Narayanan 2021, arXiv 2104.04473).
double bubble_of(const Plan &plan)
{
    const Parallel &p = plan.parallel;
    if (p.pipeline < 2) return 0;
    const Count stated = p.micro_batches.value_or(std::max(plan.gradient_accumulation, p.pipeline));
    return static_cast<double>(p.pipeline - 1) / static_cast<double>(std::max<Count>(1, stated * p.virtual_stages));
}

double tokens_of_step(const Plan &plan)
{
    return rows_of_step(plan) * static_cast<double>(objective_of(plan).rows) * static_cast<double>(plan.sequence_length) *
           static_cast<double>(std::max<Count>(1, plan.parallel.data));
}

/// Products and attention of a step's forward and backward passes, on all ranks.
double computed_operations(const Estimate &estimate)
{
    const auto passes = [](Phase phase) {
        return phase == Phase::forward || phase == Phase::loss || phase == Phase::loss_backward || phase == Phase::backward;
    };
    double out = 0, ranks = 0; // those that are told of stand for all
    for (const ProcessEstimate &process : estimate.processes) {
        if (!process.work) continue;
        double own = 0;
        const double alike = static_cast<double>(std::max<Count>(1, process.rank.like_it));
        for (const step::ProductWork &one : process.work->products())
            if (passes(one.phase)) own += one.times * one.operations();
        for (const step::AttentionWork &one : process.work->attentions())
            if (passes(one.phase)) own += one.times * one.operations();
        out += own * alike;
        ranks += alike;
    }
    return ranks > 0 ? out * static_cast<double>(all_cards(estimate.plan.plan)) / ranks : 0;
}

/// 6 operations a parameter and token (4 of what is frozen: no gradient of its own) but for a table that is only looked up in, causal
/// attention beside them; no more than the step computes, which has no backward below the last layer that trains.
double model_operations(const Estimate &estimate)
{
    const Plan &plan = estimate.plan.plan;
    const double tokens = tokens_of_step(plan);
    double multiplied = static_cast<double>(estimate.active_parameters);
    if (estimate.architecture && estimate.architecture->decoder)
        multiplied -= static_cast<double>(forward_work(*estimate.architecture->decoder).embedding);
    double out = (plan.trains_adapter() ? 4.0 : 6.0) * multiplied * tokens;
    if (estimate.architecture && estimate.architecture->decoder)
        for (const int kind : estimate.architecture->decoder->layers) {
            const AttentionSpec &a = estimate.architecture->decoder->kinds[static_cast<std::size_t>(kind)].attention;
            double keys = static_cast<double>(plan.sequence_length);
            if (a.sliding_window) keys = std::min(keys, 2.0 * static_cast<double>(*a.sliding_window));
            out += 6.0 * static_cast<double>(a.heads) * static_cast<double>(a.head_dim) * keys * tokens;
        }
    return std::min(out, computed_operations(estimate));
}

/// What of a run is not told by its plan, or by its plan alone.
struct Unsure {
    double host_share = 0, sent_share = 0;
    bool guessed_links = false;
    bool narrow = false;  ///< products in 8 bits or fewer: which of them, and what casts cost, is the recipe's
    bool experts = false; ///< how evenly rows are routed
    bool own_kernels =
        false;            ///< a loop that is not transformers' Trainer: containers bring fused kernels and overlap of their own
    bool many = false;    ///< ranks wait for the slowest
    bool on_host = false; ///< the host's own speed is not told
    bool on_disk = false; ///< nor its disk's
    double generated_share = 0; ///< of the step, in which completions are made to their full length
};

TimeRange range_of(const KernelTimes &kernels, const PhaseWork &sum, const Unsure &of)
{
    // independent causes, in logarithms, at about 1.64 standard deviations, each as published runs of its kind lie
    double square = 0;
    const auto cause = [&square](double factor) { square += std::log(factor) * std::log(factor); };
    cause(1.10);
    cause(kernels.of_class ? 1.25 : 1.08);
    if (kernels.card.source == PeakSource::of_class) cause(1.3);
    cause(1 + 0.30 * of.host_share);
    if (sum.device() > 0) cause(1 + 0.2 * sum.moves / sum.device());
    cause(1 + (of.guessed_links ? 1.0 : 0.15) * of.sent_share);
    if (of.narrow) cause(1.5);
    if (of.experts) cause(1.45);
    if (of.own_kernels) cause(1.3);
    if (of.many) cause(1.12);
    if (of.on_host) cause(2.0);
    if (of.on_disk) cause(2.0);
    cause(1 + 0.35 * of.generated_share);
    const double factor = std::exp(std::sqrt(square));
    return {1 / factor, factor};
}

TimeBound bound_of(const PhaseWork &sum, double host_share, double exposed, double total)
{
    if (host_share > 0.5) return TimeBound::host;
    if (exposed > 0.4 * total) return TimeBound::communication;
    return sum.moves > sum.products + sum.attention ? TimeBound::memory : TimeBound::compute;
}

/// What one process does in a step, none waiting for another.
struct PricedProcess {
    StepTime made;
    PhaseWork sum;
    double host_bound = 0; ///< seconds in phases in which the device waits for the host
};

PricedProcess priced_process(const step::WorkList &work, const Pricing &pricing)
{
    PhaseWorks works{};
    price_products(works, work, pricing);
    price_attention(works, work, pricing);
    price_kernels(works, work, pricing);
    of_phase(works, Phase::generate).host *= generated_call;
    PricedProcess out;
    for (std::size_t i = 0; i < phase_count; ++i) {
        const PhaseWork &one = works[i];
        const double seconds = std::max({one.device(), one.host, one.bus});
        if (seconds <= 0) continue;
        out.made.phases.push_back({static_cast<Phase>(i), seconds});
        out.made.seconds += seconds;
        if (std::max(one.host, one.bus) > one.device()) out.host_bound += seconds;
        out.sum.products += one.products;
        out.sum.operations += one.operations;
        out.sum.least += one.least;
        out.sum.attention += one.attention;
        out.sum.moves += one.moves;
        out.sum.host += one.host;
    }
    return out;
}

double slowest_seconds(const Estimate &estimate, const Pricing &pricing)
{
    double out = 0;
    for (const ProcessEstimate &process : estimate.processes)
        if (process.work) out = std::max(out, priced_process(*process.work, pricing).made.seconds);
    return out;
}

/// bitsandbytes multiplies in bnb_4bit_compute_dtype where no autocast stands around it (bitsandbytes 0.50 nn/modules.py,
/// Linear4bit.forward: x.to(self.compute_dtype)), which is float32 where nobody says (transformers 5.23 utils/quantization_config.py).
/// Recipes say the run's 16-bit type, and so does a plan.
void say_compute_dtype(std::vector<std::string> &out, const Estimate &estimate, Pricing pricing)
{
    const Plan &plan = estimate.plan.plan;
    if (!is_bitsandbytes_4bit(plan.weights.quant) || plan.autocast != Autocast::none) return;
    const double own = slowest_seconds(estimate, pricing);
    pricing.in_float32 = true;
    const double longer = own > 0 ? slowest_seconds(estimate, pricing) / own : 1;
    if (longer < 1.05) return;
    out.push_back(phrase(QT_TRANSLATE_NOOP("core", "time: matrices of 4 bits are taken to be multiplied in %1 (%2); where nobody "
                                                   "says it, %3's own is %4, without autocast, and a step takes about %5 times "
                                                   "as long"),
                         {plan.weights.dtype == WeightDtype::fp16 ? "fp16" : "bf16", "bnb_4bit_compute_dtype",
                          "BitsAndBytesConfig", "float32", few_figures(longer)}));
}

} // namespace

double rows_of_step(const Plan &plan)
{
    const bool of_prompt =
        stack_of(plan).loop.steps_each_pass && objective_of(plan).generates && plan.rollout.generations.has_value();
    return of_prompt ? static_cast<double>(*plan.rollout.generations)
                     : static_cast<double>(plan.micro_batch) * static_cast<double>(plan.gradient_accumulation);
}

std::optional<RunTime> training_time(const Estimate &estimate, const KernelTimes &kernels, const CardFacts &card)
{
    const Plan &plan = estimate.plan.plan;
    const Pricing pricing{kernels, plan, plan.compile, attention_of(plan, kernels), narrow_of(plan, kernels.card), false};
    std::optional<PricedProcess> slowest; // whom all others wait for
    for (const ProcessEstimate &process : estimate.processes) {
        if (!process.work) continue;
        PricedProcess priced = priced_process(*process.work, pricing);
        if (!slowest || priced.made.seconds > slowest->made.seconds) slowest = std::move(priced);
    }
    if (!slowest) return std::nullopt;
    RunTime out;
    out.card = kernels.card.name;
    const NodeLinks node = node_links(plan, card);
    out.cards = all_cards(plan);
    out.of_machine = std::min(out.cards, node.cards);
    StepTime made = std::move(slowest->made);
    const PhaseWork sum = slowest->sum;
    if (made.seconds <= 0 || !std::isfinite(made.seconds)) return std::nullopt; // no rate is known of what it computes in
    const Count layers = estimate.architecture && estimate.architecture->decoder
                             ? static_cast<Count>(estimate.architecture->decoder->layers.size())
                             : 1;
    const HostStates away = host_states(estimate, kernels.card, node.cards);
    Sending sent = sending_of(estimate, kernels.card, node, layers);
    sent.hidden += away.gathers;
    // what runs beside the computation takes a twelfth of it all the same: its kernels and bytes share the card
    const double computed = made.seconds * (1 + bubble_of(plan));
    made.communication = std::max(0.0, sent.hidden - computed) +
                         (sent.between_nodes ? 0.2 : 0.08) * std::min(sent.hidden, computed) + sent.exposed;
    const double stretch = (computed + made.communication) / made.seconds;
    for (PhaseTime &phase : made.phases) phase.seconds *= stretch;
    const double updates = away.waits();
    const auto stepping = std::ranges::find(made.phases, Phase::optimizer_step, &PhaseTime::phase);
    if (stepping != made.phases.end())
        stepping->seconds += updates;
    else if (updates > 0)
        made.phases.push_back({Phase::optimizer_step, updates});
    const std::optional<MadeCompletions> completions = generation_time(estimate, kernels, card);
    const double generated = completions ? completions->seconds : 0;
    if (generated > 0) made.phases.insert(made.phases.begin(), {Phase::generate, generated});
    const double total = computed + made.communication + updates + generated;
    const double host_share = slowest->host_bound / made.seconds * (total - generated - updates) / total;
    made.seconds = total;
    made.tokens = tokens_of_step(plan);
    const double peak = sum.least > 0 ? sum.operations / sum.least * static_cast<double>(out.cards) : 0;
    made.utilisation = peak > 0 ? model_operations(estimate) / (total * peak) : 0;
    out.bound =
        generated > total / 2 ? TimeBound::memory : bound_of(sum, host_share + updates / total, made.communication, total);
    const bool experts = estimate.active_parameters < estimate.total_parameters;
    out.range = range_of(kernels, sum,
                         {.host_share = host_share,
                          .sent_share = made.communication / total,
                          .guessed_links = sent.guessed,
                          .narrow = pricing.narrow.has_value(),
                          .experts = experts,
                          .own_kernels = !stack_of(plan).loop.trainer,
                          .many = out.cards > 1,
                          .on_host = updates > 0,
                          .on_disk = away.disk > 0,
                          .generated_share = generated / total});
    if (completions)
        out.assumptions.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "time: %1 makes the %2 completions of a step, %3 at once, each to its full length"),
                   {name_of(plan.rollout.engine), grouped(std::llround(completions->rows)),
                    grouped(std::llround(completions->at_once))}));
    say_host(out.assumptions, away);
    say_compute_dtype(out.assumptions, estimate, pricing);
    if (sent.widest > 1) say_topology(out.assumptions, kernels.card, sent.widest, node);
    out.step = std::move(made);
    return out;
}

} // namespace plimsoll
