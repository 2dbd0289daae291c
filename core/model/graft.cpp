// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/graft.h"

#include "core/model/forms.h"
#include "core/model/pieces.h"

#include <algorithm>

namespace plimsoll {

TextModel graft_text_model(const Config &config, std::string_view model_type, const std::string &prefix, Draft &draft)
{
    const Family *family = find_family(model_type);
    if (!family) config.refuse("model_type", std::string(model_type), "a model type the planner knows");
    Draft inner;
    inner.arch.model_type = model_type;
    inner.arch.class_name = family->class_name;
    family->describe(config, inner);
    TextModel out;
    out.decoder = inner.arch.decoder;
    std::vector<Module> modules = inner.tree.take();
    if (modules.empty()) config.refuse("num_hidden_layers", "0", "a language model");
    const std::string base = modules.front().name.substr(0, modules.front().name.find('.')) + ".";
    const std::string new_base = prefix.empty() ? prefix : prefix + ".";
    for (Module &module : modules) {
        const bool whole = module.name + "." == base;           // tensors of the model itself
        if (!whole && !module.name.starts_with(base)) continue; // the head is the outer model's
        module.name = whole ? prefix : new_base + module.name.substr(base.size());
        for (Parameter &parameter : module.parameters)
            if (parameter.tied_to && parameter.tied_to->starts_with(base))
                parameter.tied_to = new_base + parameter.tied_to->substr(base.size());
        if (out.embedding.empty() && module.kind == ModuleKind::embedding) {
            out.embedding = module.name;
            out.vocab = module.parameters.front().shape[0];
            out.hidden = module.parameters.front().shape[1];
        }
        draft.tree.adopt(std::move(module));
    }
    draft.tree.add_idle(inner.tree.idle());
    out.no_decoder_reason = inner.arch.no_decoder_reason;
    if (!out.decoder) return out;
    set_family_forms(config, *out.decoder);
    out.decoder->prefix = prefix;
    out.decoder->inside_larger = true;
    out.decoder->caches_in_training = config.flag("use_cache", true);
    return out;
}

void finish_with_text(Draft &draft, const TextModel &text, bool tied, const std::string &head)
{
    draft.tree.linear(head, text.hidden, text.vocab);
    if (tied) draft.tree.tie(draft.tree.path(head) + ".weight", text.embedding + ".weight");
    draft.arch.output_embedding = draft.tree.path(head);
    if (!text.decoder) return leave_step_out(draft, text.no_decoder_reason);
    DecoderSpec spec = *text.decoder;
    spec.head = linear(draft.tree.path(head), text.hidden, text.vocab);
    spec.tied = tied;
    draft.arch.decoder = std::move(spec);
}

} // namespace plimsoll
