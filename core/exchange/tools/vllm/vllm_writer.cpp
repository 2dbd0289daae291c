// SPDX-License-Identifier: GPL-3.0-or-later
// vLLM 0.33.0: entrypoints/common/cli_args.py, engine/arg_utils.py, config/cache.py (CacheDType),
// model_executor/layers/quantization/__init__.py (QuantizationMethods)
#include "core/engines/engines.h"
#include "core/exchange/tools/shared/engine_words.h"
#include "core/exchange/tools/shared/server_spellings.h"
#include "core/ground/phrase.h"
#include "core/plan/names.h"
#include "core/runner/common_rows.h"

#include <nlohmann/json.hpp>

namespace plimsoll {

namespace {

constexpr ClosedVocabulary only_these[] = {
    {"attention", reads::own_kernels},
    {"weights.quant", unsaid::of_checkpoint},
    {"inference.kv_dtype", {QT_TRANSLATE_NOOP("core", "%1 has no cache of this type (config/cache.py, CacheDType)"), "vLLM"}},
};

constexpr ClosedVocabulary never[] = {
    {"inference.sequences", unsaid::of_clients},
    {"inference.entry", {QT_TRANSLATE_NOOP("core", "the command starts the server")}},
    {"inference.compile_cache", {QT_TRANSLATE_NOOP("core", "it is what earlier starts left behind")}},
};
constexpr std::string_view by_hand[] = {"parallel.expert",
                                        "inference.fit",
                                        "inference.cpu_offload_bytes",
                                        "inference.lora.max_loras",
                                        "inference.lora.targets",
                                        "inference.images.max_pixels",
                                        "inference.images.max_patches",
                                        "inference.images.pan_and_scan",
                                        "inference.images.profile",
                                        "inference.images.tower_data_parallel",
                                        "inference.sleep.level",
                                        "inference.speculative.draft_sample_method",
                                        "inference.speculative.method",
                                        "inference.speculative.tokens",
                                        "inference.speculative.model"};

constexpr EngineWords write_words{.title = "vLLM",
                                  .engine = engines::vllm,
                                  .spellings = vllm_spellings,
                                  .only_these = only_these,
                                  .by_hand = by_hand,
                                  .never = never};

/// A switch: experts are spread over all ranks of tensor and data parallelism, or not at all.
void say_experts(const Plan &plan, Sayings &out)
{
    if (plan.parallel.expert <= 1) return;
    const Count ranks = plan.parallel.tensor * plan.parallel.data;
    out.settings.push_back({std::string(key_in(engines::vllm, "parallel.expert"))});
    if (plan.parallel.expert != ranks)
        out.not_said.push_back(
            {"parallel.expert", std::to_string(plan.parallel.expert),
             phrase(QT_TRANSLATE_NOOP("core", "%1 spreads experts over all %2 ranks"), {"vLLM", std::to_string(ranks)})});
}

/// One JSON object (config/speculative.py).
void say_drafts(const Plan &plan, Sayings &out)
{
    const Speculative &drafts = plan.inference.speculative;
    if (drafts.method == SpeculativeMethod::none) return;
    nlohmann::ordered_json said{{"method", word_in(write_words, "inference.speculative.method", name_of(drafts.method))}};
    if (drafts.model) said["model"] = drafter_named(plan);
    if (drafts.tokens) said["num_speculative_tokens"] = *drafts.tokens;
    if (drafts.samples != "greedy") said["draft_sample_method"] = drafts.samples;
    out.settings.push_back({"--speculative-config", said.dump()});
}

void say_pictures(const Plan &plan, Sayings &out)
{
    const ServedPictures &held = plan.inference.images;
    nlohmann::ordered_json words = nlohmann::ordered_json::object();
    if (held.max_pixels) words["max_pixels"] = *held.max_pixels;
    if (held.max_patches) words["max_patches"] = *held.max_patches;
    if (held.pan_and_scan) words["do_pan_and_scan"] = true;
    if (!words.empty()) out.settings.push_back({"--mm-processor-kwargs", words.dump()});
    if (!held.profile) out.settings.push_back({"--skip-mm-profiling"});
    if (held.tower_data_parallel) out.settings.push_back({"--mm-encoder-tp-mode", "data"});
    if (plan.inference.sleep.level > 0) out.settings.push_back({"--enable-sleep-mode"});
    if (plan.inference.sleep.level > 1)
        out.not_said.push_back(
            {"inference.sleep.level", "2", phrase(QT_TRANSLATE_NOOP("core", "who asks it to sleep says how deep"))});
    const std::vector<std::string> &names = plan.inference.lora.targets;
    if (names.empty() || plan.inference.lora.max_loras == 0) return;
    out.settings.push_back({"--lora-target-modules", names.front()});
    for (std::size_t i = 1; i < names.size(); ++i) out.settings.push_back({names[i]});
}

void say_by_hand(const Plan &plan, Sayings &out)
{
    say_experts(plan, out);
    say_served_adapters(write_words, plan, out);
    say_drafts(plan, out);
    say_pictures(plan, out);
    say_offloaded(plan, false, out);
    if (plan.inference.fit.value_or(false) && !plan.has("inference.context"))
        out.settings.push_back({std::string(key_in(engines::vllm, "inference.context")), "auto"});
}

} // namespace

Result<Exported> write_vllm(const Plan &stated) { return server_command(write_words, stated, {"vllm", "serve"}, say_by_hand); }

} // namespace plimsoll
