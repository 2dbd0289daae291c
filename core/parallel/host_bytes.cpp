// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/host_bytes.h"

#include "core/ground/phrase.h"
#include "core/nn/optimizers/optimizer.h"
#include "core/parallel/engine.h"
#include "core/parallel/zero/zero_settings.h"

#include <algorithm>

namespace plimsoll {

namespace {

using enum ParallelEngine;

constexpr std::string_view from_pretrained = "transformers 5.23 modeling_utils.py from_pretrained";
constexpr Bytes host_bytes_float_bytes = 4;

Count parts(Count whole, Count n) { return (whole + n - 1) / n; }

class Node {
public:
    Node(const SpreadRun &run, Count ranks) : m_run(run), m_ranks(std::max<Count>(ranks, 1)) {}

    HostBytes take()
    {
        load();
        offloaded();
        checkpoints();
        m_out.load = sum(m_out.while_loading);
        m_out.steady = sum(m_out.while_training);
        for (const HostLine &line : m_out.while_training)
            if (line.pinned) m_out.pinned += line.bytes;
        m_out.load = std::max(m_out.load, m_at_start); // what is spread at the end of loading stands then too
        return std::move(m_out);
    }

private:
    const SpreadRun &m_run;
    Count m_ranks;
    Bytes m_at_start = 0;
    HostBytes m_out;

    [[nodiscard]] const Plan &plan() const { return m_run.plan; }
    [[nodiscard]] const Parallel &parallel() const { return m_run.plan.parallel; }
    /// DeepSpeed's ranks that share one copy: those of Ulysses too.
    [[nodiscard]] Count sharing() const { return parallel().data * parallel().ulysses(); }
    [[nodiscard]] ParallelEngine engine() const { return parallel_engine(m_run.plan); }

    static Bytes sum(const std::vector<HostLine> &lines)
    {
        Bytes out = 0;
        for (const HostLine &line : lines) out += line.bytes;
        return out;
    }
    void loading(Bytes bytes, std::string why, std::string_view source)
    {
        m_out.while_loading.push_back({bytes, false, std::move(why), std::string(source)});
    }
    void training(Bytes bytes, bool pinned, std::string why, std::string_view source)
    {
        if (bytes > 0) m_out.while_training.push_back({times(bytes, m_ranks), pinned, std::move(why), std::string(source)});
    }

    /// Of the model as it comes from its checkpoint, adapters apart.
    [[nodiscard]] Bytes model() const
    {
        const PartSizes all = m_run.sizes.all();
        const Count own = all.frozen + (plan().trains_adapter() ? 0 : all.trained);
        return own * m_run.sizes.stored;
    }

    void load()
    {
        if (plan().weights.quant != "none") {
            const PartSizes all = m_run.sizes.all();
            const Bytes largest = std::max(all.largest * m_run.sizes.stored, 4 * all.largest_packed);
            return loading(
                m_ranks * largest,
                phrase(QT_TRANSLATE_NOOP("core", "every rank takes one tensor after another to its card, where it is packed")),
                from_pretrained);
        }
        switch (engine()) {
        case ddp: return load_on_every_rank();
        case fsdp1:
        case fsdp2: return parallel().cpu_ram_efficient_loading ? load_on_first_rank() : load_on_every_rank();
        case deepspeed: return parallel().zero == 3 ? load_partitioned() : load_on_every_rank();
        case native: return load_parts();
        case megatron:
            return loading(0, phrase(QT_TRANSLATE_NOOP("core", "each rank makes its own part on its card")),
                           "Megatron-LM training/training.py");
        }
    }

    void load_on_every_rank()
    {
        loading(times(model(), m_ranks),
                phrase(QT_TRANSLATE_NOOP("core", "every rank loads the whole model before it goes to its card")),
                from_pretrained);
    }

    void load_on_first_rank()
    {
        loading(model(),
                phrase(QT_TRANSLATE_NOOP("core", "rank 0 of the node alone loads the model (%1), the others keep it on meta"),
                       {"cpu_ram_efficient_loading"}),
                "transformers 5.23 modeling_utils.py, accelerate 1.15 utils/fsdp_utils.py");
    }

    void load_partitioned()
    {
        loading(model(),
                phrase(QT_TRANSLATE_NOOP("core", "rank 0 reads all checkpoint files at once; the others take their partitions")),
                "transformers 5.23 modeling_utils.py, _load_pretrained_model");
        const PartSizes all = m_run.sizes.all();
        const Bytes partition = parts(all.dense(), sharing()) * computed_bytes(m_run);
        m_at_start = times(partition, m_ranks); // DeepSpeedZeroOptimizer_Stage3.defragment: through the host
    }

    void load_parts()
    {
        const PartSizes all = m_run.sizes.all();
        loading(times(all.largest * m_run.sizes.stored, m_ranks),
                phrase(QT_TRANSLATE_NOOP("core", "every rank reads its own parts, one tensor after another")),
                "transformers 5.23 core_model_loading.py");
    }

    void offloaded()
    {
        if (parallel().offload == Offload::none && engine() != deepspeed) return;
        if (engine() == fsdp1 || engine() == fsdp2 || engine() == native) return offloaded_by_fsdp();
        if (engine() == deepspeed) offloaded_by_deepspeed();
    }

