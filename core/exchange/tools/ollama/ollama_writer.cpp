// SPDX-License-Identifier: GPL-3.0-or-later
// Ollama fb307609: envconfig/config.go, api/types.go (Options), parser/parser.go, llm/llama_server.go
#include "core/engines/engines.h"
#include "core/exchange/tools/llama_cpp/ggml_words.h"
#include "core/exchange/tools/llama_cpp/gguf_model.h"
#include "core/exchange/shell_words.h"
#include "core/ground/phrase.h"
#include "core/plan/names.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace plimsoll {

namespace {

constexpr auto spellings = [] {
    constexpr Spelling own[] = {
        {"inference.flash_attention", "auto", ""}, {"inference.flash_attention", "on", "1"},
        {"inference.flash_attention", "off", "0"}, {"inference.gpu_layers", "all", "999"},
        {"inference.gpu_layers", "auto", "-1"},
    };
    std::array<Spelling, std::size(own) + std::size(ggml_cache_types)> out{};
    std::ranges::copy(ggml_cache_types, std::ranges::copy(own, out.begin()).out);
    return out;
}();
constexpr std::string_view by_hand[] = {"inference.sequences",
                                        "inference.max_num_seqs",
                                        "parallel.pipeline",
                                        "weights.dtype",
                                        "weights.quant",
                                        "inference.speculative.method",
                                        "inference.speculative.tokens",
                                        "inference.speculative.model"};

constexpr EngineWords words{
    .title = "Ollama", .engine = engines::ollama, .spellings = spellings, .only_these = ggml_only_these, .by_hand = by_hand};

/// A model's name as `ollama create` takes it.
std::string created_name(std::string_view name)
{
    std::string out;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        out += std::isalnum(byte) != 0 || c == '-' || c == '_' || c == '.' ? static_cast<char>(std::tolower(byte)) : '-';
    }
    return std::isalnum(static_cast<unsigned char>(out.front())) != 0 ? out : "model" + out;
}

bool is_environment(const Setting &setting) { return setting.key.starts_with("OLLAMA_"); }

/// As many slots as the plan runs at once: it divides no context among them.
std::vector<Setting> environment(const Plan &plan, const std::vector<Setting> &settings)
{
    std::vector<Setting> out;
    std::ranges::copy_if(settings, std::back_inserter(out), is_environment);
    const bool stated = plan.has("inference.max_num_seqs") || plan.has("inference.sequences");
    if (stated)
        out.push_back({std::string(key_in(engines::ollama, "inference.max_num_seqs")),
                       std::to_string(plan.inference.max_num_seqs.value_or(plan.inference.sequences))});
    if (plan.parallel.pipeline > 1) {
        out.push_back({"CUDA_VISIBLE_DEVICES", visible_devices(plan.parallel.pipeline)});
        out.push_back({"OLLAMA_SCHED_SPREAD", "1"});
    }
    return out;
}

/// Who drafts: the file's own layer, or another file (server/images.go, api/types.go).
void say_drafts(const Plan &plan, Sayings &out)
{
    const Speculative &drafts = plan.inference.speculative;
    if (drafts.method == SpeculativeMethod::none) return;
    const bool file =
        drafts.method == SpeculativeMethod::draft_model && drafts.model && drafts.model->config_path.ends_with(".gguf");
    if (!file && drafts.method != SpeculativeMethod::mtp) {
        out.not_said.push_back({"inference.speculative.method", std::string(name_of(drafts.method)),
                                phrase(QT_TRANSLATE_NOOP("core", "%1 has no setting for it"), {"Ollama"})});
        return;
    }
    constexpr Count usual = 4;
    out.settings.push_back({"draft_num_predict", std::to_string(drafts.tokens.value_or(usual))});
}

std::string modelfile(const GgufModel &gguf, const std::string &draft, const std::vector<Setting> &settings)
{
    const bool is_beside = !gguf.file.empty() && gguf.file.find('/') == std::string::npos;
    const std::string from = gguf.repository.empty() ? (is_beside ? "./" : "") + gguf.file : "hf.co/" + gguf.repository;
    std::string out = "FROM " + from + '\n';
    if (!draft.empty()) out += "DRAFT " + draft + '\n';
    for (const Setting &setting : settings)
        if (!is_environment(setting)) out += "PARAMETER " + setting.key + ' ' + setting.value + '\n';
    return out;
}

std::string script(const std::string &file, const std::vector<Setting> &environment, const std::string &name)
{
    std::string out = "cat > Modelfile <<'END'\n" + file + "END\n";
    for (const Setting &setting : environment) out += setting.key + '=' + shell_word(setting.value) + ' ';
    out += "ollama serve &\n";
    out += shell_line({"ollama", "create", name, "-f", "Modelfile"}) + '\n';
    return out + shell_line({"ollama", "run", name}) + '\n';
}

} // namespace

Result<Exported> write_ollama(const Plan &stated)
{
    const Result<Plan> plan = as_run_by(words, stated);
    if (!plan) return plan.error();
    const Result<ModelArgument> model = model_argument(*plan);
    if (!model) return model.error();
    Sayings said = said_in(words, *plan, stated);
    if (plan->has("inference.max_num_seqs") && plan->has("inference.sequences"))
        said.not_said.push_back({"inference.sequences", std::to_string(plan->inference.sequences),
                                 phrase(QT_TRANSLATE_NOOP("core", "%1 says how many run at once"), {"inference.max_num_seqs"})});
    say_drafts(*plan, said);
    const Speculative &drafts = plan->inference.speculative;
    const bool file = drafts.method == SpeculativeMethod::draft_model && drafts.model;
    const std::string draft = file ? drafts.model->config_path : std::string();
    GgufModel gguf = gguf_model(*model, *plan, said.not_said);
    return Exported{std::move(gguf.first),
                    script(modelfile(gguf, draft, said.settings), environment(*plan, said.settings), created_name(model->name)),
                    std::move(said.not_said)};
}

} // namespace plimsoll
