// SPDX-License-Identifier: GPL-3.0-or-later
// TRL 1.16.0: trainer/{grpo,rloo,dpo,kto,distillation}_config.py, experimental/{cpo,gkd,online_dpo}; ms-swift 4.6.0:
// arguments/rlhf_args.py, rlhf_trainers/args_mixin.py
#include "core/exchange/tools/rollouts/rollout_writer.h"

#include "core/exchange/model_argument.h"
#include "core/ground/phrase.h"
#include "core/objectives/objectives.h"
#include "core/plan/names.h"

#include <algorithm>
#include <optional>
#include <string>

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

void cannot_all(TrainingText &text, std::string_view section, const std::string &why)
{
    for (const Field &field : plan_fields())
        if (field.path.starts_with(section) && text.take(field.path)) text.cannot(field.path, why);
}

/// The model as texts name it; nothing where the plan holds its configuration.
std::optional<std::string> named(const ModelReference &reference)
{
    Plan plan;
    plan.model = reference;
    const Result<ModelArgument> argument = model_argument(plan);
    return argument ? std::optional(argument->model) : std::nullopt;
}

std::string no_key(std::string_view tool) { return phrase(QT_TRANSLATE_NOOP("core", "%1 has no setting for it"), {tool}); }

class RolloutWriter {
public:
    RolloutWriter(TrainingText &text, const RolloutWords &words) : m_text(text), m_words(words), m_made(text.plan().rollout) {}

    void say()
    {
        say_engine();
        say_sleep();
        say_rewards();
        say_lengths();
        number("rollout.generations", m_words.generations);
        number("rollout.steps_per_generation", m_words.steps);
        number("rollout.iterations", m_words.iterations);
        if (kind_of(m_text.plan().objective).beta) number("rollout.beta", m_words.beta);
        say_offload();
        if (m_text.take("rollout.reference"))
            m_text.cannot("rollout.reference", phrase(QT_TRANSLATE_NOOP("core", "%1 chooses it by what trains"), {m_words.tool}));
        cannot_all(m_text, "rollout.", no_key(m_words.tool));
    }

private:
    /// By the key of its own; left to what cannot be said where the tool has none.
    void number(std::string_view path, std::string_view key)
    {
        if (key.empty() || !m_text.states(path)) return;
        const ordered_json value = find_field(path)->write(m_text.plan());
        if (!value.is_null() && m_text.take(path)) m_text.say(key, value);
    }

    void say_engine()
    {
        const std::string_view engine = name_of(m_made.engine);
        const bool asked = m_text.take("rollout.engine"), vllm = engine == "vllm";
        const bool alone = m_words.mode.empty() && m_words.engines.empty() && !m_words.use_engine.empty();
        const bool beside = vllm && (m_made.colocated || !alone);
        if (vllm && !beside) {
            if (asked) m_text.cannot("rollout.engine", only_beside());
            return cannot_each({"rollout.colocated", "rollout.gpu_memory_utilization", "rollout.sleep", "rollout.tensor",
                                "rollout.engines", "rollout.gpus", "rollout.max_model_length", "rollout.max_num_seqs",
                                "rollout.offload_trainer"},
                               only_beside());
        }
        if (asked && engine != "transformers" && !beside)
            m_text.cannot("rollout.engine", phrase(QT_TRANSLATE_NOOP("core", "%1 has no such engine beside it"), {m_words.tool}));
        else if (asked && !m_words.use_engine.empty())
            m_text.say(m_words.use_engine, beside);
        else if (asked && beside)
            m_text.cannot("rollout.engine", no_key(m_words.tool));
        if (!beside)
            return cannot_each({"rollout.colocated", "rollout.gpu_memory_utilization", "rollout.sleep", "rollout.tensor",
                                "rollout.max_model_length", "rollout.max_num_seqs", "rollout.offload_trainer"},
                               phrase(QT_TRANSLATE_NOOP("core", "the model that trains generates itself")));
        const bool stated = m_text.take("rollout.colocated");
        if ((stated || asked) && !m_words.mode.empty()) m_text.say(m_words.mode, m_made.colocated ? "colocate" : "server");
        const bool unnamed = m_words.mode.empty() && (!m_made.colocated || m_words.use_engine.empty());
        if (stated && unnamed) m_text.cannot("rollout.colocated", no_key(m_words.tool));
        if (!m_made.colocated && m_words.tells_server) say_server();
        if (!m_made.colocated && !m_words.mode.empty()) // trl 1.16 grpo_config.py: keys of the engine beside the trainer
            return cannot_each({"rollout.gpu_memory_utilization", "rollout.sleep", "rollout.tensor", "rollout.engines",
                                "rollout.gpus", "rollout.max_model_length", "rollout.max_num_seqs", "rollout.offload_trainer"},
                               phrase(QT_TRANSLATE_NOOP("core", "a server is told it where it is started, not by the trainer")));
        number("rollout.gpu_memory_utilization", m_words.share);
        number("rollout.tensor", m_words.tensor);
        if (!m_made.colocated) number("rollout.engines", m_words.engines);
        number("rollout.max_model_length", m_words.context_of_server ? std::string_view() : m_words.context);
        number("rollout.max_num_seqs", m_words.sequences);
    }

