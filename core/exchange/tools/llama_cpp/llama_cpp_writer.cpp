// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098: common/arg.cpp, src/llama-context.cpp
#include "core/engines/engines.h"
#include "core/exchange/tools/llama_cpp/fit_params.h"
#include "core/exchange/tools/llama_cpp/ggml_words.h"
#include "core/exchange/tools/llama_cpp/gguf_model.h"
#include "core/exchange/shell_words.h"
#include "core/plan/names.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr Beside beside[] = {{"inference.kv_dtype", "", "--cache-type-v"}};
constexpr std::string_view always[] = {"inference.gpu_layers"}; // else --fit leaves some with the host
constexpr std::string_view by_hand[] = {"inference.context",
                                        "inference.sequences",
                                        "parallel.pipeline",
                                        "weights.dtype",
                                        "weights.quant",
                                        "inference.fit",
                                        "inference.cache_ram_bytes",
                                        "inference.mmproj",
                                        "inference.mmproj_offload",
                                        "inference.speculative.gpu_layers",
                                        "inference.speculative.kv_dtype",
                                        "inference.speculative.method",
                                        "inference.speculative.tokens",
                                        "inference.speculative.model"};

constexpr EngineWords words{.title = "llama.cpp",
                            .engine = engines::llama_cpp,
                            .spellings = ggml_cache_types,
                            .only_these = ggml_only_these,
                            .beside = beside,
                            .always = always,
                            .by_hand = by_hand};

std::string key(std::string_view path) { return std::string(key_in(engines::llama_cpp, path)); }

/// -c holds all sequences. A physical batch is at most the logical one, 2,048 tokens.
Result<std::vector<Setting>> sizes(const Plan &plan)
{
    const std::optional<std::int64_t> cells = checked_mul(plan.inference.context, plan.inference.sequences);
    constexpr Count most = 0x7fffffff; // an int
    if (!cells || *cells > most)
        return Error{"inference.context",
                     std::to_string(plan.inference.context),
                     "1 to " + std::to_string(most / std::max<Count>(plan.inference.sequences, 1)),
                     {}};
    std::vector<Setting> out{{key("inference.context"), std::to_string(*cells)}};
    constexpr Count logical = 2048;
    if (const Count batch = plan.inference.max_num_batched_tokens.value_or(0); batch > logical)
        out.push_back({"--batch-size", std::to_string(batch)});
    if (plan.has("parallel.pipeline")) out.push_back({key("parallel.pipeline"), plan.parallel.pipeline > 1 ? "layer" : "none"});
    return out;
}

/// How slots come to their context. Alone, --parallel divides --ctx-size; sequences that nobody gave slots share one cache.
void say_slots(const Plan &plan, Sayings &out)
{
    const Inference &run = plan.inference;
    if (!run.max_num_seqs) {
        if (run.sequences == 1) return;
        out.settings.push_back({key("inference.max_num_seqs"), std::to_string(run.sequences)});
        out.settings.push_back({"--kv-unified"});
        out.settings.push_back({"--kv-unified-per-slot", std::to_string(run.context)});
        return;
    }
    if (*run.max_num_seqs == run.sequences) return;
    const std::string why =
        phrase(QT_TRANSLATE_NOOP("core", "%1 slots share %2"), {std::to_string(*run.max_num_seqs), key("inference.context")});
    out.not_said.push_back({"inference.context", std::to_string(run.context), why});
    if (plan.has("inference.sequences")) out.not_said.push_back({"inference.sequences", std::to_string(run.sequences), why});
}

/// The model that drafts: a repository, or a file.
void say_draft_model(const Plan &plan, Sayings &out)
{
    const std::optional<ModelReference> &model = plan.inference.speculative.model;
    if (model && !model->hub.empty())
        out.settings.push_back({"--spec-draft-hf", model->hub});
    else if (model && model->config_path.ends_with(".gguf"))
        out.settings.push_back({"--spec-draft-model", model->config_path});
    else
        out.not_said.push_back({"inference.speculative.model", shown_value("inference.speculative.model", plan),
                                phrase(QT_TRANSLATE_NOOP("core", "a GGUF file: %1 reads no other"), {"llama.cpp"})});
}

