// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/pipeline_schedule.h"

#include "core/ground/phrase.h"

#include <algorithm>
#include <deque>
#include <set>
#include <tuple>

namespace plimsoll {

namespace {

using Kind = PipelineAction::Kind;
using Actions = std::vector<PipelineAction>;

/// Schedule1F1B._step_microbatches
Actions one_forward_one_backward(const PipelineShape &shape, Count stage)
{
    Actions out;
    const Count all = shape.micro_batches;
    const auto add = [&out, stage](Kind kind, Count micro) { out.push_back({kind, stage, micro}); };
    Count forward = 0, backward = 0;
    for (const Count warm_up = std::min(all, shape.stages() - stage); forward < warm_up; ++forward) {
        add(Kind::receive_input, forward);
        add(Kind::forward, forward);
        if (forward > 0) add(Kind::release_output, forward - 1);
        add(Kind::send_output, forward);
    }
    while (true) {
        add(Kind::receive_gradient, backward);
        add(Kind::release_output, forward - 1);
        add(Kind::backward, backward);
        if (backward > 0) add(Kind::release_gradient, backward - 1);
        add(Kind::send_gradient, backward++);
        if (forward == all) break;
        add(Kind::receive_input, forward);
        add(Kind::forward, forward);
        add(Kind::send_output, forward++);
    }
    for (; backward < all; ++backward) {
        add(Kind::receive_gradient, backward);
        add(Kind::backward, backward);
        if (backward > 0) add(Kind::release_gradient, backward - 1);
        add(Kind::send_gradient, backward);
    }
    add(Kind::release_gradient, all - 1);
    return out;
}

/// ScheduleGPipe._step_microbatches
Actions gpipe(const PipelineShape &shape, Count stage)
{
    Actions out;
    const Count all = shape.micro_batches;
    for (Count i = 0; i < all; ++i)
        for (const Kind kind : {Kind::receive_input, Kind::forward, Kind::send_output}) out.push_back({kind, stage, i});
    for (Count i = 0; i < all; ++i) out.push_back({Kind::release_output, stage, i});
    for (Count i = 0; i < all; ++i) {
        out.push_back({Kind::receive_gradient, stage, i});
        if (i > 0) out.push_back({Kind::release_gradient, stage, i - 1}); // the name of its operations is given anew
        out.push_back({Kind::backward, stage, i});
        out.push_back({Kind::send_gradient, stage, i});
    }
    out.push_back({Kind::release_gradient, stage, all - 1});
    return out;
}

/// ScheduleInterleaved1F1B._calculate_single_rank_operations, without the turns that a rank waits.
std::deque<PipelineAction> interleaved_computations(const PipelineShape &shape, Count rank)
{
    const Count rounds = std::max<Count>(1, shape.micro_batches / shape.ranks), in_round = shape.micro_batches / rounds;
    const Count all = shape.virtual_stages * shape.micro_batches;
    const Count warm_up = std::min((shape.virtual_stages - 1) * in_round + 2 * (shape.ranks - 1 - rank), all);
    std::vector<Count> forwards(static_cast<std::size_t>(shape.virtual_stages)), backwards = forwards;
    std::deque<PipelineAction> out;
    const auto add = [&](Kind kind, Count local, std::vector<Count> &next) {
        out.push_back({kind, local * shape.ranks + rank, next[static_cast<std::size_t>(local)]++});
    };
    for (Count step = 0; step < all + warm_up; ++step) {
        if (step < all) add(Kind::forward, step / in_round % shape.virtual_stages, forwards);
        if (step >= warm_up)
            add(Kind::backward, shape.virtual_stages - 1 - (step - warm_up) / in_round % shape.virtual_stages, backwards);
    }
    return out;
}

/// _add_send_recv and _add_wait_send: a sender puts the receiver's operation into its order; a forward's sending ends behind the
/// backward that answers it, a backward's at the end.
class CommunicatingRanks {
public:
    explicit CommunicatingRanks(const PipelineShape &shape) : m_shape(shape), m_done(static_cast<std::size_t>(shape.ranks))
    {
        for (Count rank = 0; rank < shape.ranks; ++rank) m_left.push_back(interleaved_computations(shape, rank));
        m_seen.resize(m_left.size());
    }
    Actions of(Count asked)
    {
        bool left = true;
        while (left) {
            left = false;
            bool progress = false;
            for (std::size_t rank = 0; rank < m_left.size(); ++rank) {
                if (m_left[rank].empty()) continue;
                left = true;
                if (!ready(m_left[rank].front(), rank)) continue;
                take(rank);
                progress = true;
            }
            if (left && !progress) break;
        }
        return with_waits(m_done[static_cast<std::size_t>(asked)]);
    }

private:
    using Key = std::tuple<Kind, Count, Count>;
    [[nodiscard]] bool has(std::size_t rank, Kind kind, Count stage, Count micro) const
    {
        return m_seen[rank].contains({kind, stage, micro});
    }
    [[nodiscard]] bool ready(const PipelineAction &action, std::size_t rank) const
    {
        const auto [kind, stage, micro] = action;
        if (kind == Kind::forward)
            return stage == 0 || has(rank, Kind::receive_input, stage, micro) || has(rank, Kind::forward, stage - 1, micro);
        return stage + 1 == m_shape.stages() || has(rank, Kind::receive_gradient, stage, micro) ||
               has(rank, Kind::backward, stage + 1, micro);
    }
    void add(Count rank, const PipelineAction &action)
    {
        const auto index = static_cast<std::size_t>(rank);
        m_done[index].push_back(action);
        m_seen[index].insert({action.kind, action.stage, action.micro_batch});
    }
    void take(std::size_t rank)
    {
        const PipelineAction action = m_left[rank].front();
        m_left[rank].pop_front();
        add(static_cast<Count>(rank), action);
        const bool forward = action.kind == Kind::forward;
        const Count other = forward ? action.stage + 1 : action.stage - 1;
        if (other < 0 || other == m_shape.stages() || m_shape.ranks == 1) return;
        add(static_cast<Count>(rank), {forward ? Kind::send_output : Kind::send_gradient, action.stage, action.micro_batch});
        add(m_shape.rank_of(other), {forward ? Kind::receive_input : Kind::receive_gradient, other, action.micro_batch});
    }
    [[nodiscard]] static Actions with_waits(const Actions &done)
    {
        Actions out, last;
        for (const PipelineAction &action : done) {
            out.push_back(action);
            if (action.kind == Kind::backward) out.push_back({Kind::release_output, action.stage, action.micro_batch});
            if (action.kind == Kind::send_gradient) last.push_back({Kind::release_gradient, action.stage, action.micro_batch});
        }
        out.insert(out.end(), last.begin(), last.end());
        return out;
    }

