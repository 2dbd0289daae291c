// SPDX-License-Identifier: GPL-3.0-or-later
// TRL 1.16.0: trainer/grpo_config.py, trainer/grpo_trainer.py, generation/vllm_generation.py, trainer/reward_trainer.py
#include "core/exchange/tools/rollouts/rollout_keys.h"

#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/scripts/script_models.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/objectives/objectives.h"
#include "core/plan/field.h"
#include "core/plan/names.h"

#include <algorithm>

namespace plimsoll {

namespace {

using nlohmann::json;

class RolloutReader {
public:
    RolloutReader(ConfigReading &reading, const RolloutKeys &keys) : m_reading(reading), m_keys(keys) {}

    void read()
    {
        if (!kind_of(m_reading.plan().objective).generates) m_reading.state("objective", "grpo");
        read_rewards();
        read_engine();
        gone("vllm_device", "vllm_mode");
        gone("vllm_dtype", "dtype");
        if (!kind_of(m_reading.plan().objective).beta) { // one pass over completions that are not weighed in groups
            if (!count("max_completion_length", "rollout.completion_length"))
                count("max_new_tokens", "rollout.completion_length");
            return;
        }
        read_lengths();
        if (!count("num_generations", "rollout.generations")) m_reading.state("rollout.generations", m_keys.generations);
        if (!count("steps_per_generation", "rollout.steps_per_generation")) read_generation_batch();
        count("num_iterations", "rollout.iterations");
        read_beta();
    }

private:
    /// GRPOConfig.__post_init__: completions of all ranks, a whole number of micro batches.
    void read_generation_batch()
    {
        const ConfigEntry *const stated = entry("generation_batch_size");
        const auto whole = [](const json &value) -> Count {
            if (value.is_string()) return count_from_text(value.get_ref<const std::string &>()).value_or(0);
            return value.is_number_integer() ? value.get<Count>() : 0;
        };
        const json ranks = m_reading.value("num_processes");
        const bool unnamed = ranks.is_null() && m_reading.plan().has("parallel.engine"); // as many as there are cards
        const Count one = whole(m_reading.value("per_device_train_batch_size")), processes = ranks.is_null() ? 1 : whole(ranks);
        constexpr Count most = Count{1} << 24;
        if (!stated || unnamed || one < 1 || one > most || processes < 1 || processes > most) return;
        const Count all = whole(stated->value);
        const Count rows = one * processes;
        if (all < rows || all % rows != 0) return;
        m_reading.state(*stated, "rollout.steps_per_generation", all / rows);
    }
    [[nodiscard]] const ConfigEntry *entry(std::string_view key) const
    {
        const ConfigEntry *const found = m_reading.find(m_keys.prefix + std::string(key));
        return found != nullptr && m_reading.is_open(*found) && !found->value.is_null() ? found : nullptr;
    }
    [[nodiscard]] json value(std::string_view key) const { return m_reading.value(m_keys.prefix + std::string(key)); }

    std::optional<Count> count(std::string_view key, std::string_view field)
    {
        const ConfigEntry *const stated = entry(key);
        const auto number = as_count(value(key));
        if (stated != nullptr && number) m_reading.state(*stated, field, *number);
        return number;
    }

    /// The weight of the reference's answers: without it none is held.
    void read_beta()
    {
        const ConfigEntry *const stated = entry("beta");
        const auto weight = stated != nullptr ? as_real(stated->value) : std::nullopt;
        if (weight)
            m_reading.state(*stated, "rollout.beta", *weight);
        else if (m_keys.beta)
            m_reading.state("rollout.beta", *m_keys.beta);
    }

