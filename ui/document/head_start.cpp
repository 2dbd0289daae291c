// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/head_start.h"

#include <future>
#include <mutex>
#include <vector>

namespace plimsoll {
namespace {

struct Answer {
    ArchitectureRef architecture;
    Plan plan;
    CardFacts device;
    bool timeline = false;
    Result<Estimate> estimate;
};

/// What was worked out ahead; handed out once, as whoever asked remembers it.
struct Ahead {
    std::mutex mutex;
    std::vector<std::pair<ModelReference, Result<ArchitectureRef>>> models; ///< written before `pending` is ready
    std::vector<Answer> answers;
    std::future<std::vector<Answer>> pending; ///< last: its end waits for the work, which writes to `models`

    void wait()
    {
        if (pending.valid()) answers = pending.get();
    }
};

/// Evaluates the session as a window does, noting what was asked.
std::vector<Answer> work_ahead(const Session &session, Ahead &ahead)
{
    std::vector<Answer> out;
    const PlannerParts own = document_parts();
    PlannerParts noting = own;
    noting.read = [&](const ModelReference &model, const std::string &base) {
        Result<ArchitectureRef> loaded = own.read(model, base);
        ahead.models.emplace_back(model, loaded);
        return loaded;
    };
    noting.figures = [&](const ArchitectureRef &architecture, const Plan &plan, const CardFacts &device,
                         const EstimateOptions &options) {
        Result<Estimate> made = own.figures(architecture, plan, device, options);
        out.push_back({architecture, plan, device, options.timeline, made});
        return made;
    };
    (void)Evaluator(std::make_shared<Planner>(std::move(noting))).evaluate(session);
    return out;
}

/// Nothing where it was not asked ahead, or handed out already.
std::optional<Result<Estimate>> taken_from(Ahead &ahead, const ArchitectureRef &architecture, const Plan &plan,
                                           const CardFacts &device, const EstimateOptions &options)
{
    const std::scoped_lock lock(ahead.mutex);
    ahead.wait();
    for (Answer &one : ahead.answers) {
        if (one.architecture != architecture || one.timeline != options.timeline || one.device != device || one.plan != plan)
            continue;
        Result<Estimate> found = std::move(one.estimate);
        std::swap(one, ahead.answers.back());
        ahead.answers.pop_back();
        return found;
    }
    return std::nullopt;
}

} // namespace

std::shared_ptr<Planner> head_start(const Session &session)
{
    auto ahead = std::make_shared<Ahead>();
    ahead->pending = std::async(std::launch::async, [session, raw = ahead.get()] { return work_ahead(session, *raw); });
    const PlannerParts own = document_parts();
    PlannerParts out = own;
    out.read = [ahead, own](const ModelReference &model, const std::string &base) {
        const std::scoped_lock lock(ahead->mutex);
        ahead->wait();
        for (const auto &[reference, loaded] : ahead->models)
            if (reference == model && base.empty()) return loaded;
        return own.read(model, base);
    };
    out.figures = [ahead, own](const ArchitectureRef &architecture, const Plan &plan, const CardFacts &device,
                               const EstimateOptions &options) {
        std::optional<Result<Estimate>> found = taken_from(*ahead, architecture, plan, device, options);
        return found ? *std::move(found) : own.figures(architecture, plan, device, options);
    };
    return std::make_shared<Planner>(std::move(out));
}

} // namespace plimsoll
