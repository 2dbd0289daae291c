// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.23.0: modeling_utils.py (from_pretrained), trainer.py; TRL 1.16.0: trainer/*_trainer.py; PEFT 0.21
#include "core/exchange/tools/scripts/trainer_script.h"
#include "core/exchange/tools/scripts/frozen_statements.h"
#include "core/exchange/tools/scripts/script_models.h"
#include "core/ground/ascii.h"

#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/rollouts/rollout_keys.h"
#include "core/exchange/tools/shared/peft_settings.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/objectives/objectives.h"
#include "core/plan/field.h"

#include <algorithm>
#include <cctype>

namespace plimsoll {

namespace {

using enum Taken;
using namespace reasons;
using nlohmann::json;

void take_flash_switch(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    if (as_switch(value).value_or(false))
        reading.state(entry, "attention", "flash2");
    else
        reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "it is off")));
}

/// A text names the model; a variable is what from_pretrained loaded.
void take_trained_model(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    if (entry.unknown || !value.is_string())
        reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "it is the model that was loaded")));
    else
        take_named_model(reading, entry, value);
}

constexpr KeyRule loader_rules[] = {
    {"pretrained_model_name_or_path", "model", take_named_model},
    {"torch_dtype", "weights.dtype", take_dtype},
    {"dtype", "weights.dtype", take_dtype},
    {"model_name_or_path", "model", take_named_model},
    {"model_name", "model", take_named_model},
    {"attn_implementation", "attention", take_attention},
    {"use_flash_attention_2", "attention", take_flash_switch},
    {"model_kwargs.torch_dtype", "weights.dtype", take_dtype}, // of sentence-transformers
    {"model_kwargs.dtype", "weights.dtype", take_dtype},
    {"model_kwargs.attn_implementation", "attention", take_attention},
    {"max_length", "sequence_length"}, // CrossEncoder's
    {"num_labels", "num_labels"},
};
constexpr KeyGroup loader_groups[] = {
    {no_effect, of_code,
     "trust_remote_code revision token use_auth_token cache_dir local_files_only subfolder low_cpu_mem_usage use_safetensors "
     "use_cache "
     "use_fast padding_side truncation_side model_max_length add_eos_token add_bos_token quantization_config force_download "
     "legacy return_dict pad_token_id eos_token_id device_map"},
    {not_said, of_shape, "problem_type id2label label2id ignore_mismatched_sizes rope_scaling config"},
    {not_said, of_limits, "max_memory offload_folder offload_state_dict"},
};
constinit const ToolWords loader_words{.title = "transformers", .rules = loader_rules, .groups = loader_groups};

constexpr KeyGroup quantiser_groups[] = {
    {no_effect, of_kernels, "bnb_4bit_compute_dtype llm_int8_threshold llm_int8_has_fp16_weight llm_int8_skip_modules"},
    {not_said, of_limits, "llm_int8_enable_fp32_cpu_offload"},
};
constinit const ToolWords quantiser_words{.title = "BitsAndBytesConfig", .groups = quantiser_groups};

constexpr KeyRule trainer_rules[] = {
    {"model", "model", take_trained_model},
    {"max_seq_length", "sequence_length"},
    {"max_length", "sequence_length"},
    {"packing", "padded", take_packing},
};
constexpr KeyGroup trainer_groups[] = {
    {no_effect, of_data,
     "args train_dataset eval_dataset tokenizer processing_class data_collator formatting_func peft_config callbacks "
     "compute_metrics "
     "optimizers preprocess_logits_for_metrics dataset_text_field dataset_num_proc dataset_kwargs dataset_batch_size model_init "
     "compute_loss_func reward_funcs reward_processing_classes max_prompt_length num_of_sequences chars_per_token infinite beta "
     "loss_type label_pad_token_id padding_value environment_factory tools rollout_func neftune_noise_alpha"},
    {not_said, of_objective, "ref_model reward_model value_model judge optimizer_cls_and_kwargs"},
};
constinit const ToolWords own_trainer_words{.title = "a trainer", .rules = trainer_rules, .groups = trainer_groups};

constexpr std::string_view names_of_trl[] = {"SFT",    "DPO", "ORPO", "GRPO",      "KTO", "CPO",         "RLOO",
                                             "Reward", "PRM", "GKD",  "OnlineDPO", "PPO", "Distillation"};

/// "DPO" of "DPOConfig" and "trl.DPOTrainer"; empty for others.
std::string_view of_trl(std::string_view call)
{
    call = call.substr(call.rfind('.') + 1);
    for (const std::string_view name : names_of_trl)
        if (call.starts_with(name) && (call.substr(name.size()) == "Config" || call.substr(name.size()) == "Trainer"))
            return name;
    return {};
}

