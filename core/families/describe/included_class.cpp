// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/included_class.h"

#include "core/families/describe/class_forms.h"
#include "core/families/describe/class_of.h"
#include "core/families/describe/family.h"
#include "core/ground/phrase.h"

#include <utility>

namespace plimsoll {

void adopt(Tree &tree, Tree &from)
{
    for (Module &module : from.take()) {
        for (Parameter &parameter : module.parameters)
            if (parameter.tied_to) parameter.tied_to = tree.path(*parameter.tied_to);
        module.name = tree.path(module.name);
        tree.adopt(std::move(module));
    }
    tree.add_idle(from.idle());
}

void include_class(const Config &inner, IncludedClass wanted, Draft &draft)
{
    const Family *family = find_family(inner.defaults_name());
    if (!family)
        inner.refuse("model_type", inner.defaults_name(), phrase(QT_TRANSLATE_NOOP("core", "a model type the planner knows")));
    Draft made;
    made.arch.model_type = inner.defaults_name();
    const std::string name = wanted == IncludedClass::described  ? std::string()
                             : wanted == IncludedClass::backbone ? backbone_class(*family)
                                                                 : auto_class(*family, wanted == IncludedClass::causal);
    if (auto apart = describe_class(*family, name, inner, made)) made = std::move(*apart);
    const bool backbone = wanted == IncludedClass::backbone && !name.empty();
    if (backbone && (!made.arch.exact || !find_class_form(name)))
        inner.refuse("model_type", inner.defaults_name(),
                     phrase(QT_TRANSLATE_NOOP("core", "a model type whose backbone is described")));
    if (!made.arch.exact)
        inner.refuse("model_type", inner.defaults_name(),
                     phrase(QT_TRANSLATE_NOOP("core", "a model type that is described as a part of another")));
    if (!made.arch.output_embedding.empty()) draft.arch.output_embedding = draft.tree.path(made.arch.output_embedding);
    adopt(draft.tree, made.tree);
}

} // namespace plimsoll
