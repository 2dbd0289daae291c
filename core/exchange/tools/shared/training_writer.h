// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/exchange.h"
#include "core/exchange/closed_vocabulary.h"
#include "core/plan/field.h"
#include "core/runner/runner.h"

#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

struct ToolWords;

/// How a tool that trains says what plans do. Keys are those of its stack's rows (core/runner/default.h).
struct TrainingWords {
    std::string_view title; ///< "TRL"
    const Runner *stack = nullptr;
    const ToolWords *words = nullptr;              ///< the rows that the tool is read by
    std::span<const ClosedVocabulary> never = {};         ///< fields without a key, and why
    std::span<const std::string_view> always = {}; ///< said though nobody set them: the tool would do otherwise
};

/// A training in a tool's words, while it is written: every field that the plan states is said, or cannot be.
class TrainingText {
public:
    /// `stated`: as somebody wrote it. What its own stack does where nobody says, and the tool's would do otherwise, is said as well.
    TrainingText(const TrainingWords &words, const Plan &stated);

    /// As it is written: with the ranks and the engine that its stack takes (core/runner/spreading.h).
    [[nodiscard]] const Plan &plan() const { return m_plan; }
    /// Whether the field is to be said and nobody did yet; from here on it is.
    bool take(std::string_view path);
    /// Whether it is to be said.
    [[nodiscard]] bool states(std::string_view path) const { return m_plan.has(std::string(path)); }
    /// A key with its value; dots are sections.
    void say(std::string_view key, nlohmann::ordered_json value);
    /// The field cannot be said: taken, and listed with its value.
    void cannot(std::string_view path, std::string why);
    /// The tool's word for this value of a field, else the plan's own.
    [[nodiscard]] std::string word(std::string_view path, std::string_view value) const;
    /// Whether the tool has a word of its own for it.
    [[nodiscard]] bool has_word(std::string_view path, std::string_view value) const;
    /// A comment before the keys: the command that reads the file.
    void comment(std::string line) { m_comments.push_back(std::move(line)); }
    /// The rest by the stack's keys; what has none is listed with its reason.
    void say_rest();

    [[nodiscard]] const nlohmann::ordered_json &keys() const { return m_keys; }
    [[nodiscard]] std::vector<NotSaid> &not_said() { return m_not_said; }
    /// As a YAML file, comments first.
    [[nodiscard]] Exported as_yaml() &&;
    [[nodiscard]] Exported as_json() &&;

private:
    void say_row(const Field &field);
    void say_always(std::string_view path);
    void take_spread();
    void take_adapter();
    void add_what_differs();

    const TrainingWords &m_words;
    Plan m_plan;
    std::set<std::string, std::less<>> m_taken;
    nlohmann::ordered_json m_keys = nlohmann::ordered_json::object();
    std::vector<std::string> m_comments;
    std::vector<NotSaid> m_not_said;
};

/// Whether adapters are trained: takes `method`, and of a full training all of `adapter`. `packs`: the weights are packed, beside which
/// adapters are called QLoRA.
[[nodiscard]] bool says_adapters(TrainingText &text, bool packs);
/// Packed rows hold no padding; that there is some cannot be said.
void say_packing(TrainingText &text, std::string_view key);
/// Error: the plan trains nothing.
[[nodiscard]] std::optional<Error> refuses_to_train(const Plan &plan, std::string_view title);
/// Block style, keys in their order, texts quoted where YAML would read them otherwise.
[[nodiscard]] std::string yaml_of(const nlohmann::ordered_json &object);

} // namespace plimsoll