    void read_engine()
    {
        const ConfigEntry *const asked = entry("use_vllm");
        const std::string mode = as_word(value("vllm_mode"));
        const bool server = mode == "server" || entry("vllm_server_base_url") != nullptr || (mode.empty() && !m_keys.colocates);
        if (!as_switch(value("use_vllm")).value_or(false)) {
            if (asked != nullptr) m_reading.state(*asked, "rollout.engine", "transformers");
            return dismiss_rollout(m_reading, m_keys.prefix);
        }
        m_reading.state(*asked, "rollout.engine", "vllm");
        if (const ConfigEntry *stated = entry("vllm_mode"))
            m_reading.state(*stated, "rollout.colocated", !server);
        else
            m_reading.state("rollout.colocated", !server);
        if (mode.empty() && m_keys.asks_mode)
            m_reading.warn("vllm_mode",
                           phrase(QT_TRANSLATE_NOOP(
                                      "core", "%1 is not stated, without which the tool does not start: vLLM is planned on the "
                                              "cards that train"),
                                  {"vllm_mode"}),
                           "rollout.colocated");
        if (server) leave_to_server();
        if (m_keys.engine_apart) return read_sleep();
        if (m_keys.share && !server) m_reading.state("rollout.gpu_memory_utilization", *m_keys.share);
        if (const ConfigEntry *share = entry("vllm_gpu_memory_utilization"))
            if (const auto part = as_real(share->value)) m_reading.state(*share, "rollout.gpu_memory_utilization", *part);
        read_sleep();
        if (const ConfigEntry *level = entry("sleep_level"))
            if (const auto sleep = as_count(level->value)) m_reading.state(*level, "rollout.sleep", *sleep);
        count("vllm_tensor_parallel_size", "rollout.tensor");
        count("vllm_max_model_length", "rollout.max_model_length");
        count("vllm_max_model_len", "rollout.max_model_length");
        count("vllm_max_num_seqs", "rollout.max_num_seqs");
        read_offload();
    }

    void read_sleep()
    {
        if (const ConfigEntry *sleeps = entry("vllm_enable_sleep_mode"))
            if (const auto on = as_switch(sleeps->value)) m_reading.state(*sleeps, "rollout.sleep", *on ? 2 : 0);
    }

    /// trl 1.16 trainer/grpo_config.py: these are read where the engine stands beside the trainer; a server has its own.
    void leave_to_server()
    {
        for (const char *key : {"vllm_gpu_memory_utilization", "vllm_enable_sleep_mode", "sleep_level",
                                "vllm_tensor_parallel_size", "vllm_max_model_length", "vllm_max_model_len", "vllm_max_num_seqs"})
            if (const ConfigEntry *stated = entry(key))
                m_reading.no_effect(*stated, phrase(QT_TRANSLATE_NOOP("core", "it is of an engine on the cards that train, and "
                                                                              "this one is a server")));
    }

    /// ms-swift's two switches: what trains waits on the host while the engine generates.
    void read_offload()
    {
        const ConfigEntry *const weights = entry("offload_model"), *const states = entry("offload_optimizer");
        if (weights == nullptr || states == nullptr) return; // one alone is no field's
        const auto first = as_switch(weights->value), second = as_switch(states->value);
        if (!first || !second || *first != *second) return;
        m_reading.state(*weights, "rollout.offload_trainer", *first);
        m_reading.understood(*states, "rollout.offload_trainer");
    }

    /// A row is a prompt and its completion.
    void read_lengths()
    {
        const auto prompt = count("max_prompt_length", "rollout.prompt_length");
        const auto completion = count("max_completion_length", "rollout.completion_length");
        if (!completion) m_reading.state("rollout.completion_length", m_keys.completion);
        if (m_keys.prompt == 0 || m_reading.plan().has("sequence_length")) return;
        const Count prompts = prompt.value_or(m_keys.prompt), whole = prompts + completion.value_or(m_keys.completion);
        if (!prompt) m_reading.state("rollout.prompt_length", prompts); // without it nothing says what generating takes
        if (!m_reading.state("sequence_length", whole)) return;
        if (!prompt || !completion)
            m_reading.warn(
                "rollout_lengths",
                phrase(QT_TRANSLATE_NOOP("core", "a row is a prompt and its completion, %1 and %2 tokens, where the text says "
                                                 "only one of them or neither: state rollout.prompt_length and "
                                                 "rollout.completion_length where they are longer"),
                       {std::to_string(prompts), std::to_string(whole - prompts)}),
                "sequence_length");
    }

