// SPDX-License-Identifier: GPL-3.0-or-later
// KServe 0.17 (serving.kserve.io), LLMKube (internal/controller/runtime_vllm.go, runtime_llamacpp.go), KubeAI (kubeai.org/v1),
// Ray Serve 2.58 (ray.serve.llm.LLMConfig), vLLM production stack (helm/values.yaml)
#include "core/exchange/text/containers/manifest_kinds.h"

#include "core/exchange/text/command_lines.h"
#include "core/exchange/text/shell_quoting.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace plimsoll {

namespace {

using ManifestKind = YamlNode::Kind;
using MaybeCommand = std::optional<CommandLines>;

/// The value below these keys; null where one is missing.
const YamlNode *at(const YamlNode *node, std::initializer_list<std::string_view> path)
{
    for (const std::string_view key : path) {
        if (node == nullptr) return nullptr;
        node = node->find(key);
    }
    return node;
}

std::string text_at(const YamlNode *node, std::initializer_list<std::string_view> path)
{
    const YamlNode *const found = at(node, path);
    return found != nullptr && found->kind == ManifestKind::scalar ? found->text : std::string();
}

/// "maxModelLen", "max_model_len": "max-model-len"
std::string option_name(std::string_view key)
{
    std::string out;
    for (std::size_t i = 0; i < key.size(); ++i) {
        const auto c = static_cast<unsigned char>(key[i]);
        const bool starts = std::isupper(c) != 0 && i > 0 && std::islower(static_cast<unsigned char>(key[i - 1])) != 0;
        if (starts) out += '-';
        out += c == '_' ? '-' : static_cast<char>(std::tolower(c));
    }
    return out;
}

/// "hf://org/m@revision", "https://huggingface.co/org/m", "org/m": the repository; empty of what is none of the Hub.
std::string repository_of(std::string source)
{
    for (const std::string_view scheme : {"hf://", "https://huggingface.co/", "https://hf.co/"})
        if (source.starts_with(scheme)) {
            source.erase(0, scheme.size());
            const std::size_t second = source.find('/', source.find('/') + 1);
            return source.substr(0, std::min(second, source.find('?')));
        }
    return source.find("://") == std::string::npos ? source : std::string();
}

/// One key of a map of a server's options.
void add_key(CommandLines &out, const std::string &name, int line, const YamlNode &value, bool negates)
{
    if (value.kind == ManifestKind::map) {
        if (!value.map.empty()) out.add_option(line, name, yaml_value(value).dump());
        return;
    }
    if (value.kind == ManifestKind::list) {
        if (value.list.empty()) return;
        out.add_option(line, name, {});
        for (const YamlRef &item : value.list)
            if (item->kind == ManifestKind::scalar) out.add_word(item->line, item->text);
        return;
    }
    if (value.scalar.is_null()) return;
    if (!value.scalar.is_boolean()) return out.add_option(line, name, value.text);
    if (value.scalar.get<bool>())
        out.add_option(line, name, {});
    else if (negates)
        out.add_option(line, "no-" + name, {});
}

void add_words(CommandLines &out, const YamlNode *list)
{
    if (list == nullptr) return;
    for (const YamlRef &item : list->list)
        if (item->kind == ManifestKind::scalar) out.add_word(item->line + (item->block ? 1 : 0), item->text);
}

/// A container's own variables, and what it has from elsewhere under them.
void add_variables(CommandLines &out, const YamlNode *container, const VariableSources &sources)
{
    if (container == nullptr) return;
    for (const EnvVariable &each : sources.around(*container)) out.set(each.line, each.name, each.value);
    const YamlNode *const list = container->find("env");
    if (list == nullptr) return;
    for (std::size_t i = 0; i < list->map.size(); ++i)
        if (list->map[i].second->kind == ManifestKind::scalar)
            out.set(list->lines[i], list->map[i].first, list->map[i].second->text);
    for (const YamlRef &item : list->list) {
        if (const YamlNode *value = item->find("value"); value != nullptr && item->find("name") != nullptr)
            out.set(value->line, text_at(item.get(), {"name"}), value->text);
        for (const EnvVariable &each : sources.of_item(*item)) out.set(each.line, each.name, each.value);
    }
}

void add_model(CommandLines &out, const YamlNode *source, std::string_view option)
{
    const std::string name =
        source != nullptr && source->kind == ManifestKind::scalar ? repository_of(source->text) : std::string();
    if (name.empty()) return;
    if (!option.empty()) return out.add_option(source->line, option, name);
    out.add_word(source->line, name);
}

CommandLines begun(const YamlNode &node, std::initializer_list<std::string_view> program)
{
    CommandLines out;
    for (const std::string_view word : program) out.add(node.line, std::string(word));
    return out;
}

/// The keys of a section, some by other names, some left out.
struct OtherName {
    std::string_view key, option; ///< empty: left out
};
template <std::size_t size>
void add_section(CommandLines &out, const YamlNode *section, const std::array<OtherName, size> &others, bool negates)
{
    if (section == nullptr) return;
    for (std::size_t i = 0; i < section->map.size(); ++i) {
        const auto &[key, value] = section->map[i];
        const auto other = std::ranges::find(others, std::string_view(key), &OtherName::key);
        const std::string name = other == others.end() ? option_name(key) : std::string(other->option);
        if (!name.empty()) add_key(out, name, section->lines[i], *value, negates);
    }
}

/// llmkube: InferenceService over the Model that it names.
class LlmKube {
public:
    LlmKube(const YamlNode &service, const YamlNode *model, const VariableSources &sources)
        : m_spec(service.find("spec")), m_model(model), m_sources(sources)
    {}

