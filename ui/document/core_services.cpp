// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/parts.h"
#include "ui/document/evaluator.h"

namespace plimsoll {

EvaluatorServices core_services()
{
    return {parts::model, parts::figures, [](std::string_view name) { return find_node(name); }, parts::on_card, parts::in_budget};
}

} // namespace plimsoll