    /// Names of the Hub are models beside the one that trains; functions take nothing.
    void read_rewards()
    {
        json models = json::array();
        for (const char *key : {"reward_model_name_or_path", "reward_model_path"})
            if (const ConfigEntry *one = entry(key); one != nullptr && !one->unknown && one->value.is_string()) {
                models.push_back(model_named(one->value.get<std::string>()));
                m_reading.state(*one, "rollout.reward_models", models);
            }
        for (const char *key : {"reward_model", "reward_models"})
            if (const ConfigEntry *one = entry(key)) read_loaded_rewards(*one, models);
        const ConfigEntry *const stated = rewards_handed();
        if (stated == nullptr || read_loaded_rewards(*stated, models)) return;
        const std::size_t before = models.size();
        add_named(models, as_names(stated->value));
        if (models.size() == before)
            m_reading.no_effect(*stated, phrase(QT_TRANSLATE_NOOP("core", "functions that reward take no memory of the card")));
        else
            m_reading.state(*stated, "rollout.reward_models", models);
    }

    /// By their key, or as a script's word behind the model.
    [[nodiscard]] const ConfigEntry *rewards_handed() const
    {
        if (const ConfigEntry *keyed = entry("reward_funcs")) return keyed;
        const ScriptModels models(m_reading.text());
        for (const ConfigEntry &word : m_reading.entries())
            if (word.key.empty() && m_reading.is_open(word) && models.handed_as(word) == ModelRole::rewards) return &word;
        return nullptr;
    }

    static void add_named(json &models, const std::vector<std::string> &names)
    {
        for (const std::string &name : names)
            if (name.find('/') != std::string::npos && name.find(".py") == std::string::npos) models.push_back(model_named(name));
    }

    /// Models that a script loaded and hands over as objects, by themselves or among names and functions; false where there are none.
    bool read_loaded_rewards(const ConfigEntry &handed, json &models)
    {
        const std::vector<std::string> loaded = ScriptModels(m_reading.text()).names_in(handed);
        if (loaded.empty()) return false;
        const std::size_t named = models.size() + loaded.size();
        add_named(models, loaded);
        const bool all = models.size() == named;
        add_named(models, as_names(handed.value));
        if (!models.empty()) m_reading.state(handed, "rollout.reward_models", models);
        if (!all) m_reading.not_said(handed, reasons::of_objective.text());
        return true;
    }

    void gone(std::string_view key, std::string_view successor)
    {
        if (const ConfigEntry *old = entry(key))
            m_reading.not_said(*old,
                               phrase(QT_TRANSLATE_NOOP("core", "TRL has no such key any more: %1 took its place"), {successor}));
    }

