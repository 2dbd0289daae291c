// SPDX-License-Identifier: GPL-3.0-or-later
// SGLang 0.5.23: srt/server_args.py, srt/arg_groups/fields, srt/arg_groups/choices.py
#include "core/engines/engines.h"
#include "core/exchange/tools/shared/engine_words.h"
#include "core/exchange/tools/shared/server_spellings.h"
#include "core/ground/phrase.h"
#include "core/plan/names.h"
#include "core/runner/common_rows.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr Beside beside[] = {
    {"weights.quant", "bitsandbytes", "--load-format", "bitsandbytes"},
    {"inference.enforce_eager", "", "--disable-prefill-cuda-graph"},
};

constexpr ClosedVocabulary only_these[] = {
    {"attention", reads::own_kernels},
    {"weights.quant", unsaid::of_checkpoint},
    {"inference.kv_dtype", {QT_TRANSLATE_NOOP("core", "%1 has no cache of this type (%2)"), "SGLang", "--kv-cache-dtype"}},
};
constexpr ClosedVocabulary never[] = {
    {"inference.sequences", unsaid::of_clients},
    {"inference.entry", reads::vllm_alone},
    {"inference.compile_cache", reads::vllm_alone},
};
constexpr std::string_view by_hand[] = {"inference.cpu_offload_bytes", "inference.lora.max_loras", "inference.speculative.method",
                                        "inference.speculative.tokens", "inference.speculative.model"};

constexpr EngineWords write_words{.title = "SGLang",
                                  .engine = engines::sglang,
                                  .spellings = sglang_spellings,
                                  .only_these = only_these,
                                  .beside = beside,
                                  .by_hand = by_hand,
                                  .never = never};

/// Copies that divide experts are attention's alone: --tp-size then counts all ranks, and a switch beside --dp-size says so, which
/// 0.5.23 still takes for its --attn-dp-size (srt/arg_groups/parallel_hook.py, handle_deprecated_dp_attention).
void say_ranks(const Plan &plan, std::vector<Setting> &settings)
{
    const Parallel &split = plan.parallel;
    if (split.data == 1 || split.expert == 1) return;
    const std::string_view tensor = key_in(engines::sglang, "parallel.tensor"), copies = key_in(engines::sglang, "parallel.data");
    std::erase_if(settings, [tensor](const Setting &setting) { return setting.key == tensor; });
    const auto at = std::ranges::find(settings, copies, &Setting::key);
    const auto ranks = settings.insert(at, {std::string(tensor), std::to_string(split.tensor * split.data)});
    settings.insert(ranks + 2, {"--enable-dp-attention"});
}

/// srt/server_args.py: EAGLE without a model runs the model's own prediction layers.
void say_drafts(const Plan &plan, std::vector<Setting> &settings)
{
    const Speculative &drafts = plan.inference.speculative;
    if (drafts.method == SpeculativeMethod::none) return;
    settings.push_back({"--speculative-algorithm", word_in(write_words, "inference.speculative.method", name_of(drafts.method))});
    if (drafts.model) settings.push_back({"--speculative-draft-model-path", drafter_named(plan)});
    if (drafts.tokens) settings.push_back({"--speculative-num-draft-tokens", std::to_string(*drafts.tokens)});
}

void say_by_hand(const Plan &plan, Sayings &out)
{
    say_ranks(plan, out.settings);
    say_served_adapters(write_words, plan, out);
    say_drafts(plan, out.settings);
    say_offloaded(plan, true, out);
}

} // namespace

Result<Exported> write_sglang(const Plan &stated)
{
    return server_command(write_words, stated, {"python", "-m", "sglang.launch_server", "--model-path"}, say_by_hand);
}

} // namespace plimsoll