    MaybeCommand command()
    {
        if (m_spec == nullptr) return std::nullopt;
        const std::string runtime = text_at(m_spec, {"runtime"});
        if (runtime == "vllm") return vllm();
        if (runtime.empty() || runtime == "llamacpp") return llama_cpp();
        if (runtime != "sglang") return std::nullopt;
        CommandLines out = begun(*m_spec, {"python3", "-m", "sglang.launch_server"});
        add_model(out, source(), "model-path");
        add_section(out, m_spec->find("sglangConfig"), std::array{OtherName{"hfTokenSecretRef", ""}}, false);
        return finished(std::move(out));
    }

private:
    [[nodiscard]] const YamlNode *source() const { return at(m_model, {"spec", "source"}); }

    void add_from_spec(CommandLines &out, std::string_view key, std::string_view option) const
    {
        if (const YamlNode *value = m_spec->find(key); value != nullptr)
            add_key(out, std::string(option), value->line, *value, false);
    }

    [[nodiscard]] std::string cards() const
    {
        const std::string own = text_at(m_spec, {"resources", "gpu"}),
                          of_model = text_at(m_model, {"spec", "hardware", "gpu", "count"});
        return own.empty() ? of_model : own;
    }

    [[nodiscard]] CommandLines vllm() const
    {
        CommandLines out = begun(*m_spec, {"vllm", "serve"});
        add_model(out, source(), {});
        const YamlNode *const config = m_spec->find("vllmConfig");
        add_section(out, config,
                    std::array{OtherName{"kvCacheCustomDtype", "kv-cache-dtype"}, OtherName{"cpuOffloadGB", "cpu-offload-gb"},
                               OtherName{"hfTokenSecretRef", ""}, OtherName{"speculative", ""}},
                    true);
        if (const YamlNode *drafts = at(config, {"speculative"}); text_at(drafts, {"enabled"}) == "true")
            out.add_option(
                drafts->line, "speculative-config",
                R"({"model":")" + text_at(drafts, {"model"}) + R"(","num_speculative_tokens":)" +
                    (text_at(drafts, {"numSpeculativeTokens"}).empty() ? "5" : text_at(drafts, {"numSpeculativeTokens"})) + '}');
        const std::string all = cards();
        if (!all.empty() && all != "0" && all != "1" && at(config, {"tensorParallelSize"}) == nullptr)
            out.add_option(m_spec->line, "tensor-parallel-size", all);
        add_from_spec(out, "parallelSlots", "max-num-seqs");
        return finished(std::move(out));
    }

