// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/model_kinds.h"

#include "core/model/extension.h"
#include "core/phrase.h"

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

std::vector<Warning> kind_warnings(const Architecture &architecture, const Plan &)
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
    if (!spec.more) return out;
    if (const auto &sequence = spec.more->sequence; sequence && sequence->fixed_length > 0 && sequence->decoder_layers == 0)
        out.push_back({"fixed_length",
                       phrase(QT_TRANSLATE_NOOP("core", "%1: %2 positions at most, whatever %3 says."),
                              {architecture.model_type, std::to_string(sequence->fixed_length), "sequence_length"}),
                       "sequence_length"});
    for (const std::string &text : spec.more->approximations)
        out.push_back({"approximated", architecture.model_type + ": " + text, "model"});
    return out;
}

} // namespace plimsoll