bool is_arguments(std::string_view call)
{
    return call.ends_with("TrainingArguments") || (!of_trl(call).empty() && call.ends_with("Config"));
}

/// sentence-transformers 6.2, sentence_transformer/losses: how many texts of a row the loss embeds, where that is the loss's to say.
struct EmbeddingLoss {
    std::string_view name; ///< without "Cached" before it
    Count texts = 2;
};
constexpr EmbeddingLoss embedding_losses[] = {
    {"MultipleNegativesRankingLoss"},
    {"MultipleNegativesSymmetricRankingLoss"},
    {"GISTEmbedLoss"},
    {"CoSENTLoss"},
    {"AnglELoss"},
    {"CosineSimilarityLoss"},
    {"ContrastiveLoss"},
    {"OnlineContrastiveLoss"},
    {"MegaBatchMarginLoss"},
    {"TripletLoss", 3},
};

class Script {
public:
    Script(ConfigReading &reading, const ToolWords &arguments, bool checkpoints)
        : m_reading(reading), m_arguments(arguments), m_models(reading.text()), m_checkpoints(checkpoints)
    {}

    void read()
    {
        m_models.take_first();
        m_models.leave_others(m_reading, loader_words);
        const std::vector<std::string> &programs = m_reading.text().programs;
        for (std::size_t call = 0; call < programs.size(); ++call)
            if (!m_models.is_of_other(static_cast<int>(call))) read_name(programs[call]);
        if (m_models.loads_adapters(m_reading)) m_adapter = m_wraps = true;
        read_processor(m_reading);
        read_handed_models();
        m_models.name_others(m_reading);
        read_loaders_dtype();
        copy_adapters();
        std::vector<std::string> scopes;
        for (const ConfigEntry &entry : m_reading.entries())
            if (std::ranges::find(scopes, entry.scope) == scopes.end()) scopes.push_back(entry.scope);
        for (const std::string &scope : scopes) read_call(scope);
        m_reading.look_in(std::nullopt);
        read_longest_text();
        if (m_texts > 1 && kind_of(m_reading.plan().objective).head == ObjectiveHead::none) count_texts();
        if (m_adapter)
            m_reading.state("method", m_packed ? "qlora" : "lora");
        else if (m_trains)
            m_reading.state("method", "full");
        read_frozen_statements(m_reading);
        for (const ConfigEntry &entry : m_reading.entries())
            if (entry.scope != "variable" && m_reading.is_open(entry))
                m_reading.no_effect(
                    entry, phrase(QT_TRANSLATE_NOOP("core", "%1 is not a call that says what is trained"), {entry.scope}));
    }

private:
    /// What a call says by being there.
    void read_name(std::string_view program)
    {
        const std::string_view call = program.substr(program.rfind('.') + 1);
        if (adapter_of_config_class(call)) m_adapter = true;
        if (is_trainer_call(call)) m_trains = true;
        if (call == "get_peft_model") m_wraps = true;
        if (call == "prepare_model_for_kbit_training") m_reading.state("kbit_prepare", true);
        if (call == "gradient_checkpointing_enable") m_reading.state("gradient_checkpointing", true);
        if (call.find("ForSequenceClassification") != std::string_view::npos ||
            program.find("ForSequenceClassification") != std::string_view::npos)
            m_reading.state("objective", "classification");
        if (call.starts_with("SentenceTransformer")) m_reading.state("objective", "embedding");
        if (call.starts_with("CrossEncoder")) m_reading.state("objective", "reranker");
        const std::string name = lower(of_trl(call));
        if (name.empty() || name == "sft" || m_read_name == name) return;
        m_read_name = name;
        read_trainer_objective(m_reading, name == "onlinedpo" ? std::string("online_dpo") : name);
        RolloutKeys keys;
        if (name == "rloo") keys.generations = 2;
        if (name == "onlinedpo") keys.share = 0.55; // OnlineDPOConfig
        read_objective_keys(m_reading, keys);
    }

    void read_call(const std::string &scope)
    {
        m_reading.look_in(scope);
        if (scope == "BitsAndBytesConfig") {
            m_packed = read_bitsandbytes(m_reading) || m_packed;
            take_all(m_reading, quantiser_words, scope);
        } else if (scope == "from_pretrained" || scope == "SentenceTransformer" || scope == "CrossEncoder") {
            read_loader(scope);
        } else if (const auto method = adapter_of_config_class(scope); method && *method != AdapterName{}) {
            read_peft_method(m_reading, *method, nullptr, scope);
        } else if (method) {
            take_peft_settings(m_reading, lora_choices);
            take_all(m_reading, lora_words, scope);
        } else if (is_arguments(scope)) {
            read_trainer(m_reading, m_checkpoints);
            take_all(m_reading, m_arguments, scope);
        } else if (scope.ends_with("Loss")) {
            read_embedding_loss(scope);
        } else if (is_trainer_call(scope)) {
            name_model();
            if (const ConfigEntry *model = m_reading.find("model"); model != nullptr && model->unknown)
                take_trained_model(m_reading, *model, model->value);
            take_all(m_reading, own_trainer_words, scope);
        }
    }

