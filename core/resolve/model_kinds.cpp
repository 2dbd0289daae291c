// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/model_kinds.h"

#include "core/ground/phrase.h"
#include "core/model/extension.h"
#include "core/plan/names.h"
#include "core/resolve/runners.h"

namespace plimsoll {

bool step_is_approximated(const Architecture &architecture)
{
    const auto &decoder = architecture.decoder;
    return decoder && decoder->more && !decoder->more->approximations.empty();
}

std::string left_out_of_kind(const Architecture &architecture, const Plan &resolved)
{
    if (!architecture.decoder || !architecture.decoder->more) return {};
    const DecoderExtension &more = *architecture.decoder->more;
    if (!more.left_out.empty()) return more.left_out;
    return resolved.task == Task::train && resolved.method == Method::full ? more.left_out_of_full : std::string();
}

namespace {

/// Towers that this stack loads beside the language model.
std::optional<Warning> towers_beside(const Architecture &architecture, const Plan &resolved)
{
    const auto &more = architecture.decoder->more;
    if (!more || more->towers.empty() || !loads_named_class(resolved)) return std::nullopt;
    Count parameters = 0;
    for (const Module &module : more->towers)
        for (const Parameter &parameter : module.parameters) parameters += parameter.tied_to ? 0 : parameter.elements();
    return Warning{"towers_loaded",
                   phrase(QT_TRANSLATE_NOOP("core", "%1 loads %2, the class that the configuration names: %3 parameters of its "
                                                    "towers stand beside the language model, and text does not run them."),
                          {std::string(name_of(resolved.stack)), more->whole_class, std::to_string(parameters)}),
                   "model"};
}

} // namespace

std::vector<Warning> kind_warnings(const Architecture &architecture, const Plan &resolved)
{
    std::vector<Warning> out;
    if (!architecture.decoder) return out;
    const DecoderSpec &spec = *architecture.decoder;
    if (spec.inside_larger)
        out.push_back(
            {"text_only",
             phrase(QT_TRANSLATE_NOOP("core", "%1: planned on text. Tokens that stand for images or sound count as %2; "
                                              "what the towers compute per image is not in the figures, and how much it "
                                              "is, is not known."),
                    {architecture.model_type, "sequence_length"}),
             "model"});
    if (auto towers = towers_beside(architecture, resolved)) out.push_back(*std::move(towers));
    if (!spec.more) return out;
    if (const auto &sequence = spec.more->sequence; sequence && sequence->fixed_length > 0 && sequence->decoder_layers == 0)
        out.push_back({"fixed_length",
                       phrase(QT_TRANSLATE_NOOP("core", "%1: %2 positions at most, whatever %3 says."),
                              {architecture.model_type, std::to_string(sequence->fixed_length), "sequence_length"}),
                       "sequence_length"});
    if (claims_memory(resolved)) return out; // an engine's own kernels run it, and its start is simulated apart
    for (const std::string &text : spec.more->approximations)
        out.push_back({"approximated", architecture.model_type + ": " + text, "model"});
    return out;
}

} // namespace plimsoll
