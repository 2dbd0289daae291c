// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/token_rows.h"

#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/ground/phrase.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace plimsoll {

namespace {

using nlohmann::json;

constexpr std::string_view head_name = "lm_head";

/// null: not said, or off.
json said_of_tokens(const AdapterUse &use)
{
    const std::string &settings = use.adapter().settings;
    if (settings.find(token_rows_setting) == settings.npos || use.is_off(token_rows_setting)) return nullptr;
    const json object = json::parse(settings, nullptr, false);
    return object.is_object() ? object.value(std::string(token_rows_setting), json()) : json();
}

/// Python takes rows from the end too.
bool are_rows(const json &list, Count rows)
{
    return list.is_array() && std::ranges::all_of(list, [rows](const json &row) {
               return row.is_number_integer() && row.get<std::int64_t>() < rows && row.get<std::int64_t>() >= -rows;
           });
}

bool names(const std::vector<std::string> &entries, std::string_view module)
{
    const std::string_view last = module.substr(module.rfind('.') + 1);
    return std::ranges::any_of(entries, [&](const std::string &entry) { return entry == module || entry == last; });
}

bool head_is_tied(const Architecture &architecture)
{
    const auto head = std::ranges::find(architecture.modules, architecture.output_embedding, &Module::name);
    return head == architecture.modules.end() || std::ranges::any_of(head->parameters, [](const Parameter &parameter) {
               return parameter.name == "weight" && parameter.tied_to;
           });
}

Error refused(std::string read, std::string accepted, std::string why)
{
    return {"adapter.settings", std::string(token_rows_setting) + " " + std::move(read), std::move(accepted), std::move(why)};
}

} // namespace

Adapter with_tied_rows(Adapter adapter, const Architecture &architecture)
{
    if (!architecture.decoder || adapter.settings.find(token_rows_setting) == adapter.settings.npos) return adapter;
    if (!head_is_tied(architecture)) return adapter;
    json object = json::parse(adapter.settings, nullptr, false);
    if (!object.is_object()) return adapter;
    json &said = object[std::string(token_rows_setting)];
    if (!said.is_object() || said.size() != 2) return adapter;
    const auto first = said.begin(), second = std::next(first);
    const bool head_first = first.key().ends_with(head_name);
    const std::string &head = head_first ? first.key() : second.key(), &other = head_first ? second.key() : first.key();
    if (!head.ends_with(head_name) || !other.ends_with(architecture.decoder->embedding_name) || first.value() != second.value())
        return adapter;
    json rows = first.value();
    said = std::move(rows);
    adapter.settings = object.dump();
    return adapter;
}

TokenRows token_rows(const AdapterUse &use)
{
    const json said = said_of_tokens(use);
    if (said.is_array()) return {static_cast<Count>(said.size()), 0};
    TokenRows out;
    if (said.is_object())
        for (const auto &[name, rows] : said.items())
            (name.ends_with(head_name) ? out.head : out.embedding) = static_cast<Count>(rows.size());
    return out;
}

std::optional<Error> refused_token_rows(const AdapterUse &use, const Architecture &architecture)
{
    const json said = said_of_tokens(use);
    if (said.is_null()) return std::nullopt;
    if (!method_of(use.adapter()).takes_tied_head)
        return refused(said.dump(), {}, phrase(QT_TRANSLATE_NOOP("core", "it changes what trains in a way that is not planned")));
    if (!architecture.decoder)
        return refused(said.dump(), {}, phrase(QT_TRANSLATE_NOOP("core", "it is planned of decoders alone")));
    const std::string &embedding = architecture.decoder->embedding_name;
    const json lists = said.is_array() ? json{{embedding, said}} : said;
    const std::string rows = phrase(QT_TRANSLATE_NOOP("core", "a list of rows below %1, or such lists by %2 and %3"),
                                    {std::to_string(architecture.decoder->vocab), embedding, head_name});
    if (!lists.is_object()) return refused(said.dump(), rows, {});
    const Adapter &adapter = use.adapter();
    const std::string otherwise = phrase(QT_TRANSLATE_NOOP("core", "the adapter takes this module in another way"));
    for (const auto &[name, list] : lists.items()) {
        const bool head = name.ends_with(head_name);
        if ((!head && !name.ends_with(embedding)) || !are_rows(list, architecture.decoder->vocab))
            return refused(name + ": " + list.dump(), rows, {});
        if (head && (!lists.contains(embedding) || head_is_tied(architecture)))
            return refused(
                name, embedding,
                phrase(QT_TRANSLATE_NOOP("core", "rows of a head alone, or of a tied one apart, are not planned: a tied "
                                                 "head follows its embedding")));
        if (names(adapter.targets, name) || names(adapter.modules_to_save, name)) return refused(name, {}, otherwise);
    }
    const std::string &head = architecture.output_embedding;
    if (head_is_tied(architecture) && !head.empty() && (names(adapter.targets, head) || names(adapter.modules_to_save, head)))
        return refused(head, {}, otherwise);
    return std::nullopt;
}

AdapterTensors token_tensors(Count rows, Count width)
{
    return {{"trainable_tokens_delta", {rows, width}}, {"trainable_tokens_original", {rows, width}, false, Dtype::fp32}};
}

namespace step {

namespace {

/// trainable_tokens/layer.py, get_merged_weights: the whole table again, with the rows that train in it.
Tensor merged_table(Machine &m, Leaf &table, Leaf &delta)
{
    const Tensor rows = to(m, delta.value, table.value.dtype());
    Tensor out = m.empty(table.value.shape(), table.value.dtype(), "index_copy", Component::weight_casts);
    if (!any_requires_grad(m, {&rows})) return out;
    const Shape own = rows.shape();
    attach(out, make_node(m, {&rows}, [own](Machine &mm, Node &, Gradients &in, Gradients &g) {
               g[0] = mm.empty(own, in[0].dtype(), "index_select");
           }));
    return out;
}

} // namespace

Tensor embed_trained_tokens(const EmbeddingCall &call)
{
    Machine &m = call.m;
    const Tensor merged = merged_table(m, call.table, call.shared[0]);
    const Shape table = merged.shape();
    Tensor out = m.empty({call.tokens.size[0], call.tokens.size[1], table.last()}, merged.dtype(), "embedding");
    if (any_requires_grad(m, {&merged}))
        attach(out, make_node(m, {&merged}, [table](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(table, in[0].dtype(), "embedding_backward");
               }));
    return out;
}

Tensor trained_tokens_head(const AdapterCall &call, Tensor x)
{
    Leaf &delta = call.shared.size() > 2 ? call.shared[2] : call.shared[0]; // its own, else the tied table's
    return linear_with(call.m, std::move(x), merged_table(call.m, call.module.weight(), delta));
}

} // namespace step

} // namespace plimsoll