    /// A loss that caches gradients runs the batch in parts of mini_batch_size, 32 where nobody says.
    void read_embedding_loss(const std::string &scope)
    {
        const bool cached = scope.starts_with("Cached");
        const std::string_view name = std::string_view(scope).substr(cached ? 6 : 0);
        const auto *const found = std::ranges::find(embedding_losses, name, &EmbeddingLoss::name);
        if (found == std::end(embedding_losses)) return;
        m_texts = found->texts;
        if (name == "GISTEmbedLoss") say_guide(scope);
        if (!cached) return;
        const ConfigEntry *const part = m_reading.find("mini_batch_size");
        const auto rows = part != nullptr && !part->unknown ? as_count(part->value) : std::nullopt;
        if (rows)
            m_reading.state(*part, "loss.mini_batch", *rows);
        else
            m_reading.state("loss.mini_batch", 32);
    }

    /// "model.max_seq_length = 512"
    void read_longest_text()
    {
        if (kind_of(m_reading.plan().objective).head == ObjectiveHead::language) return;
        for (const ConfigEntry &entry : m_reading.entries()) {
            if (entry.scope != "variable" || !entry.key.ends_with(".max_seq_length") || !m_reading.is_open(entry)) continue;
            if (entry.unknown)
                m_reading.not_said(entry, of_shape.text());
            else
                m_reading.state(entry, "sequence_length", entry.value);
        }
    }

    /// losses/GISTEmbedLoss.py, CachedGISTEmbedLoss.py: `guide`, a second model on the card that embeds every text without gradients.
    void say_guide(std::string_view loss)
    {
        std::string guide;
        bool first = true;
        for (const ConfigEntry &entry : m_reading.entries()) {
            const bool names = entry.scope == "SentenceTransformer" && (entry.key.empty() || entry.key == "model_name_or_path");
            if (!names || entry.unknown) continue;
            const bool trained = first || as_word(entry.value) == guide;
            if (!trained) m_reading.not_said(entry, of_objective.text());
            if (!first) guide = as_word(entry.value);
            first = false;
        }
        m_reading.warn(
            "guide",
            phrase(QT_TRANSLATE_NOOP("core", "%1 holds a second model, which no field of a plan says: the weights of %2 "
                                             "(4 bytes a parameter unless it is loaded otherwise) and what its forward "
                                             "takes come on top"),
                   {loss, guide.empty() ? "guide" : guide}),
            "objective");
    }

    /// TRL 1.16, dpo_trainer.py and kto_trainer.py: of a model that came with adapters "ref" is a copy of them. Before, ref_adapter_name
    /// named one that the script loads.
    void copy_adapters()
    {
        const ObjectiveKind &aim = kind_of(m_reading.plan().objective);
        const bool referred = aim.residents != nullptr && !aim.generates && aim.teaching == Teaching::none;
        if (m_read_name.empty() || !referred || m_reading.plan().has("preference.reference")) return;
        const ConfigEntry *const named = m_reading.find("ref_adapter_name");
        if (named != nullptr && !is_off(named->value))
            m_reading.state(*named, "preference.reference", "adapter_copy");
        else if (m_wraps)
            m_reading.state("preference.reference", "adapter_copy");
    }

    /// Models that a trainer is handed as objects: which of those that are loaded trains, which teaches, which is held against it.
    void read_handed_models()
    {
        const auto each = [&](const auto &take) {
            for (const ConfigEntry &entry : m_reading.entries()) {
                const auto names = is_trainer_call(entry.scope) ? m_models.names_in(entry) : std::vector<std::string>();
                if (!names.empty() && !names.front().empty()) take(entry, names.front());
            }
        };
        each([&](const ConfigEntry &entry, const std::string &name) {
            if (entry.key == "model" && !m_reading.plan().has("model")) take_named_model(m_reading, entry, name);
        });
        each([&](const ConfigEntry &entry, const std::string &name) {
            if (m_models.handed_as(entry) == ModelRole::teaches && kind_of(m_reading.plan().objective).teaching != Teaching::none)
                m_reading.state(entry, "distillation.teacher", model_named(name));
            if (m_models.handed_as(entry) == ModelRole::refers) read_reference(entry, name);
        });
    }