    /// torch 2.15: CPUOffload keeps shards and gradients in pinned memory, the optimizer steps them there.
    void offloaded_by_fsdp()
    {
        constexpr std::string_view source = "torch 2.15 distributed/fsdp, CPUOffloadPolicy(pin_memory=True)";
        const Count n = parallel().data / parallel().replicate * parallel().context * parallel().tensor;
        const PartSizes all = m_run.sizes.all();
        const bool packed = plan().weights.quant != "none" && engine() == fsdp2;
        const bool raised = m_run.trainer && engine() != native && plan().autocast != Autocast::none && !packed;
        const Bytes kept = raised ? host_bytes_float_bytes : m_run.sizes.stored_trained;
        training(parts(all.frozen * m_run.sizes.stored + all.trained * kept + all.packed, n), true,
                 phrase(QT_TRANSLATE_NOOP("core", "shards of all parameters")), source);
        training(parts(all.trained, n) * kept, true, phrase(QT_TRANSLATE_NOOP("core", "shards of the gradients")), source);
        training(parts(all.trained, n) * kept * step::state_values(plan()), false,
                 phrase(QT_TRANSLATE_NOOP("core", "the optimizer's states, where it steps")), source);
    }

    void offloaded_by_deepspeed()
    {
        const Result<ZeroSettings> settings = zero_settings(plan(), m_run.trainer);
        if (!settings) return;
        const PartSizes all = m_run.sizes.all();
        const Count trained = parts(all.trained, sharing());
        const Bytes each = computed_bytes(m_run);
        if (settings->offloads_parameters) offload_parameters(parts(all.dense(), sharing()) * each, *settings);
        if (!settings->offloads_optimizer) return;
        const Count states = step::state_values(plan());
        if (parallel().offload == Offload::nvme) return swap_optimizer(std::min(trained, settings->sub_group), states);
        constexpr std::string_view source = "DeepSpeed 0.19.8 runtime/zero/stage_1_and_2.py, stage3.py, offload_optimizer";
        training(trained * host_bytes_float_bytes, true, phrase(QT_TRANSLATE_NOOP("core", "float32 master partitions")), source);
        training(trained * host_bytes_float_bytes, true, phrase(QT_TRANSLATE_NOOP("core", "float32 gradients of the partitions")),
                 source);
        training(trained * host_bytes_float_bytes * states, false,
                 phrase(QT_TRANSLATE_NOOP("core", "the optimizer's states, where it steps")), source);
        if (settings->stage == 3)
            return training(trained * each, true, phrase(QT_TRANSLATE_NOOP("core", "gradient partitions as they are reduced")),
                            source);
        training(trained * each, true, phrase(QT_TRANSLATE_NOOP("core", "what goes back to the card after a step")), source);
        training(all.largest_trained * each, true, phrase(QT_TRANSLATE_NOOP("core", "a gradient on its way to the host")),
                 source);
        if (plan().gradient_accumulation > 1)
            training(trained * host_bytes_float_bytes, true,
                     phrase(QT_TRANSLATE_NOOP("core", "gradients that are accumulated there")), source);
    }

    void offload_parameters(Bytes partition, const ZeroSettings & /*settings*/)
    {
        if (parallel().offload != Offload::nvme)
            return training(partition, true, phrase(QT_TRANSLATE_NOOP("core", "partitions of all parameters")),
                            "DeepSpeed 0.19.8 runtime/zero/partition_parameters.py, offload_param");
        // offload_config.py: buffer_count 5, buffer_size 1e8 elements, max_in_cpu 1e9
        constexpr Count buffers = 5, elements = 100'000'000, in_memory = 1'000'000'000;
        const Bytes each = computed_bytes(m_run);
        training(buffers * elements * each, true,
                 phrase(QT_TRANSLATE_NOOP("core", "buffers for parameters between disk and card")),
                 "DeepSpeed 0.19.8 runtime/swap_tensor/partitioned_param_swapper.py");
        training(std::min(partition, in_memory * each), true,
                 phrase(QT_TRANSLATE_NOOP("core", "parameters that stay in memory (%1)"), {"max_in_cpu"}),
                 "DeepSpeed 0.19.8 runtime/zero/stage3.py");
    }

    /// OptimizerSwapper: buffers of the largest sub-group, at least one for each tensor of it and its gradient.
    void swap_optimizer(Count largest, Count states)
    {
        constexpr Count buffers = 4; // offload_config.py buffer_count
        training(std::max(buffers, states + 2) * largest * host_bytes_float_bytes, true,
                 phrase(QT_TRANSLATE_NOOP("core", "buffers for the optimizer's sub-groups between disk and host")),
                 "DeepSpeed 0.19.8 runtime/swap_tensor/optimizer_utils.py");
    }

    /// A layer's input each, which `.to("cpu", non_blocking=True)` puts into pinned memory.
    void checkpoints()
    {
        if (!plan().gradient_checkpointing.enabled || !plan().gradient_checkpointing.offload || !m_run.architecture.decoder)
            return;
        const DecoderSpec &decoder = *m_run.architecture.decoder;
        const Count tokens = plan().micro_batch * parts(plan().sequence_length, parallel().context);
        training(times(tokens * decoder.hidden * computed_bytes(m_run), parts(decoder.layer_count(), parallel().pipeline)), true,
                 phrase(QT_TRANSLATE_NOOP("core", "checkpoints: the input of each layer")),
                 "torch 2.15, Tensor.to(non_blocking=True)");
    }
};

} // namespace

std::optional<HostBytes> host_bytes(const SpreadRun &run, Count ranks_in_node)
{
    if (run.plan.task != Task::train || !run.plan.parallel.spread()) return std::nullopt;
    return Node(run, ranks_in_node).take();
}

} // namespace plimsoll
