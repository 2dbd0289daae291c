// SPDX-License-Identifier: GPL-3.0-or-later
// SGLang 0.5.23: srt/server_args.py, srt/arg_groups/fields, srt/arg_groups/choices.py
#include "core/engines/engines.h"
#include "core/exchange/tools/shared/engine_words.h"
#include "core/exchange/model_argument.h"
#include "core/exchange/tools/shared/server_spellings.h"
#include "core/exchange/shell_words.h"
#include "core/ground/phrase.h"
#include "core/runner/common_rows.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr Beside beside[] = {
    {"weights.quant", "bitsandbytes", "--load-format", "bitsandbytes"},
    {"inference.enforce_eager", "", "--disable-prefill-cuda-graph"},
};

constexpr OnlyThese only_these[] = {
    {"attention", reads::own_kernels},
    {"weights.quant", unsaid::of_checkpoint},
    {"inference.kv_dtype", {QT_TRANSLATE_NOOP("core", "%1 has no cache of this type (%2)"), "SGLang", "--kv-cache-dtype"}},
};
constexpr OnlyThese never[] = {
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

void say_adapters(const Plan &plan, std::vector<Setting> &settings)
{
    if (!plan.has("inference.lora.max_loras") || plan.inference.lora.max_loras == 0) return;
    settings.push_back({"--enable-lora"});
    settings.push_back(
        {std::string(key_in(engines::sglang, "inference.lora.max_loras")), std::to_string(plan.inference.lora.max_loras)});
}

/// srt/server_args.py: EAGLE without a model runs the model's own prediction layers.
void say_drafts(const Plan &plan, std::vector<Setting> &settings)
{
    const Speculative &drafts = plan.inference.speculative;
    if (drafts.method == SpeculativeMethod::none) return;
    const char *const algorithm = drafts.method == SpeculativeMethod::ngram         ? "NGRAM"
                                  : drafts.method == SpeculativeMethod::draft_model ? "STANDALONE"
                                  : drafts.method == SpeculativeMethod::eagle3      ? "EAGLE3"
                                  : drafts.method == SpeculativeMethod::mtp         ? "NEXTN"
                                                                                    : "EAGLE";
    settings.push_back({"--speculative-algorithm", algorithm});
    if (drafts.model)
        settings.push_back({"--speculative-draft-model-path", !drafts.model->hub.empty()           ? drafts.model->hub
                                                              : !drafts.model->config_path.empty() ? drafts.model->config_path
                                                                                                   : drafts.model->preset});
    if (drafts.tokens) settings.push_back({"--speculative-num-draft-tokens", std::to_string(*drafts.tokens)});
}

} // namespace

Result<Exported> write_sglang(const Plan &stated)
{
    const Result<Plan> plan = as_run_by(write_words, stated);
    if (!plan) return plan.error();
    const Result<ModelArgument> model = model_argument(*plan);
    if (!model) return model.error();
    Sayings said = said_in(write_words, *plan, stated);
    say_ranks(*plan, said.settings);
    say_adapters(*plan, said.settings);
    say_drafts(*plan, said.settings);
    say_offloaded(*plan, true, said);
    std::vector<std::string> line{"python", "-m", "sglang.launch_server", "--model-path", model->model};
    if (!model->revision.empty()) said.settings.insert(said.settings.begin(), {"--revision", model->revision});
    append_options(line, said.settings);
    return Exported{{}, shell_line(line) + '\n', std::move(said.not_said)};
}

} // namespace plimsoll