    void read_reference(const ConfigEntry &entry, const std::string &name)
    {
        const ObjectiveKind &aim = kind_of(m_reading.plan().objective);
        json own;
        if (m_reading.plan().has("model")) own = json(find_field("model")->write(m_reading.plan()));
        if (aim.residents == nullptr || aim.generates || aim.teaching != Teaching::none) return;
        if (!own.is_null() && own != model_named(name))
            return m_reading.not_said(
                entry, phrase(QT_TRANSLATE_NOOP("core", "plans hold the model that trains once more, not %1"), {name}));
        m_reading.state(entry, "preference.reference", "model");
    }

    /// transformers 5: from_pretrained() without a dtype takes the checkpoint's; TRL loads in float32 what it loads by name.
    void read_loaders_dtype()
    {
        const auto loads = [](const std::string &call) {
            return call.ends_with(".from_pretrained") && call.find("Model") != std::string::npos;
        };
        const bool named = m_reading.find("dtype") != nullptr || m_reading.find("torch_dtype") != nullptr;
        const bool of_trl_alone =
            std::ranges::any_of(m_reading.text().programs, [](const auto &call) { return !of_trl(call).empty(); });
        const bool handed = std::ranges::any_of(m_reading.entries(), [](const ConfigEntry &entry) {
            return is_trainer_call(entry.scope) && entry.unknown && (entry.key == "model" || entry.key.empty());
        });
        if (named || !of_trl_alone || !handed || std::ranges::none_of(m_reading.text().programs, loads)) return;
        m_reading.state("weights.dtype", "auto");
    }

    void count_texts()
    {
        const Plan &plan = m_reading.plan();
        const Count rows = plan.has("micro_batch") ? plan.micro_batch : 8; // TrainingArguments.per_device_train_batch_size
        if (!m_reading.state("micro_batch", m_texts * rows)) return;
        if (!m_reading.plan().has("loss.mini_batch")) m_reading.state("loss.texts", m_texts);
        m_reading.warn(
            "texts",
            phrase(QT_TRANSLATE_NOOP("core", "a row of the data is %1 texts, each of which the model reads by itself: %2 "
                                             "rows are micro_batch %3; more texts beside them (negatives) are more"),
                   {std::to_string(m_texts), std::to_string(rows), std::to_string(m_texts * rows)}),
            "micro_batch");
    }

    void read_loader(const std::string &scope)
    {
        m_packed = read_bitsandbytes(m_reading) || m_packed;
        for (const ConfigEntry &entry : m_reading.entries()) {
            if (entry.scope != scope || !entry.key.empty() || !m_reading.is_open(entry)) continue;
            m_reading.call_it(entry, "pretrained_model_name_or_path (positional)");
            if (entry.unknown || m_reading.plan().has("model"))
                m_reading.understood(entry, "model");
            else
                take_named_model(m_reading, entry, entry.value);
        }
        take_all(m_reading, loader_words, scope);
    }

    /// Words that belong to no key of a trainer's call: the first is its model, the second with some another one.
    void name_model()
    {
        for (const ConfigEntry &entry : m_reading.entries()) {
            if (!is_trainer_call(entry.scope) || !entry.key.empty() || !m_reading.is_open(entry)) continue;
            const ModelRole role = m_models.handed_as(entry);
            if (role == ModelRole::trains) {
                m_reading.call_it(entry, "model (positional)");
                take_trained_model(m_reading, entry, entry.value);
            } else if (role == ModelRole::unused || entry.value.is_null()) {
                m_reading.no_effect(entry, of_data.text());
            } else {
                m_reading.not_said(entry, of_objective.text());
            }
        }
    }

    ConfigReading &m_reading;
    const ToolWords &m_arguments;
    ScriptModels m_models;
    bool m_checkpoints, m_adapter = false, m_packed = false, m_trains = false, m_wraps = false;
    Count m_texts = 1;       ///< of a row of an embedding's data
    std::string m_read_name; ///< of TRL's trainer
};

} // namespace

int calls_trl(const ConfigText &text)
{
    if (text.form != ConfigForm::call) return 0;
    return std::ranges::any_of(text.programs, [](const std::string &call) { return !of_trl(call).empty(); }) ? 90 : 0;
}

int calls_transformers(const ConfigText &text)
{
    if (text.form != ConfigForm::call) return 0;
    const auto says = [](const std::string &call) {
        return call.ends_with("TrainingArguments") || call == "Trainer" || call.starts_with("SentenceTransformerTrain") ||
               call.starts_with("CrossEncoderTrain");
    };
    return std::ranges::any_of(text.programs, says) ? 80 : 0;
}

void read_trainer_script(ConfigReading &reading, const ToolWords &arguments, bool checkpoints)
{
    Script(reading, arguments, checkpoints).read();
}

} // namespace plimsoll