    ConfigReading &m_reading;
    const RolloutKeys &m_keys;
};

/// What is planned in the place of a trainer that no plan has, by what it holds: a reference model beside preference pairs, none, or
/// one row's loss.
struct NearTrainer {
    std::string_view name, near;
};
constexpr NearTrainer near_trainers[] = {
    {"ipo", "dpo"}, {"nash", "dpo"}, {"xpo", "dpo"}, {"simpo", "cpo"}, {"ppo", "grpo"}, {"prm", "sft"}, {"bco", "sft"},
};

} // namespace

nlohmann::json model_named(const std::string &name)
{
    const bool path =
        name.starts_with('.') || name.starts_with('/') || name.starts_with('~') || name.find('/') == std::string::npos;
    return {{path ? "config" : "hub", name}};
}

void read_taught(ConfigReading &reading)
{
    for (const char *key : {"teacher_model_name_or_path", "teacher_model"}) {
        const ConfigEntry *const named = reading.find(key);
        if (named == nullptr || !reading.is_open(*named) || named->unknown || !named->value.is_string()) continue;
        reading.state(*named, "distillation.teacher", model_named(named->value.get<std::string>()));
    }
    if (const ConfigEntry *share = reading.find("lmbda"))
        if (const auto part = as_real(share->value)) reading.state(*share, "distillation.on_policy", *part);
    for (const char *key : {"max_completion_length", "max_new_tokens"})
        if (const ConfigEntry *length = reading.find(key); length != nullptr && reading.is_open(*length))
            if (const auto tokens = as_count(length->value)) reading.state(*length, "rollout.completion_length", *tokens);
}

void read_precomputed(ConfigReading &reading)
{
    const ConfigEntry *const asked = reading.find("precompute_ref_log_probs");
    const ObjectiveKind &aim = kind_of(reading.plan().objective);
    if (asked == nullptr || aim.generates || aim.residents == nullptr) return;
    if (!as_switch(asked->value).value_or(false))
        return reading.no_effect(*asked, phrase(QT_TRANSLATE_NOOP("core", "it is off")));
    reading.state(*asked, "preference.reference", "precomputed");
    if (const ConfigEntry *rows = reading.find("precompute_ref_batch_size"))
        if (const auto count = as_count(rows->value)) reading.state(*rows, "preference.precompute_batch", *count);
}

void read_objective_keys(ConfigReading &reading, const RolloutKeys &keys)
{
    const ObjectiveKind &aim = kind_of(reading.plan().objective);
    if (aim.generates) read_rollout(reading, keys);
    if (aim.teaching != Teaching::none) read_taught(reading);
    read_precomputed(reading);
}

bool asks_for_rollouts(const ConfigReading &reading, const std::string &prefix)
{
    int own = 0;
    for (const char *key :
         {"num_generations", "max_completion_length", "reward_funcs", "use_vllm", "vllm_mode", "generation_batch_size",
          "steps_per_generation", "scale_rewards", "reward_weights", "num_iterations", "epsilon_high"})
        own += reading.find(prefix + key) != nullptr ? 1 : 0;
    return own >= 2 || reading.find(prefix + "reward_funcs") != nullptr ||
           reading.find(prefix + "reward_model_name_or_path") != nullptr;
}

void read_rollout(ConfigReading &reading, const RolloutKeys &keys) { RolloutReader(reading, keys).read(); }

void dismiss_rollout(ConfigReading &reading, const std::string &prefix)
{
    for (const char *key :
         {"vllm_mode", "vllm_gpu_memory_utilization", "vllm_enable_sleep_mode", "vllm_tensor_parallel_size",
          "vllm_max_model_length", "vllm_max_model_len", "vllm_device", "vllm_dtype", "sleep_level", "vllm_max_num_seqs"})
        if (const ConfigEntry *entry = reading.find(prefix + key); entry != nullptr && reading.is_open(*entry))
            reading.no_effect(*entry, phrase(QT_TRANSLATE_NOOP("core", "%1 is off"), {prefix + "use_vllm"}));
}

void take_loss_name(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const ObjectiveKind &aim = kind_of(reading.plan().objective);
    if (!aim.plain && !aim.generates && aim.head == ObjectiveHead::language)
        reading.state(entry, "preference.loss_type", as_names(value));
    else
        reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "its formula takes a few numbers a row")));
}

void take_likelihood_weight(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    const auto weight = as_real(value);
    if (kind_of(reading.plan().objective).whole_logits && weight)
        reading.state(entry, "preference.nll", *weight != 0.0);
    else
        reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "it weighs a term of the loss")));
}

bool read_trainer_objective(ConfigReading &reading, std::string_view trainer, const ConfigEntry *entry)
{
    const auto take = [&](std::string_view value) {
        if (entry != nullptr)
            reading.state(*entry, "objective", std::string(value));
        else
            reading.state("objective", std::string(value));
    };
    if (trainer == "rm") trainer = "reward";
    if (trainer == "online") trainer = "online_dpo";
    if (plan_enum<Objective>(trainer)) {
        take(trainer);
        return true;
    }
    const auto near = std::ranges::find(near_trainers, trainer, &NearTrainer::name);
    if (near == std::end(near_trainers)) return false;
    if (near->near != "sft")
        take(near->near);
    else if (entry != nullptr)
        reading.not_said(*entry, phrase(QT_TRANSLATE_NOOP("core", "no plan has a step of %1"), {trainer}));
    if (near->name == "ipo" || near->name == "simpo") return true; // another loss of the same log-probabilities
    reading.warn(
        "objective",
        phrase(QT_TRANSLATE_NOOP("core", "a step of %1 is not planned for: it is read as one of %2"), {trainer, near->near}),
        "objective");
    return true;
}

} // namespace plimsoll