/// Who drafts: --spec-type, --spec-draft-*.
void say_drafts(const Plan &plan, Sayings &out)
{
    const Speculative &drafts = plan.inference.speculative;
    const auto tokens = [&](const char *key) {
        if (drafts.tokens) out.settings.push_back({key, std::to_string(*drafts.tokens)});
    };
    switch (drafts.method) {
    case SpeculativeMethod::none: return;
    case SpeculativeMethod::ngram:
    case SpeculativeMethod::ngram_gpu:
        out.settings.push_back({"--spec-type", "ngram-simple"});
        return tokens("--spec-ngram-simple-size-m");
    case SpeculativeMethod::mtp: out.settings.push_back({"--spec-type", "draft-mtp"}); return tokens("--spec-draft-n-max");
    case SpeculativeMethod::eagle3: out.settings.push_back({"--spec-type", "draft-eagle3"}); break;
    case SpeculativeMethod::draft_model: out.settings.push_back({"--spec-type", "draft-simple"}); break;
    case SpeculativeMethod::eagle:
        out.not_said.push_back({"inference.speculative.method", "eagle",
                                phrase(QT_TRANSLATE_NOOP("core", "%1 has no setting for it"), {"llama.cpp"})});
        return;
    }
    say_draft_model(plan, out);
    tokens("--spec-draft-n-max");
    if (drafts.gpu_layers) out.settings.push_back({"--spec-draft-ngl", std::to_string(*drafts.gpu_layers)});
}

/// The drafter's cache.
void say_draft_cache(const Plan &plan, Sayings &out)
{
    if (plan.inference.speculative.kv_dtype == KvDtype::auto_) return;
    const std::string_view held = name_of(plan.inference.speculative.kv_dtype);
    const std::string type(held == "fp16" ? "f16" : held == "fp32" ? "f32" : held);
    for (const char *option : {"--spec-draft-type-k", "--spec-draft-type-v"}) out.settings.push_back({option, type});
}

/// What stands beside the model, and what --fit may lower. `repository`: of GGUF files, which brings its projector with it.
void say_beside(const Plan &plan, const std::string &repository, Sayings &out)
{
    const Inference &run = plan.inference;
    if (run.fit == false) out.settings.push_back({"--fit", "off"});
    if (run.cache_ram_bytes) out.settings.push_back({"--cache-ram", std::to_string((*run.cache_ram_bytes + mib - 1) / mib)});
    if (run.cache_ram_bytes && *run.cache_ram_bytes % mib != 0)
        out.not_said.push_back({"inference.cache_ram_bytes", std::to_string(*run.cache_ram_bytes),
                                phrase(QT_TRANSLATE_NOOP("core", "%1 takes whole %2"), {"--cache-ram", "MiB"})});
    if (!repository.empty() && plan.has("inference.mmproj") && !run.mmproj) out.settings.push_back({"--no-mmproj"});
    if (!run.mmproj_offload) out.settings.push_back({"--no-mmproj-offload"});
    if (repository.empty() && run.mmproj)
        out.not_said.push_back(
            {"inference.mmproj", "true",
             phrase(QT_TRANSLATE_NOOP("core", "a plan does not name the projector's file, which %1 wants"), {"--mmproj"})});
    say_drafts(plan, out);
    say_draft_cache(plan, out);
}

} // namespace

std::string visible_devices(Count cards)
{
    std::string out;
    for (Count i = 0; i < cards; ++i) out += (i > 0 ? "," : "") + std::to_string(i);
    return out;
}

Result<Exported> write_llama_cpp(const Plan &stated)
{
    const Result<Plan> plan = as_run_by(words, stated);
    if (!plan) return plan.error();
    const Result<ModelArgument> model = model_argument(*plan);
    if (!model) return model.error();
    const Result<std::vector<Setting>> sized = sizes(*plan);
    if (!sized) return sized.error();
    Sayings said = said_in(words, *plan, stated);
    say_slots(*plan, said);
    GgufModel gguf = gguf_model(*model, *plan, said.not_said);
    say_beside(*plan, gguf.repository, said);
    std::vector<std::string> line{"llama-server"};
    append_options(line, {gguf.repository.empty() ? Setting{"-m", gguf.file} : Setting{"-hf", gguf.repository}});
    append_options(line, *sized);
    append_options(line, said.settings);
    const std::string cards =
        plan->parallel.pipeline > 1 ? "CUDA_VISIBLE_DEVICES=" + visible_devices(plan->parallel.pipeline) + ' ' : std::string();
    return Exported{std::move(gguf.first), cards + shell_line(line) + '\n', std::move(said.not_said)};
}

Result<std::vector<std::string>> fit_params_arguments(const Plan &stated)
{
    const Result<Plan> plan = as_run_by(words, stated);
    if (!plan) return plan.error();
    const Result<ModelArgument> model = model_argument(*plan);
    if (!model) return model.error();
    if (!model->is_gguf)
        return Error{"model", model->model,
                     phrase(QT_TRANSLATE_NOOP("core", "a GGUF file: %1 reads no other"), {"llama-fit-params"})};
    const Result<std::vector<Setting>> sized = sizes(*plan);
    if (!sized) return sized.error();
    std::vector<std::string> line;
    append_options(line, {{"--model", model->model}});
    append_options(line, *sized);
    append_options(line, said_in(words, *plan, stated).settings);
    append_options(line, {{"--fit-print", "on"}});
    return line;
}

} // namespace plimsoll
