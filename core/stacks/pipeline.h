// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/decoder.h"
#include "core/nn/optimizers/optimizer.h"
#include "core/stacks/pipeline_schedule.h"

#include <deque>
#include <map>
#include <memory>

namespace plimsoll::step {

/// One rank of a plain loop over torch.distributed.pipelining (torch 2.15, stage.py, schedules.py): a model's own decoder cut into
/// runs of layers, embedding with the first stage, final norm and head with the last. Autocast is none of its business. Call load()
/// and run() once each.
class PipelineTraining {
public:
    /// `spec` and `plan` outlive it.
    PipelineTraining(Machine &m, const DecoderSpec &spec, const Precision &precision, const Plan &plan, Count rank);
    /// The parameters of this rank's stages, each as it is registered.
    void load();
    [[nodiscard]] const std::vector<Leaf *> &parameters() const { return m_parameters; }
    void run(int steps);

private:
    /// A micro-batch within a stage, from its forward to its backward.
    struct Chunk {
        std::unique_ptr<Leaf> input; ///< what was received; null: tokens
        Tensor output;               ///< until it was sent
        Ref<GraphNode> graph;        ///< of the output, or of the loss
        Tensor loss;
    };
    struct Stage {
        Count index = 0;
        std::vector<int> kinds; ///< of its layers
        std::unique_ptr<Decoder> decoder;
        std::map<Count, Chunk> chunks;
        std::map<Count, Tensor> received, gradients, sent, sent_gradients;
    };

    [[nodiscard]] Stage &stage_at(Count index);
    [[nodiscard]] bool is_last(const Stage &stage) const { return stage.index + 1 == m_shape.stages(); }
    [[nodiscard]] Tensor activation(const char *operation);
    void load_stage(Stage &stage);
    void act(const PipelineAction &action);
    void forward(Stage &stage, Count micro_batch);
    void take_loss(Chunk &chunk, const Tensor &logits);
    void backward(Stage &stage, Count micro_batch);
    void step();

    Machine &m;
    const DecoderSpec &m_spec;
    const Precision m_precision;
    const Plan &m_plan;
    const PipelineShape m_shape;
    const Count m_rank;
    const std::vector<PipelineAction> m_actions;
    std::deque<Stage> m_stages;
    std::vector<Leaf *> m_parameters;
    std::unique_ptr<OptimizerModel> m_optimizer;
    Tensor m_tokens;
    std::vector<Tensor> m_outputs;     ///< output_chunks: of the last stage, to the next step
    std::vector<Tensor> m_losses;      ///< likewise,
    std::vector<Tensor> m_held_inputs; ///< with the leaves that their graphs end in
};

} // namespace plimsoll::step
