// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// "DPOTrainer", "trl.DPOTrainer"
[[nodiscard]] bool is_trainer_call(std::string_view call);

/// What a script does with a model that it loads.
enum class ModelRole : std::uint8_t { unused, trains, refers, teaches, rewards };

/// The calls of a script that load models (from_pretrained), and what each model is to its trainers: the one that is handed as `model`
/// trains. Nothing is executed: variables are followed from call to call.
class ScriptModels {
public:
    explicit ScriptModels(const ConfigText &text);

    /// A trainer was handed one of the calls as the model that trains.
    [[nodiscard]] bool knows_trained() const { return m_known; }
    /// Where no trainer says it, the first that has no other part, of language models where there are such, is taken as the one that trains.
    void take_first();
    /// Leaves aside, in the reading, what is said of the models that do not train; `words` are those of the call that loads.
    void leave_others(ConfigReading &reading, const ToolWords &words) const;
    /// Then, where the plan has a field for such a model, what names it is understood.
    void name_others(ConfigReading &reading) const;
    /// Whether what stands in this call, by its place among the programs, is said of a model that does not train.
    [[nodiscard]] bool is_of_other(int call) const;
    /// What a trainer's argument is to it, by its key or its place.
    [[nodiscard]] ModelRole handed_as(const ConfigEntry &entry) const;
    /// The names of the models that a value holds; empty where the text does not say one.
    [[nodiscard]] std::vector<std::string> names_in(const ConfigEntry &entry) const;
    /// Adapters that go on training were put on the model that trains.
    [[nodiscard]] bool loads_adapters(ConfigReading &reading) const;

private:
    [[nodiscard]] int loader_of(int call) const;
    [[nodiscard]] bool loads_model(int call) const;
    [[nodiscard]] std::string name_of(int call) const;
    void hand(const ConfigEntry &entry, ModelRole role);
    void mark_others();

    const ConfigText &m_text;
    std::vector<std::vector<std::size_t>> m_arguments; ///< of each call: places of its entries
    std::vector<int> m_loaders;                        ///< of each call: the one that loaded the model it gives; -1: none
    std::vector<ModelRole> m_handed;                   ///< of each entry
    std::vector<ModelRole> m_roles;                    ///< of each call that loads
    std::size_t m_last;                                ///< call of a trainer; behind all calls where there is none
    std::vector<bool> m_others;                        ///< of each call: said of a model that does not train
    bool m_known = false;
};

} // namespace plimsoll
