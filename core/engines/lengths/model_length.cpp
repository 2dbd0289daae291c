// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/lengths/model_length.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <algorithm>

namespace plimsoll::lengths {

const NamedLengths &named(const Architecture &model)
{
    static const NamedLengths none;
    return model.decoder && model.decoder->extension ? model.decoder->extension->lengths : none;
}

Count positions(const Architecture &model)
{
    const Count said = at(model, "max_position_embeddings");
    return said > 0 ? said : model.decoder ? model.decoder->max_positions : 0;
}

Count at(const Architecture &model, std::string_view key)
{
    const NamedLengths &all = named(model);
    const auto found = std::ranges::find(all.keys, key, &std::pair<std::string, Count>::first);
    return found == all.keys.end() ? 0 : found->second;
}

TakenContext taken(const Length &length, std::string_view engine, std::string_view option, std::string_view source)
{
    if (length.key.empty())
        return {
            length.tokens,
            phrase(QT_TRANSLATE_NOOP("core", "what %1 takes where %2 is not given and the configuration names no length (%3)"),
                   {engine, option, source})};
    if (length.scaled_by == 1)
        return {length.tokens,
                phrase(QT_TRANSLATE_NOOP("core", "what %1 takes where %2 is not given: the configuration's %3 (%4)"),
                       {engine, option, length.key, source})};
    std::string factor = fixed(length.scaled_by, 3);
    while (factor.ends_with('0')) factor.pop_back();
    if (factor.ends_with('.')) factor.pop_back();
    return {
        length.tokens,
        phrase(QT_TRANSLATE_NOOP("core", "what %1 takes where %2 is not given: the configuration's %3 × %4, the factor of its "
                                         "rotary embedding (%5; %6)"),
               {engine, option, length.key, factor, length.rope_type, source})};
}

} // namespace plimsoll::lengths
