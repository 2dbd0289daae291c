// SPDX-License-Identifier: GPL-3.0-or-later
// What names of models say of how their weights are stored, where no key does.
#include "core/exchange/names/named_models.h"

#include "core/exchange/tools/takers.h"
#include "core/ground/phrase.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/model/quantization/named_quantisation.h"
#include "core/plan/names.h"

#include <algorithm>
#include <cctype>

namespace plimsoll {

namespace {

using nlohmann::json;

std::string last_part(std::string_view path) { return std::string(path.substr(path.find_last_of("/\\") + 1)); } // npos + 1 is 0

/// A method that servers are told (vLLM's QuantizationMethods, SGLang's QUANTIZATION_CHOICES), with underscores as dashes.
struct PackMethod {
    std::string_view word;
    std::string_view kinds; ///< beginnings of weights.quant that a name may say in its place, with blanks between
    std::string_view quant; ///< where the name says none of them; empty: the method alone says nothing of the bits
};

constexpr PackMethod methods[] = {
    {"fp8", "", "fp8"},
    {"fbgemm-fp8", "", "fp8"},
    {"ptpc-fp8", "", "fp8"},
    {"w8a8-fp8", "", "fp8"},
    {"fp8-per-tensor", "", "fp8"},
    {"fp8-per-block", "", "fp8"},
    {"modelopt-fp8", "", "fp8"},
    {"w8a8-int8", "", "w8a8"},
    {"mxfp4", "", "mxfp4"},
    {"mxfp8", "", "mxfp8"},
    {"modelopt-fp4", "", "nvfp4"},
    {"modelopt-mxfp8", "", "mxfp8"},
    {"nvfp4", "", "nvfp4"},
    {"petit-nvfp4", "", "nvfp4"},
    {"w4afp8", "", "w4a8"},
    {"awq", "awq w4a16 w8a16", "awq4"},
    {"awq-marlin", "awq w4a16 w8a16", "awq4"},
    {"auto-awq", "awq", "awq4"},
    {"gptq", "gptq", "gptq4"},
    {"gptq-marlin", "gptq", "gptq4"},
    {"gptq-marlin-24", "gptq", "gptq4"},
    {"gptq-bitblas", "gptq", "gptq4"},
    {"auto-gptq", "gptq", "gptq4"},
    {"moe-wna16", "gptq awq w4a16 w8a16", "gptq4"},
    {"marlin", "gptq", "gptq4"},
    {"auto-round", "gptq awq w mxfp nvfp fp8", "gptq4"},
    {"auto-round-int8", "gptq", "gptq8"},
    {"inc", "gptq awq w mxfp nvfp fp8", "gptq4"},
    {"bitsandbytes", "nf4 fp4 int8", "nf4"},
    {"hqq", "hqq", "hqq4"},
    {"aqlm", "aqlm", "aqlm2"},
    {"modelopt", "fp8 nvfp4", "fp8"},
    {"compressed-tensors", "w fp8 nvfp4 mxfp awq gptq", ""},
    {"modelopt-mixed", "fp8 nvfp4", ""},
    {"quark", "fp8 mxfp int w", ""},
    {"quark-int4fp8-moe", "", ""},
    {"torchao", "w int fp8", ""},
    {"gguf", "Q I T F B m", ""},
};

std::string dashed(std::string word)
{
    std::ranges::transform(word, word.begin(),
                           [](unsigned char c) { return c == '_' ? '-' : static_cast<char>(std::tolower(c)); });
    return word;
}

const PackMethod *method_named(const std::string &word)
{
    const auto *const found = std::ranges::find(methods, std::string_view(word), &PackMethod::word);
    return found == std::end(methods) ? nullptr : found;
}

bool is_of(const PackMethod &method, std::string_view quant)
{
    for (std::string_view kinds = method.kinds; !kinds.empty();) {
        const std::size_t end = std::min(kinds.find(' '), kinds.size());
        if (quant.starts_with(kinds.substr(0, end))) return true;
        kinds.remove_prefix(std::min(end + 1, kinds.size()));
    }
    return false;
}

/// What the model is called: the last entry that was taken for it; null where none was, or only a shell could tell its name.
const ConfigEntry *model_entry(const ConfigReading &reading)
{
    const ConfigEntry *out = nullptr;
    for (const ConfigEntry &entry : reading.entries())
        if (entry.value.is_string() && reading.is_understood_as(entry, "model")) out = &entry;
    if (out == nullptr) return nullptr;
    const std::string name = out->unknown ? last_part(as_word(out->value)) : as_word(out->value);
    return name.find_first_of("$`{<") == std::string::npos && !name.empty() ? out : nullptr;
}

/// The option's word where it left the bits open; empty where there is none.
std::string open_method(const ConfigReading &reading)
{
    for (const ConfigEntry &entry : reading.entries())
        if (reading.is_understood_as(entry, "weights.quant") && entry.value.is_string() && !is_off(entry.value))
            if (std::string word = dashed(as_word(entry.value)); method_named(word) != nullptr) return word;
    return {};
}

/// What a training loads packed; a loader unpacks the others, or a full fine-tuning asks it to.
bool is_trained_on(std::string_view quant)
{
    return is_bitsandbytes(quant) || quant.starts_with("gptq") || quant.starts_with("awq") || quant.starts_with("hqq") ||
           quant.starts_with("aqlm");
}

void warn_of_name(ConfigReading &reading, const NamedQuantisation &named, const std::string &name)
{
    const std::string times = named.times_smaller();
    reading.warn(
        "quant_in_name",
        times.empty()
            ? phrase(QT_TRANSLATE_NOOP("core", "the name %1 says that its weights are packed (%2); none was taken of it: set %3"),
                     {name, named.as_named, "weights.quant"})
            : phrase(QT_TRANSLATE_NOOP("core",
                                       "the name %1 says that its weights are packed (%2); planned in 16 bits, as another "
                                       "model in its place would be, they are about %4 times larger: set %3"),
                     {name, named.as_named, "weights.quant", times}),
        "weights.quant");
}

/// A word for a likely kind of so many bits: bitsandbytes' where a model is trained.
std::string likely(const NamedQuantisation &named, const Plan &plan)
{
    if (named.tells != NameTells::bits || plan.task == Task::infer) return named.quant;
    return named.quant == "w4a16" ? "nf4" : named.quant == "w8a16" ? "int8" : named.quant;
}

void state_by_name(ConfigReading &reading, const ConfigEntry &entry, const std::string &name, NamedQuantisation named)
{
    named.quant = likely(named, reading.plan());
    const bool trains = reading.plan().task != Task::infer;
    const bool takes = !named.quant.empty() && (!trains || is_trained_on(named.quant));
    if (!takes || !reading.state("weights.quant", named.quant)) return warn_of_name(reading, named, name);
    reading.understood(entry, "weights.quant");
    if (std::string said = named.said_of(name); !said.empty()) reading.warn("quant_by_name", std::move(said), "weights.quant");
}

} // namespace

bool state_gguf_type(ConfigReading &reading, std::string_view name)
{
    const std::optional<NamedQuantisation> named = quantisation_of_name(name, true);
    if (!named || named->quant.empty() || !reading.state("weights.quant", named->quant)) return false;
    if (std::string said = named->said_of(last_part(name)); !said.empty())
        reading.warn("quant_by_name", std::move(said), "weights.quant");
    return true;
}

void take_gguf_repository(ConfigReading &reading, const ConfigEntry &entry, std::string_view text, bool file_named)
{
    const std::size_t colon = text.find(':');
    const std::string_view repository = text.substr(0, colon);
    const std::string_view type = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
    take_named_model(reading, entry, std::string(repository));
    if (file_named) return;
    if (!type.empty() && type != "latest") {
        if (state_gguf_type(reading, type)) return;
        return reading.warn("unknown_quant", phrase(QT_TRANSLATE_NOOP("core", "%1 is no type of GGUF that plans have"), {type}),
                            "weights.quant");
    }
    if (state_gguf_type(reading, repository)) return;
    std::string name = last_part(repository);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const std::string_view taken = name.find("gpt-oss") != std::string::npos ? "mxfp4" : "Q4_K_M"; // as OpenAI publishes it
    reading.state("weights.quant", std::string(taken));
    reading.warn(
        "quant_by_default",
        phrase(QT_TRANSLATE_NOOP(
                   "core", "%1 is named without a type: %2 was taken, which is what is downloaded where the repository has it"),
               {repository, taken}),
        "weights.quant");
}

void take_gguf_file(ConfigReading &reading, const ConfigEntry &entry, const std::string &path)
{
    reading.state(entry, "model", {{"config", path}});
    if (state_gguf_type(reading, path)) return;
    reading.warn(
        "quant_not_named",
        phrase(QT_TRANSLATE_NOOP("core",
                                 "the name %1 does not say the file's type: unless the file is there, its weights are planned in "
                                 "16 bits, about %2 times larger than %3: set %4"),
               {last_part(path), "3.3", "Q4_K_M", "weights.quant"}),
        "weights.quant");
}

void take_gguf_url(ConfigReading &reading, const ConfigEntry &entry, const std::string &url)
{
    const std::string file = url.substr(0, url.find_first_of("?#"));
    const std::size_t host = file.find("huggingface.co/"), in_repository = file.find("/resolve/");
    if (host == std::string::npos || in_repository == std::string::npos) return take_gguf_file(reading, entry, last_part(file));
    const std::size_t begin = host + std::string_view("huggingface.co/").size();
    take_gguf_repository(reading, entry, std::string_view(file).substr(begin, in_repository - begin), true);
    state_gguf_type(reading, file);
}

void take_server_quant(ConfigReading &reading, const ConfigEntry &entry, const json &value)
{
    if (is_off(value)) return reading.understood(entry, "weights.quant");
    const PackMethod *const method = method_named(dashed(as_word(value)));
    if (method == nullptr)
        return reading.not_said(entry, phrase(QT_TRANSLATE_NOOP("core", "no field of a plan names this quantisation")));
    if (method->kinds.empty() && !method->quant.empty())
        reading.state(entry, "weights.quant", std::string(method->quant));
    else
        reading.understood(entry, "weights.quant");
}

void settle_quantisation(ConfigReading &reading)
{
    if (reading.plan().has("weights.quant")) return;
    const ConfigEntry *const entry = model_entry(reading);
    const std::string name = entry == nullptr ? std::string() : as_word(entry->value);
    std::optional<NamedQuantisation> named = entry == nullptr ? std::nullopt : quantisation_of_name(name);
    const std::string word = open_method(reading);
    const PackMethod *const method = word.empty() ? nullptr : method_named(word);
    const bool fits = named && (method == nullptr || is_of(*method, named->quant));
    if (fits) return state_by_name(reading, *entry, last_part(name), *std::move(named));
    if (method == nullptr) return;
    if (method->quant.empty())
        return reading.warn(
            "quant_in_name",
            phrase(QT_TRANSLATE_NOOP("core",
                                     "%1 says that the checkpoint is packed, not in how many bits: where its own %2 is not "
                                     "read, its weights are planned in 16 bits; set %3"),
                   {word, "config.json", "weights.quant"}),
            "weights.quant");
    reading.state("weights.quant", std::string(method->quant));
    if (method->quant.ends_with('4') && method->quant != "nf4")
        reading.warn(
            "quant_by_default",
            phrase(QT_TRANSLATE_NOOP("core", "%1 says the method, not the bits: %2 was taken, as most such checkpoints have"),
                   {word, method->quant}),
            "weights.quant");
}

} // namespace plimsoll
