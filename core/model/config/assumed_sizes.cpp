// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/config/assumed_sizes.h"

#include "core/model/config/accepted.h"
#include "core/model/config/config.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 20> always_written{"hidden_size",
                                                          "d_model",
                                                          "n_embd",
                                                          "dim",
                                                          "num_hidden_layers",
                                                          "num_layers",
                                                          "n_layer",
                                                          "n_layers",
                                                          "vocab_size",
                                                          "num_attention_heads",
                                                          "n_head",
                                                          "n_heads",
                                                          "intermediate_size",
                                                          "d_ff",
                                                          "ffn_dim",
                                                          "hidden_dim",
                                                          "encoder_layers",
                                                          "decoder_layers",
                                                          "encoder_ffn_dim",
                                                          "decoder_ffn_dim"};

/// Objects that hold the language model: with none of its sizes a file does not say which model it is.
constexpr std::array<std::string_view, 5> language_models{"text_config.", "llm_config.", "language_config.", "decoder.",
                                                          "encoder."};

bool says_nothing(const Config &config, std::string_view path)
{
    const nlohmann::json &object = config.raw(path.substr(0, path.size() - 1));
    return !object.is_object() || object.empty();
}

/// The language model's object of a larger model's file, in a file of its own: written as it stood there, what differs alone.
/// Its model type says so, or that it names its class and where it came from and leaves every size but the vocabulary's out.
bool stood_inside(const Config &config)
{
    const auto given = [&config](std::string_view key) { return config.given(key); };
    if (config.text("model_type").ends_with("_text")) return std::ranges::any_of(always_written, given);
    return given("vocab_size") && given("architectures") && given("_name_or_path") &&
           std::ranges::none_of(always_written, [&given](std::string_view key) { return key != "vocab_size" && given(key); });
}

bool must_be_given(const AssumedSize &size, const Config &config)
{
    if (std::ranges::find(always_written, size.key) == always_written.end()) return false;
    if (size.path.empty()) return !stood_inside(config);
    return std::ranges::find(language_models, size.path) != language_models.end() && says_nothing(config, size.path);
}

std::string listed(const std::vector<std::string> &names)
{
    if (names.size() < 2) return names.empty() ? std::string() : names.front();
    std::string out = names.front();
    for (std::size_t i = 1; i + 1 < names.size(); ++i) out += ", " + names[i];
    return phrase(QT_TRANSLATE_NOOP("core", "%1 and %2"), {out, names.back()});
}

void refuse_missing(const AssumedSizes &assumed, const Config &config)
{
    std::vector<std::string> missing;
    for (const AssumedSize &size : assumed.all())
        if (must_be_given(size, config)) missing.push_back(size.path + size.key);
    if (missing.empty()) return;
    const std::string first = missing.front();
    missing.erase(missing.begin());
    const char *const accepted =
        missing.empty() ? QT_TRANSLATE_NOOP("core", "a whole number, as every configuration of a trained model has it")
        : missing.size() == 1
            ? QT_TRANSLATE_NOOP("core", "a whole number, as every configuration of a trained model has it; %1 is missing too")
            : QT_TRANSLATE_NOOP("core", "a whole number, as every configuration of a trained model has it; %1 are missing too");
    throw Refusal{Error{first, said_nothing(), phrase(accepted, {listed(missing)}), {}}};
}

} // namespace

void AssumedSizes::note(std::string_view path, std::string_view key, const nlohmann::json &value, std::string_view model_type)
{
    if (!value.is_number_integer()) return;
    for (std::size_t i = 0; i < m_all.size(); ++i)
        if (m_places[i] == &value && m_all[i].path == path) return;
    m_places.push_back(&value);
    m_all.push_back({std::string(path), std::string(key), value.get<Count>(), std::string(model_type)});
}

std::vector<std::string> account_for(const AssumedSizes &assumed, const Config &config)
{
    refuse_missing(assumed, config);
    std::vector<std::string> paths, out;
    for (const AssumedSize &size : assumed.all())
        if (std::ranges::find(paths, size.path) == paths.end()) paths.push_back(size.path);
    for (const std::string &path : paths) {
        std::vector<std::string> sizes, keys;
        std::string type;
        for (const AssumedSize &size : assumed.all()) {
            if (size.path != path) continue;
            keys.push_back(size.key + " " + std::to_string(size.value));
            sizes.push_back(path + keys.back());
            type = size.model_type;
        }
        constexpr std::size_t few = 5;
        if (keys.size() > few && !path.empty())
            out.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1: %2 keys are absent, taken from the class's defaults (%3): %4"),
                                 {path.substr(0, path.size() - 1), std::to_string(keys.size()), type, listed(keys)}));
        else if (keys.size() > few)
            out.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1 keys are absent, taken from the class's defaults (%2): %3"),
                                 {std::to_string(keys.size()), type, listed(keys)}));
        else
            out.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1: absent in the configuration, as the class of %2 assumes"),
                                 {listed(sizes), type}));
    }
    return out;
}

} // namespace plimsoll