    [[nodiscard]] CommandLines llama_cpp() const
    {
        CommandLines out = begun(*m_spec, {"llama-server"});
        if (const YamlNode *file = source(); file != nullptr) out.add_option(file->line, "model", file->text);
        if (const YamlNode *layers = at(m_model, {"spec", "hardware", "gpu", "layers"}))
            out.add_option(layers->line, "n-gpu-layers", layers->text == "-1" ? std::string("99") : layers->text);
        constexpr std::array options{OtherName{"contextSize", "ctx-size"},    OtherName{"parallelSlots", "parallel"},
                                     OtherName{"cacheTypeK", "cache-type-k"}, OtherName{"cacheTypeV", "cache-type-v"},
                                     OtherName{"batchSize", "batch-size"},    OtherName{"ubatchSize", "ubatch-size"},
                                     OtherName{"uBatchSize", "ubatch-size"},  OtherName{"moeCPUOffload", "cpu-moe"},
                                     OtherName{"moeCPULayers", "n-cpu-moe"},  OtherName{"noKvOffload", "no-kv-offload"}};
        for (const OtherName &each : options) add_from_spec(out, each.key, each.option);
        if (const YamlNode *flash = m_spec->find("flashAttention"); flash != nullptr)
            out.add_option(flash->line, "flash-attn", flash->scalar == true ? "on" : "off");
        return finished(std::move(out));
    }

    [[nodiscard]] CommandLines finished(CommandLines out) const
    {
        add_words(out, m_spec->find("extraArgs"));
        const auto option = std::ranges::find_if(out.words(), [](const auto &word) { return word.second.starts_with("--"); });
        out.sort_options(static_cast<std::size_t>(option - out.words().begin()));
        add_variables(out, m_spec, m_sources);
        return out;
    }

    const YamlNode *m_spec, *m_model;
    const VariableSources &m_sources;
};

/// KServe: its server for Hugging Face's models runs vLLM; names of its own are left out.
MaybeCommand of_kserve(const YamlNode &service, const VariableSources &sources)
{
    const YamlNode *const model = at(&service, {"spec", "predictor", "model"});
    const std::string format = text_at(model, {"modelFormat", "name"});
    if (model == nullptr || (format != "huggingface" && format != "vLLM" && format != "vllm")) return std::nullopt;
    CommandLines out = begun(*model, {"vllm", "serve"});
    add_model(out, model->find("storageUri"), {});
    constexpr std::array<std::string_view, 6> own{"--model_name", "--model_dir",  "--backend",
                                                  "--task",       "--model-name", "--model-dir"};
    const YamlNode *const arguments = model->find("args");
    bool skipped = false; // the value of one of them
    for (const YamlRef &item : arguments != nullptr ? arguments->list : std::vector<YamlRef>()) {
        if (item->kind != ManifestKind::scalar) continue;
        const std::string name = item->text.substr(0, item->text.find('='));
        const bool option = item->text.starts_with("--");
        if (std::ranges::find(own, std::string_view(name)) != own.end()) {
            skipped = name == item->text;
        } else if (!skipped || option) {
            skipped = false;
            const bool named = name == "--model_id" || name == "--model-id";
            out.add_word(item->line, named ? "--model" + item->text.substr(name.size()) : item->text);
        } else
            skipped = false;
    }
    add_variables(out, model, sources);
    return out;
}

MaybeCommand of_llm_service(const YamlNode &service, const VariableSources &sources)
{
    const YamlNode *const spec = service.find("spec");
    const YamlNode *const containers = at(spec, {"template", "containers"});
    const YamlNode *const container = containers != nullptr && !containers->list.empty() ? containers->list[0].get() : nullptr;
    if (at(spec, {"model", "uri"}) == nullptr || at(container, {"command"}) != nullptr) return std::nullopt;
    CommandLines out = begun(*spec, {"vllm", "serve"});
    add_model(out, at(spec, {"model", "uri"}), {});
    add_section(out, at(spec, {"parallelism"}),
                std::array{OtherName{"tensor", "tensor-parallel-size"}, OtherName{"data", "data-parallel-size"},
                           OtherName{"pipeline", "pipeline-parallel-size"}, OtherName{"expert", "enable-expert-parallel"},
                           OtherName{"dataLocal", ""}, OtherName{"dataRPCPort", ""}},
                false);
    add_words(out, at(container, {"args"}));
    const YamlNode *const variables = at(container, {"env"});
    add_variables(out, container, sources);
    for (const YamlRef &item : variables != nullptr ? variables->list : std::vector<YamlRef>())
        if (text_at(item.get(), {"name"}) == "VLLM_ADDITIONAL_ARGS")
            if (const YamlNode *value = item->find("value"); value != nullptr) out.add(value->line, value->text);
    return out;
}

MaybeCommand of_kubeai(const YamlNode &model, const VariableSources &sources)
{
    const YamlNode *const spec = model.find("spec");
    if (spec == nullptr || text_at(spec, {"engine"}) != "VLLM") return std::nullopt;
    CommandLines out = begun(*spec, {"vllm", "serve"});
    add_model(out, spec->find("url"), {});
    add_words(out, spec->find("args"));
    add_variables(out, spec, sources);
    return out;
}

/// One of Ray Serve's `llm_configs`.
CommandLines of_ray(const YamlNode &config)
{
    const bool sglang = text_at(&config, {"server_cls"}).find("sglang") != std::string::npos;
    const YamlNode *const loading = config.find("model_loading_config");
    const YamlNode *name = at(loading, {"model_source"});
    if (name == nullptr || name->kind != ManifestKind::scalar) name = at(loading, {"model_id"});
    CommandLines out = sglang ? begun(config, {"python3", "-m", "sglang.launch_server"}) : begun(config, {"vllm", "serve"});
    add_model(out, name, sglang ? "model-path" : "");
    add_section(out, config.find("engine_kwargs"), std::array{OtherName{"device", ""}}, !sglang);
    return out;
}

/// One of the production stack's `modelSpec`.
CommandLines of_stack(const YamlNode &model, const VariableSources &sources)
{
    CommandLines out = begun(model, {"vllm", "serve"});
    add_model(out, model.find("modelURL"), {});
    const YamlNode *const config = model.find("vllmConfig");
    add_section(out, config, std::array{OtherName{"extraArgs", ""}, OtherName{"v1", ""}, OtherName{"v0", ""}}, true);
    if (const YamlNode *lora = model.find("enableLoRA"); lora != nullptr && lora->scalar == true)
        out.add_option(lora->line, "enable-lora", {});
    add_words(out, at(config, {"extraArgs"}));
    add_variables(out, &model, sources);
    return out;
}

/// Ray's and the stack's, wherever they stand in a document.
class Searched {
public:
    Searched(std::vector<std::string> &out, const VariableSources &sources) : m_out(out), m_sources(sources) {}

