// SPDX-License-Identifier: GPL-3.0-or-later
// accelerate 1.15.0 utils/dataclasses.py (FullyShardedDataParallelPlugin), utils/constants.py; transformers 5.23.0 training_args.py
// (_process_fsdp_args)
#include "core/exchange/tools/spread_keys.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <cctype>

namespace plimsoll {

namespace {

std::string upper(std::string text)
{
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

/// FSDP_SHARDING_STRATEGY by name or number, from 1.
struct Strategy {
    std::string_view name;
    Count zero;
    bool hybrid = false;
};
constexpr Strategy strategies[] = {
    {"FULL_SHARD", 3}, {"SHARD_GRAD_OP", 2}, {"NO_SHARD", 0}, {"HYBRID_SHARD", 3, true}, {"HYBRID_SHARD_ZERO2", 2, true}};

const Strategy *strategy_of(const nlohmann::json &value)
{
    if (const auto number = as_count(value); number && *number >= 1 && *number <= 5) return &strategies[*number - 1];
    const auto found = std::ranges::find(strategies, std::string_view(upper(as_word(value))), &Strategy::name);
    return found == std::end(strategies) ? nullptr : &*found;
}

class Fsdp {
public:
    Fsdp(ConfigReading &reading, std::string section) : m_reading(reading), m_section(std::move(section)) {}

    [[nodiscard]] const ConfigEntry *entry(const std::string &key) const
    {
        const ConfigEntry *found = m_reading.find(m_section + "fsdp_" + key);
        const bool bare = !m_section.empty() || m_reading.text().form != ConfigForm::command;
        if (found == nullptr && bare) found = m_reading.find(m_section + key);
        return found != nullptr && m_reading.is_open(*found) ? found : nullptr;
    }

    void read(int version)
    {
        if (const ConfigEntry *stated = entry("version")) {
            version = static_cast<int>(as_count(stated->value).value_or(version));
            m_reading.understood(*stated, "parallel.engine");
        }
        m_second = version >= 2;
        m_reading.state("parallel.engine", m_second ? "fsdp2" : "fsdp1");
        read_strategy();
        read_offload();
        read_wrap();
        read_checkpointing();
        of_first("use_orig_params", "parallel.use_orig_params");
        of_first("forward_prefetch", "parallel.forward_prefetch");
        of_first("limit_all_gathers", "parallel.limit_all_gathers");
        if (const ConfigEntry *stated = entry("backward_prefetch")) read_prefetch(*stated);
        if (const ConfigEntry *stated = entry("cpu_ram_efficient_loading"); stated != nullptr && !stated->value.is_null())
            m_reading.state(*stated, "parallel.cpu_ram_efficient_loading", as_switch(stated->value).value_or(true));
        leave();
    }

private:
    /// sharding_strategy of old, reshard_after_forward: a strategy under version 1, a switch under version 2.
    void read_strategy()
    {
        const ConfigEntry *const named = entry("sharding_strategy"), *const reshard = entry("reshard_after_forward");
        const Strategy *strategy = named ? strategy_of(named->value) : nullptr;
        if (reshard != nullptr && !m_second && strategy_of(reshard->value)) strategy = strategy_of(reshard->value);
        std::optional<bool> again;
        if (reshard != nullptr && m_second) {
            again = as_switch(reshard->value);
            if (const Strategy *word = strategy_of(reshard->value); !again && word) again = word->zero == 3;
        }
        if (!again && m_second && strategy) again = strategy->zero == 3;
        m_reading.state("parallel.zero", m_second || !strategy ? 3 : strategy->zero);
        if (again) m_reading.state("parallel.reshard_after_forward", *again);
        if (named != nullptr) m_reading.understood(*named, "parallel.zero");
        if (reshard != nullptr) m_reading.understood(*reshard, m_second ? "parallel.reshard_after_forward" : "parallel.zero");
        if (strategy != nullptr && strategy->hybrid && !m_reading.plan().has("parallel.replicate"))
            m_reading.warn("replicate",
                           phrase(QT_TRANSLATE_NOOP("core", "%1 keeps a copy on each machine: say how many with %2"),
                                  {strategy->name, "parallel.replicate"}),
                           "parallel.replicate");
    }

    void read_offload()
    {
        for (const char *key : {"offload_params", "cpu_offload"})
            if (const ConfigEntry *stated = entry(key); stated != nullptr && !stated->value.is_null())
                m_reading.state(*stated, "parallel.offload", as_switch(stated->value).value_or(false) ? "both" : "none");
    }

    void read_wrap()
    {
        const ConfigEntry *const policy = entry("auto_wrap_policy"), *const layers = entry("transformer_layer_cls_to_wrap"),
                                 *const least = entry("min_num_params");
        const std::string word = policy                             ? upper(as_word(policy->value))
                                 : layers && !is_off(layers->value) ? "TRANSFORMER_BASED_WRAP"
                                                                    : "";
        const bool by_size = word == "SIZE_BASED_WRAP";
        const Count params = as_count(least ? least->value : nlohmann::json()).value_or(100'000'000); // accelerate launch's own
        if (word == "TRANSFORMER_BASED_WRAP") m_reading.state("parallel.wrap", "layer");
        if (word == "NO_WRAP") m_reading.state("parallel.wrap", "none");
        if (by_size) m_reading.state("parallel.wrap", {{"min_params", params}});
        if (policy != nullptr) m_reading.understood(*policy, "parallel.wrap");
        if (layers != nullptr) is_off(layers->value) ? nothing(*layers) : m_reading.understood(*layers, "parallel.wrap");
        if (least != nullptr)
            by_size ? m_reading.understood(*least, "parallel.wrap")
                    : m_reading.no_effect(*least, phrase(QT_TRANSLATE_NOOP("core", "modules are not wrapped by their size")));
    }

    void read_checkpointing()
    {
        const ConfigEntry *const on = entry("activation_checkpointing"), *const offload =
                                                                             entry("activation_checkpointing_offload");
        const bool wraps = on != nullptr && as_switch(on->value).value_or(false);
        if (on != nullptr && !on->value.is_null()) m_reading.state(*on, "parallel.checkpoint_wrapper", wraps);
        const bool moves = offload != nullptr && as_switch(offload->value).value_or(false);
        if (wraps) m_reading.state("gradient_checkpointing", moves ? nlohmann::json("offload") : nlohmann::json(true));
        if (offload != nullptr) m_reading.understood(*offload, "gradient_checkpointing");
    }

    /// Keys that version 2 has no more.
    void of_first(const char *key, std::string_view field)
    {
        const ConfigEntry *const stated = entry(key);
        if (stated == nullptr) return;
        if (m_second)
            m_reading.no_effect(*stated, phrase(QT_TRANSLATE_NOOP("core", "only version 1 of FSDP reads it")));
        else if (const auto on = as_switch(stated->value))
            m_reading.state(*stated, field, *on);
        else
            nothing(*stated);
    }

    void read_prefetch(const ConfigEntry &stated)
    {
        if (m_second) return m_reading.no_effect(stated, phrase(QT_TRANSLATE_NOOP("core", "only version 1 of FSDP reads it")));
        const std::string word = upper(as_word(stated.value));
        m_reading.state(stated, "parallel.backward_prefetch",
                        word == "BACKWARD_PRE"                          ? "pre"
                        : word == "BACKWARD_POST"                       ? "post"
                        : is_off(stated.value) || word == "NO_PREFETCH" ? "none"
                                                                        : word);
    }

    void nothing(const ConfigEntry &entry)
    {
        m_reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "nothing stands there")));
    }

