// SPDX-License-Identifier: GPL-3.0-or-later
// How Unsloth starts vLLM in the process that trains (fast_inference): unsloth_zoo 2026.10.9 vllm_utils.py.
#include "core/stacks/unsloth/unsloth_engine.h"

#include "core/ground/bytes.h"
#include "core/model/extension.h"
#include "core/model/quantization/bitsandbytes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace plimsoll {

namespace {

constexpr double in_gib(double bytes) { return bytes / static_cast<double>(gib); }

/// Whether a quantisation's list of modules that stay names this one, by a part of its name or from its beginning on.
bool is_spared(const Architecture &model, const std::string &name)
{
    if (name.find("lm_head") != std::string::npos) return true;
    if (!model.quantization) return false;
    const std::string dotted = "." + name + ".";
    return std::ranges::any_of(model.quantization->not_converted,
                               [&](const std::string &spared) { return dotted.find("." + spared + ".") != std::string::npos; });
}

/// vllm_weights_memory_usage: what is packed as 5 bits a value, the rest in 16.
double weights_of(const Architecture &model, bool four_bits)
{
    double out = 0;
    for (const Module &module : model.modules)
        for (const Parameter &parameter : module.parameters) {
            if (parameter.tied_to) continue;
            const bool matrix = module.kind == ModuleKind::linear && parameter.shape.size() == 2;
            const bool packed = four_bits && (matrix || module.kind == ModuleKind::experts) && !is_spared(model, module.name);
            out += static_cast<double>(parameter.elements()) * (packed ? 2.0 / (16.0 / 5.0) : 2.0);
        }
    return std::floor(out);
}

/// Sizes of the configuration that approximate_vllm_memory_usage reads.
struct Widths {
    double hidden, layers, heads, kv_heads, head, mlp;
};

std::optional<Widths> widths_of(const DecoderSpec &spec)
{
    const LayerSpec &first = spec.kinds[static_cast<std::size_t>(spec.layers.front())];
    const AttentionSpec &a = first.attention;
    if (a.heads == 0) return std::nullopt;
    const Count mlp = first.mlp.down.in > 0 ? first.mlp.down.in : spec.hidden;
    return Widths{static_cast<double>(spec.hidden), static_cast<double>(spec.layers.size()), static_cast<double>(a.heads),
                  static_cast<double>(a.kv_heads),  static_cast<double>(a.head_dim),         static_cast<double>(mlp)};
}

/// Adapters of one rank on every projection, in 16 bits. Of experts it counts their own, which no engine of ours holds.
double adapters_of(const Widths &w, double rank)
{
    const double q = w.head * w.heads, kv = w.head * w.kv_heads;
    const double a = rank * (3 * w.hidden + q) + w.hidden * rank * 2 + w.mlp * rank;
    const double b = rank * (q + 2 * kv + w.hidden) + rank * 2 * w.mlp + rank * w.hidden;
    return (a + b) * w.layers * 2;
}

/// What it leaves to the training: two rows, and a quarter more.
double activations_of(const Widths &w, double context)
{
    const double kv = std::floor(w.hidden / w.heads) * w.kv_heads, rows = 2 * context;
    return (rows * (w.hidden + 2 * kv) + rows * 2 + rows * 2 * w.mlp + w.mlp * w.hidden) * 1.25 * 2;
}

/// _kv_cache_elements_per_token and _kv_cache_tokens: layers with a window stop growing at the window and two passes more.
double tokens_of_cache(const DecoderSpec &spec, double bytes)
{
    constexpr double passes = 2 * 8192;
    double growing = 0, used = 0, start = 0;
    std::map<double, double> windows; // where they end, bytes of a token
    for (const int kind : spec.layers) {
        const AttentionSpec &a = spec.kinds[static_cast<std::size_t>(kind)].attention;
        if (a.heads == 0) continue;
        const Count width = a.kind == AttentionKind::latent
                                ? a.latent.kv_lora_rank + a.latent.qk_rope_head_dim
                                : a.kv_heads * (a.head_dim + (a.v_head_dim > 0 ? a.v_head_dim : a.head_dim));
        const double token = 2.0 * static_cast<double>(width);
        growing += token;
        if (a.sliding_window) windows[static_cast<double>(*a.sliding_window) + passes] += token;
    }
    for (const auto &[end, token] : windows) {
        if (used + (end - start) * growing >= bytes) break;
        used += (end - start) * growing;
        start = end;
        growing -= token;
    }
    return growing > 0 ? std::floor(start + (bytes - used) / growing) : start;
}

/// load_vllm: tokens of a pass and requests, by what is left for the cache in GiB.
std::pair<Count, Count> steps_of(double left)
{
    constexpr std::array<std::pair<double, std::pair<Count, Count>>, 9> steps{{{2, {2048, 8}},
                                                                               {4, {2048, 16}},
                                                                               {8, {4096, 32}},
                                                                               {12, {4096, 48}},
                                                                               {16, {6144, 64}},
                                                                               {24, {6144, 80}},
                                                                               {40, {8192, 96}},
                                                                               {48, {8192, 112}},
                                                                               {80, {8192, 128}}}};
    const auto *const at = std::ranges::find_if(steps, [left](const auto &step) { return left <= step.first; });
    return at == steps.end() ? std::pair<Count, Count>{8192, 256} : at->second;
}

} // namespace

double share_of_standby(Bytes total)
{
    const double tenth = in_gib(static_cast<double>(total)) * 0.1;
    const double target = tenth >= 4.0   ? 0.925
                          : tenth >= 2.5 ? 0.9
                          : tenth >= 2.0 ? 0.825
                          : tenth >= 1.4 ? 0.8
                          : tenth >= 1.0 ? 0.775
                                         : 0.75;
    return target * 0.95;
}

EngineSize size_of_engine(const EngineRoom &room)
{
    const double total = static_cast<double>(room.total);
    double free = room.share * static_cast<double>(room.free);
    EngineSize out{free / total, 64, 6144, room.context};
    const std::optional<DecoderSpec> &spec = room.architecture.decoder;
    const std::optional<Widths> widths = spec && !spec->layers.empty() ? widths_of(*spec) : std::nullopt;
    if (!widths) return out;
    const double activations = activations_of(*widths, static_cast<double>(room.context));
    if (total - free < activations) free = total - activations;
    out.share = free / total;
    const double graphs =
        std::clamp(172 * widths->hidden * widths->layers * 4, 0.15 * static_cast<double>(gib), static_cast<double>(gib));
    const double weights = weights_of(room.architecture, is_bitsandbytes_4bit(room.plan.weights.quant));
    const auto places =
        std::bit_ceil(static_cast<std::uint64_t>(std::max<Count>(room.plan.adapter.rank, 8))); // determine_max_lora_rank
    const double adapters = room.plan.trains_adapter() ? adapters_of(*widths, static_cast<double>(places)) : 0;
    const double left = std::max(0.0, free - weights - adapters - graphs);
    const Count tokens = static_cast<Count>(tokens_of_cache(*spec, 0.95 * left)) / 256 * 256;
    out.context = tokens <= 0 ? 256 : std::min(room.context, tokens);
    std::tie(out.batch, out.requests) = steps_of(in_gib(left));
    out.requests = room.plan.rollout.max_num_seqs.value_or(out.requests);
    const bool sees = room.architecture.decoder->inside_larger; // FastVisionModel: a picture must fit into a pass
    if (sees) out.batch = std::max<Count>(8192, out.context);
    out.batch = std::max(std::min(out.batch, out.requests * out.context), out.requests);
    return out;
}

} // namespace plimsoll
