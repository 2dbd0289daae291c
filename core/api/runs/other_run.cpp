// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/runs/other_run.h"

#include "core/cards/gpu_catalogue.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/measured/measured_speed.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace {

bool near(double value, double other, double part) { return std::abs(value - other) <= part * other; }

std::string whole(double value) { return localised(grouped(std::llround(value))); }

/// Bytes of the weights on all places; 0: the plan's engine does not tell.
double weights_of(const Estimate &estimate)
{
    if (!estimate.fullest().engine) return 0;
    const EngineStart &start = estimate.fullest().engine->start;
    double out = 0;
    for (const EnginePlace &place : start.places) out += static_cast<double>(place.weights);
    return out;
}

/// Of a model's layers, with its head as one more; -ngl 99 is all of them.
Count layers_on_cards(const std::optional<Count> &stated, Count layers)
{
    return !stated || *stated < 0 ? layers + 1 : std::min(*stated, layers + 1);
}

/// Why a test is not of the plan; empty: it is, for all that its row says.
std::string test_is_other(const MeasuredTest &test, const Estimate &estimate)
{
    const Plan &plan = estimate.plan.plan;
    const double parameters = static_cast<double>(estimate.total_parameters), weights = weights_of(estimate);
    const bool other_model = test.parameters && parameters > 0 && !near(*test.parameters, parameters, 0.03);
    const bool other_type = test.bytes && weights > 0 && !near(*test.bytes, weights, 0.10);
    if (other_model || other_type)
        return phrase(QT_TRANSLATE_NOOP("core", "it is of another model: %1"), {test.model.empty() ? "?" : test.model});
    if (test.layers && estimate.architecture && estimate.architecture->decoder) {
        const Count all = static_cast<Count>(estimate.architecture->decoder->layers.size()),
                    planned = layers_on_cards(plan.inference.gpu_layers, all), there = layers_on_cards(test.layers, all);
        if (planned != there)
            return phrase(QT_TRANSLATE_NOOP("core", "it is of %1 layers on cards, the plan of %2"),
                          {std::to_string(there), std::to_string(planned)});
    }
    const double prompt = static_cast<double>(std::max<Count>(0, plan.inference.context - plan.inference.new_tokens)),
                 depth = static_cast<double>(test.depth);
    if (test.depth > 0 && (depth > 2 * prompt || depth < prompt / 2))
        return phrase(QT_TRANSLATE_NOOP("core", "it is behind %1 tokens in the cache, the plan's prompt has %2"),
                      {whole(depth), whole(prompt)});
    return {};
}

/// Requests that the plan's engine runs at once.
double planned_load(const Estimate &estimate)
{
    double out = static_cast<double>(sequences_of_copy(estimate.plan.plan));
    if (!estimate.fullest().engine) return out;
    const EngineStart &start = estimate.fullest().engine->start;
    if (start.taken.max_num_seqs) out = std::min(out, static_cast<double>(*start.taken.max_num_seqs));
    if (start.total && start.max_concurrency > 0) out = std::min(out, std::max(1.0, std::floor(start.max_concurrency)));
    return std::max(1.0, out);
}

} // namespace

void take_tests_of_plan(Measured &measured, const Estimate &estimate)
{
    std::vector<MeasuredTest> own;
    const double weights = weights_of(estimate);
    for (const MeasuredTest &test : measured.tests)
        if (test_is_other(test, estimate).empty()) own.push_back(test);
    // of models as large the one whose weights are nearest
    std::ranges::stable_sort(own, {}, [weights](const MeasuredTest &test) {
        return weights > 0 && test.bytes ? std::llround(100 * std::abs(*test.bytes - weights) / weights) : 0;
    });
    if (!own.empty()) {
        measured.speed = speed_of_tests(own);
        measured.tests = std::move(own);
    }
}

std::vector<std::string> other_than_planned(const Measured &measured, const Estimate &estimate)
{
    std::vector<std::string> out;
    const std::string card = measured.card.substr(0, measured.card.find(',')); // of several alike the first
    const Result<GpuMatch> match = card.empty() ? Result<GpuMatch>(Error{}) : find_gpu(card);
    if (match.ok() && match->assumption.empty() && !estimate.device.name.empty() && match->gpu->name != estimate.device.name)
        out.push_back(phrase(QT_TRANSLATE_NOOP("core", "it is of %1, the plan of %2"), {match->gpu->name, estimate.device.name}));
    if (!measured.tests.empty() &&
        std::ranges::none_of(measured.tests, [&](const MeasuredTest &test) { return test_is_other(test, estimate).empty(); }))
        out.push_back(test_is_other(measured.tests.front(), estimate));
    constexpr double as_many = 0.25;
    const double load = planned_load(estimate);
    if (measured.running && estimate.plan.plan.task == Task::infer && !near(*measured.running, load, as_many))
        out.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1 requests ran at once, the plan's are %2"),
                             {whole(*measured.running), whole(load)}));
    return out;
}

} // namespace plimsoll