    void leave()
    {
        for (const char *key : {"state_dict_type", "sync_module_states", "xla", "xla_fsdp_v2", "xla_fsdp_grad_ckpt",
                                "xla_fsdp_settings", "save_optimizer_state", "state_dict_config", "optim_state_dict_config",
                                "final_state_dict_type", "enable_cpu_affinity"})
            if (const ConfigEntry *stated = entry(key))
                m_reading.no_effect(*stated, phrase(QT_TRANSLATE_NOOP("core", "it is about loading and saving")));
        for (const char *key : {"ignored_modules", "mixed_precision_policy", "param_init_fn"})
            if (const ConfigEntry *stated = entry(key)) {
                if (is_off(stated->value))
                    nothing(*stated);
                else
                    m_reading.not_said(*stated, phrase(QT_TRANSLATE_NOOP("core", "no field of a plan says it")));
            }
    }

    ConfigReading &m_reading;
    std::string m_section;
    bool m_second = false;
};

} // namespace

void read_fsdp(ConfigReading &reading, const std::string &section, int version, bool asked)
{
    const auto is_key = [&](const ConfigEntry &entry) {
        return section.empty() ? entry.key.starts_with("fsdp_") || entry.key.starts_with("fsdp-")
                               : entry.key.starts_with(section);
    };
    if (asked || std::ranges::any_of(reading.entries(), is_key)) Fsdp(reading, section).read(version);
}

} // namespace plimsoll
