// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/inner_text_model.h"

#include "core/families/describe/class_of.h"
#include "core/families/describe/included_class.h"
#include "core/families/describe/decoder_classes.h"
#include "core/families/describe/pieces.h"
#include "core/model/config/accepted.h"

#include <algorithm>

namespace plimsoll {
namespace {

/// Takes the token embedding from the modules from `first` on. A head around the model reads hidden_size, which differs from
/// the embedding's width in OPT-350m.
void note_embedding(const Config &config, const Module &module, TextModel &out)
{
    if (!out.embedding.empty() || module.kind != ModuleKind::embedding) return;
    out.embedding = module.name;
    out.vocab = module.parameters.front().shape[0];
    out.hidden = config.maybe_size("hidden_size").value_or(module.parameters.front().shape[1]);
}

/// A model that is no decoder of its own (BERT, BART, a model with towers): whole, as AutoModel builds it.
TextModel add_whole_model(const Config &config, const std::string &prefix, Draft &draft)
{
    Draft inner;
    include_class(config, IncludedClass::base, inner);
    TextModel out;
    out.prefix = prefix;
    for (Module &module : inner.tree.take()) {
        module.name = module.name.empty() ? prefix : prefix.empty() ? module.name : prefix + "." + module.name;
        for (Parameter &parameter : module.parameters)
            if (parameter.tied_to && !prefix.empty()) parameter.tied_to = prefix + "." + *parameter.tied_to;
        note_embedding(config, module, out);
        draft.tree.adopt(std::move(module));
    }
    draft.tree.add_idle(inner.tree.idle());
    if (out.embedding.empty())
        config.refuse("model_type", config.defaults_name(), phrase(QT_TRANSLATE_NOOP("core", "a model with a vocabulary")));
    out.no_decoder_reason =
        phrase(QT_TRANSLATE_NOOP("core", "the step of a model around %1 is not described"), {config.defaults_name()});
    return out;
}

} // namespace

TextModel add_text_model(const Config &config, std::string_view model_type, const std::string &prefix, Draft &draft)
{
    const Family *family = find_family(model_type);
    if (!family)
        config.refuse("model_type", std::string(model_type), phrase(QT_TRANSLATE_NOOP("core", "a model type the planner knows")));
    // what generates text is a decoder under its head; AutoModel builds another class of any other
    if (!auto_class(*family, true).empty()) return add_whole_model(config.read_as(model_type), prefix, draft);
    Draft inner;
    inner.arch.model_type = model_type;
    inner.arch.class_name = family->class_name;
    family->describe(config, inner);
    TextModel out;
    out.prefix = prefix;
    out.decoder = inner.arch.decoder;
    std::vector<Module> modules = inner.tree.take();
    if (modules.empty()) config.refuse("num_hidden_layers", "0", phrase(QT_TRANSLATE_NOOP("core", "a language model")));
    const std::string base = modules.front().name.substr(0, modules.front().name.find('.')) + ".";
    const std::string new_base = prefix.empty() ? prefix : prefix + ".";
    for (Module &module : modules) {
        const bool whole = module.name + "." == base;           // tensors of the model itself
        if (!whole && !module.name.starts_with(base)) continue; // the head is the outer model's
        module.name = whole ? prefix : new_base + module.name.substr(base.size());
        for (Parameter &parameter : module.parameters)
            if (parameter.tied_to && parameter.tied_to->starts_with(base))
                parameter.tied_to = new_base + parameter.tied_to->substr(base.size());
        note_embedding(config, module, out);
        draft.tree.adopt(std::move(module));
    }
    draft.tree.add_idle(inner.tree.idle());
    out.no_decoder_reason = inner.arch.no_decoder_reason;
    if (!out.decoder) return out;
    set_decoder_class(config, *out.decoder);
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