    const PipelineShape &m_shape;
    std::vector<std::deque<PipelineAction>> m_left;
    std::vector<Actions> m_done;
    std::vector<std::set<Key>> m_seen;
};

} // namespace

PipelineShape pipeline_shape(const Plan &plan)
{
    const Parallel &parallel = plan.parallel;
    return {parallel.pipeline, parallel.virtual_stages, parallel.micro_batches.value_or(plan.gradient_accumulation),
            parallel.schedule};
}

std::optional<Error> refused_schedule(const PipelineShape &shape)
{
    const std::string micro_batches = std::to_string(shape.micro_batches);
    const Count rounds = std::max<Count>(1, shape.micro_batches / shape.ranks);
    if (shape.virtual_stages > 1) {
        if (shape.micro_batches % rounds == 0) return std::nullopt;
        return Error{
            "parallel.micro_batches", micro_batches,
            phrase(QT_TRANSLATE_NOOP("core", "a multiple of %1"), {std::to_string(rounds)}),
            phrase(QT_TRANSLATE_NOOP("core", "Interleaved 1F1B requires the number of microbatches to be a multiple of the "
                                             "number of rounds (%1), but got %2."),
                   {std::to_string(rounds), micro_batches})};
    }
    if (shape.schedule == PipelineSchedule::gpipe || shape.micro_batches >= shape.stages()) return std::nullopt;
    const std::string stages = std::to_string(shape.stages());
    return Error{"parallel.micro_batches", micro_batches, phrase(QT_TRANSLATE_NOOP("core", "%1 or more"), {stages}),
                 phrase(QT_TRANSLATE_NOOP("core", "Number of microbatches (%1) must be greater than or equal to the number of "
                                                  "stages (%2)."),
                        {micro_batches, stages})};
}

std::vector<PipelineAction> pipeline_actions(const PipelineShape &shape, Count rank)
{
    if (shape.virtual_stages > 1) return CommunicatingRanks(shape).of(rank);
    return shape.schedule == PipelineSchedule::gpipe ? gpipe(shape, rank) : one_forward_one_backward(shape, rank);
}

} // namespace plimsoll
