// SPDX-License-Identifier: GPL-3.0-or-later
// ms-swift 4.6.0: arguments/tuner_args.py, pipelines/train/tuner.py (prepare_adapter, get_vera_target_modules), tuner_plugin/ia3.py;
// utils/transformers_utils.py (freeze_parameters)
#include "core/exchange/tools/ms_swift/ms_swift_tuners.h"

#include "core/exchange/tools/shared/shared_keys.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <span>
#include <string>

namespace plimsoll {

namespace {

using nlohmann::json;

/// An argument of a tuner, PEFT's key for it and its default.
struct Argument {
    std::string_view own, peft, usual;
};

struct Tuner {
    std::string_view name, type; ///< as tuner_type has it, and adapter.type
    std::span<const Argument> arguments;
    bool of_lora = false;                              ///< it takes LoRA's scale, dropout and biases too
    void (*besides)(ConfigReading &reading) = nullptr; ///< what else it makes of a text
};

constexpr Argument adalora[] = {{"adalora_target_r", "target_r", "8"},
                                {"adalora_init_r", "init_r", "12"},
                                {"adalora_tinit", "tinit", "0"},
                                {"adalora_tfinal", "tfinal", "0"},
                                {"adalora_deltaT", "deltaT", "1"}};
constexpr Argument vera[] = {{"vera_rank", "r", "256"}, {"vera_dropout", "vera_dropout", "0.0"}};
constexpr Argument boft[] = {{"boft_block_size", "boft_block_size", "4"},
                             {"boft_block_num", "boft_block_num", "0"},
                             {"boft_n_butterfly_factor", "boft_n_butterfly_factor", "1"},
                             {"boft_dropout", "boft_dropout", "0.0"}};
constexpr Argument fourierft[] = {{"fourier_n_frequency", "n_frequency", "2000"}, {"fourier_scaling", "scaling", "300.0"}};
constexpr Argument bone[] = {{"reft_rank", "r", "4"}, {"init_weights", "init_weights", "true"}}; // its rank is ReFT's argument

/// A number, a switch or a word, as a command line has them.
json typed(const json &value)
{
    const json read = value.is_string() ? json::parse(value.get<std::string>(), nullptr, false) : value;
    return read.is_number() || read.is_boolean() ? read : value;
}

void read_arguments(ConfigReading &reading, std::span<const Argument> arguments)
{
    json settings = json::object();
    for (const Argument &each : arguments) {
        const json said = reading.value(each.own);
        settings[std::string(each.peft)] = typed(said.is_null() ? json(std::string(each.usual)) : said);
    }
    if (!settings.empty()) reading.state("adapter.settings", settings);
    for (const Argument &each : arguments) understand(reading, {each.own}, "adapter.settings");
}

/// tuner_plugin/ia3.py: every linear layer, whatever else is said, and those of the MLP scale their input.
void read_ia3(ConfigReading &reading)
{
    reading.state("adapter.targets", "all-linear");
    reading.state("adapter.settings", {{"feedforward_modules", ".*mlp.*"}});
    dismiss(reading, {"target_modules", "target_regex", "target_parameters", "modules_to_save"},
            phrase(QT_TRANSLATE_NOOP("core", "%1 is for every linear layer"), {"IA³"}));
}

/// get_vera_target_modules: of targets of several shapes those of the value projection's alone.
void read_vera(ConfigReading &reading)
{
    reading.warn("targets",
                 phrase(QT_TRANSLATE_NOOP("core", "of targets of several shapes ms-swift gives %1 to those alone that have the "
                                                  "shape of %2: name these in %3"),
                        {"VeRA", "v_proj", "target_modules"}),
                 "adapter.targets");
}

constexpr Tuner tuners[] = {{"adalora", "adalora", adalora, true},
                            {"vera", "vera", vera, false, read_vera},
                            {"boft", "boft", boft},
                            {"fourierft", "fourierft", fourierft},
                            {"bone", "miss", bone},
                            {"ia3", "ia3", {}, false, read_ia3}};

} // namespace

void read_swift_tuner(ConfigReading &reading, const ConfigEntry &entry, std::string_view type, std::string_view method)
{
    const auto *const found = std::ranges::find(tuners, type, &Tuner::name);
    if (found == std::end(tuners)) {
        std::string known = "full | lora";
        for (const Tuner &each : tuners) known.append(" | ").append(each.name);
        return reading.refuse({entry.key, std::string(type), known,
                               phrase(QT_TRANSLATE_NOOP("core", "plans have no such method of %1"), {"ms-swift"})});
    }
    reading.state(entry, "method", std::string(method));
    reading.state(entry, "adapter.type", std::string(found->type));
    if (found->besides != nullptr) found->besides(reading);
    read_arguments(reading, found->arguments);
    const std::string off = phrase(QT_TRANSLATE_NOOP("core", "%1 is not %2"), {entry.key, "lora"});
    dismiss(reading, {"lora_rank", "lora_dtype", "use_rslora", "use_dora", "target_parameters"}, off);
    if (!found->of_lora) dismiss(reading, {"lora_alpha", "lora_dropout", "lora_bias"}, off);
}

void dismiss_other_tuners(ConfigReading &reading, std::string_view type)
{
    for (const Tuner &each : tuners)
        for (const Argument &argument : each.arguments)
            if (each.name != type && argument.own != "init_weights")
                dismiss(reading, {argument.own}, phrase(QT_TRANSLATE_NOOP("core", "%1 is not %2"), {"tuner_type", each.name}));
}

void say_frozen_share(ConfigReading &reading)
{
    reading.warn(
        "trainable",
        phrase(QT_TRANSLATE_NOOP("core", "%1 freezes a share of the parameters, which no field of a plan says: the plan trains "
                                         "all of them, and takes more"),
               {"freeze_parameters_ratio"}),
        "trainable");
}

} // namespace plimsoll