    void visit(const YamlNode &node, int depth)
    {
        constexpr int deepest = 40, most = 100'000;
        if (depth > deepest || ++m_visited > most) return;
        if (node.find("model_loading_config") != nullptr) m_out.push_back(of_ray(node).text());
        if (node.find("modelURL") != nullptr && (node.find("vllmConfig") != nullptr || node.find("requestGPU") != nullptr))
            m_out.push_back(of_stack(node, m_sources).text());
        if (const YamlNode *inner = node.find("serveConfigV2"); inner != nullptr && inner->block) {
            const Result<YamlTree> tree = yaml_tree(std::string(static_cast<std::size_t>(inner->line), '\n') + inner->text, 1);
            if (tree.ok() && !tree->documents.empty()) visit(*tree->documents[0], depth + 1);
        }
        for (const auto &[key, value] : node.map) visit(*value, depth + 1);
        for (const YamlRef &item : node.list) visit(*item, depth + 1);
    }

private:
    std::vector<std::string> &m_out;
    const VariableSources &m_sources;
    int m_visited = 0;
};

MaybeCommand of_document(const YamlTree &tree, const YamlNode &document, const VariableSources &sources)
{
    const std::string api = text_at(&document, {"apiVersion"}), kind = text_at(&document, {"kind"});
    if (api.starts_with("serving.kserve.io/") && kind == "InferenceService") return of_kserve(document, sources);
    if (api.starts_with("serving.kserve.io/") && kind.starts_with("LLMInferenceService"))
        return of_llm_service(document, sources);
    if (api.starts_with("kubeai.org/") && kind == "Model") return of_kubeai(document, sources);
    if (api.starts_with("inference.llmkube.dev/") && kind == "InferenceService") {
        const YamlNode *model = nullptr;
        for (const YamlRef &other : tree.documents)
            if (text_at(other.get(), {"kind"}) == "Model" &&
                text_at(other.get(), {"metadata", "name"}) == text_at(&document, {"spec", "modelRef"}))
                model = other.get();
        return LlmKube(document, model, sources).command();
    }
    return std::nullopt;
}

} // namespace

std::vector<std::string> commands_of_manifests(const YamlTree &tree, const VariableSources &sources)
{
    constexpr std::size_t most = 16;
    std::vector<std::string> out;
    for (const YamlRef &document : tree.documents) {
        if (document->kind == ManifestKind::scalar || out.size() >= most) continue;
        if (const MaybeCommand command = of_document(tree, *document, sources)) out.push_back(command->text());
        Searched(out, sources).visit(*document, 0);
    }
    return out;
}

} // namespace plimsoll