    [[nodiscard]] std::string only_beside() const
    {
        return phrase(QT_TRANSLATE_NOOP("core", "%1 starts its engine in the process that trains"), {m_words.tool});
    }

    void say_server()
    {
        number("rollout.gpu_memory_utilization", m_words.share);
        number("rollout.tensor", m_words.tensor);
        number("rollout.max_model_length", m_words.context);
    }

    void cannot_each(std::initializer_list<std::string_view> paths, const std::string &why)
    {
        for (const std::string_view path : paths)
            if (m_text.take(path)) m_text.cannot(path, why);
    }

    void say_sleep()
    {
        if (!m_text.states("rollout.sleep") || !m_made.sleep) return;
        if (!m_made.colocated && !m_words.mode.empty()) return; // say_engine() has said it
        const bool switched = m_words.sleep_level.empty();
        if ((switched && m_words.sleeps.empty()) || !m_text.take("rollout.sleep")) return;
        if (!switched) return m_text.say(m_words.sleep_level, *m_made.sleep);
        if (*m_made.sleep == 1)
            return m_text.cannot("rollout.sleep", phrase(QT_TRANSLATE_NOOP("core", "it sleeps at level 2, or not at all")));
        m_text.say(m_words.sleeps, *m_made.sleep == 2);
    }

    void say_rewards()
    {
        if (m_words.reward_models.empty() || m_made.reward_models.empty() || !m_text.take("rollout.reward_models")) return;
        ordered_json names = ordered_json::array();
        for (const ModelReference &model : m_made.reward_models)
            if (const auto name = named(model)) names.push_back(*name);
        const bool all = names.size() == m_made.reward_models.size() && (m_words.several_rewards || names.size() == 1);
        if (!names.empty()) m_text.say(m_words.reward_models, m_words.several_rewards ? names : names[0]);
        if (!all)
            m_text.cannot("rollout.reward_models",
                          phrase(QT_TRANSLATE_NOOP("core", "%1 names one model that is at hand"), {m_words.reward_models}));
    }

    void say_lengths()
    {
        number("rollout.completion_length", m_words.completion);
        number("rollout.prompt_length", m_words.prompt);
        if (m_words.prompt.empty() && m_text.take("rollout.prompt_length"))
            m_text.cannot("rollout.prompt_length", phrase(QT_TRANSLATE_NOOP("core", "prompts are as long as the data has them")));
    }

    void say_offload()
    {
        if (m_words.offload_weights.empty() || !m_text.take("rollout.offload_trainer")) return;
        m_text.say(m_words.offload_weights, m_made.offload_trainer);
        m_text.say(m_words.offload_states, m_made.offload_trainer);
    }

    TrainingText &m_text;
    const RolloutWords &m_words;
    const Rollout &m_made;
};

} // namespace

void say_rollout(TrainingText &text, const RolloutWords &words)
{
    if (!kind_of(text.plan().objective).generates)
        return cannot_all(text, "rollout.", phrase(QT_TRANSLATE_NOOP("core", "this objective generates no completions")));
    RolloutWriter(text, words).say();
}

void say_preference(TrainingText &text, const PreferenceWords &words)
{
    const Preference &wanted = text.plan().preference;
    const bool ahead = wanted.reference == HeldAs::precomputed;
    if (words.precomputes && ahead && text.take("preference.reference")) {
        text.say("precompute_ref_log_probs", true);
        if (wanted.precompute_batch && text.take("preference.precompute_batch"))
            text.say("precompute_ref_batch_size", *wanted.precompute_batch);
    }
    if (text.take("preference.reference"))
        text.cannot("preference.reference", phrase(QT_TRANSLATE_NOOP("core", "%1 chooses it by what trains"), {words.tool}));
    if (text.take("preference.precompute_batch"))
        text.cannot("preference.precompute_batch", phrase(QT_TRANSLATE_NOOP("core", "only %1 is computed before the training"),
                                                          {"preference.reference precomputed"}));
    if (text.take("preference.prompt_length"))
        text.cannot("preference.prompt_length", phrase(QT_TRANSLATE_NOOP("core", "prompts are as long as the data has them")));
    if (!words.nll.empty() && text.take("preference.nll")) text.say(words.nll, wanted.nll ? 1.0 : 0.0);
    if (!words.loss.empty() && !wanted.loss_type.empty() && text.take("preference.loss_type"))
        text.say(words.loss, wanted.loss_type);
    cannot_all(text, "preference.", no_key(words.tool));
}

void say_teaching(TrainingText &text, const TeachingWords &words)
{
    const Distillation &taught = text.plan().distillation;
    const bool learns = kind_of(text.plan().objective).teaching != Teaching::none;
    if (!learns)
        return cannot_all(
            text, "distillation.",
            phrase(QT_TRANSLATE_NOOP("core", "only %1 and %2 learn from a teacher"), {"objective gkd", "distillation"}));
    const auto name = taught.teacher ? named(*taught.teacher) : std::nullopt;
    if (name && !words.teacher.empty() && text.take("distillation.teacher")) text.say(words.teacher, *name);
    if (!words.on_policy.empty() && text.take("distillation.on_policy")) text.say(words.on_policy, taught.on_policy);
    cannot_all(text, "distillation.", no_key(words.tool));
}

} // namespace plimsoll
