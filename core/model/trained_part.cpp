// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trained_part.h"
#include "core/model/extension.h"
#include "core/model/towers.h"

#include "core/ground/memo.h"
#include "core/ground/near.h"
#include "core/ground/phrase.h"
#include "core/model/name_pattern.h"
#include "core/model/tower_spec.h"
#include "core/model/trained_share.h"

#include <algorithm>
#include <functional>
#include <set>
#include <span>

namespace plimsoll {

namespace {

/// Whether `part` is one or more whole parts of `name` between dots.
bool has_parts(std::string_view name, std::string_view part)
{
    for (std::size_t at = name.find(part); at != std::string_view::npos; at = name.find(part, at + 1)) {
        const std::size_t end = at + part.size();
        if ((at == 0 || name[at - 1] == '.') && (end == name.size() || name[end] == '.')) return true;
    }
    return false;
}

using Meets = std::function<bool(const std::string &name)>;

/// What one entry of the plan means.
Result<Meets> meaning_of(const std::string &entry, NamesMeet meet)
{
    if (is_pattern(entry)) {
        Result<std::shared_ptr<const NamePattern>> pattern = name_pattern(entry, "trainable");
        if (!pattern) return pattern.error();
        return Meets([found = *pattern](const std::string &name) { return found->found_in(name); });
    }
    if (meet == NamesMeet::anywhere) return Meets([entry](const std::string &name) { return name.find(entry) != name.npos; });
    return Meets([entry](const std::string &name) { return has_parts(name, entry); });
}

/// What people call a model's parts: modules without the numbers of layers and experts, and every one of their parts.
std::vector<std::string> names_of_parts(const Architecture &architecture)
{
    std::set<std::string> out;
    for (const Module &module : architecture.modules) {
        std::string_view rest = module.name;
        while (!rest.empty()) {
            const std::size_t dot = std::min(rest.find('.'), rest.size());
            const std::string_view part = rest.substr(0, dot);
            if (part.find_first_not_of("0123456789") != std::string_view::npos) out.emplace(part);
            rest.remove_prefix(std::min(dot + 1, rest.size()));
        }
    }
    return {out.begin(), out.end()};
}

std::string joined(const std::vector<std::string> &names)
{
    std::string out;
    for (const std::string &name : names) out.append(out.empty() ? "" : ", ").append(name);
    return out;
}

Error meets_nothing(const Architecture &architecture, const std::string &entry)
{
    std::vector<std::string> known = names_of_parts(architecture);
    std::vector<std::string> near = near_names(std::string_view(entry).substr(entry.rfind('.') + 1), known, 3);
    if (near.empty()) {
        constexpr std::size_t most = 12;
        near = std::move(known);
        if (near.size() > most) near.resize(most);
    }
    return {"trainable", entry,
            phrase(QT_TRANSLATE_NOOP("core", "names of this model's modules or a pattern over its parameters, such as %1"),
                   {joined(near)}),
            phrase(QT_TRANSLATE_NOOP("core", "no parameter of %1 has it in its name"), {architecture.class_name})};
}

/// A parameter that shares another's storage is none of its own.
Error is_tied(const std::string &entry, const std::string &to)
{
    return {"trainable", entry, to,
            phrase(QT_TRANSLATE_NOOP("core", "%1 has no parameter of its own here: it is tied to %2, whose name counts"),
                   {entry, to})};
}

class Choosing {
public:
    Choosing(const Architecture &architecture, NamesMeet meet) : m_architecture(architecture), m_meet(meet)
    {
        for (const Module &module : architecture.modules) m_part.trains.emplace_back(module.parameters.size(), false);
        for (const Module &module : towers()) m_towers.emplace_back(module.parameters.size(), false);
    }

    std::optional<Error> take(const std::string &entry)
    {
        if (const auto share = layer_share(entry)) return take_share(*share);
        if (entry.find('%') != entry.npos)
            return Error{"trainable",
                         entry,
                         phrase(QT_TRANSLATE_NOOP("core", "a share of the layers above %1 and of %2 at most"), {"0%", "100%"}),
                         {}};
        const Result<Meets> meets = meaning_of(entry, m_meet);
        if (!meets) return meets.error();
        bool any = false;
        std::string tied;
        each([&](const std::string &name, const Parameter &parameter, std::vector<bool>::reference trains) {
            if (!(*meets)(name)) return;
            if (parameter.tied_to)
                tied = *parameter.tied_to;
            else
                any = trains = true;
        });
        each_of(towers(), m_towers, [&](const std::string &name, const Parameter &, std::vector<bool>::reference trains) {
            if ((*meets)(name)) any = trains = true;
        });
        m_any = m_any || any;
        if (any) return std::nullopt;
        if (tied.empty()) return meets_nothing(m_architecture, entry);
        if (!is_pattern(entry)) return is_tied(entry, tied);
        m_tied = is_tied(entry, tied); // named_parameters() has it once, by the other name, which such lists may give as well
        return std::nullopt;
    }

    std::optional<Error> take_share(const LayerShare &share)
    {
        const std::set<std::string> modules = shared_modules(m_architecture, share);
        for (std::size_t i = 0; i < m_architecture.modules.size(); ++i) {
            const Module &module = m_architecture.modules[i];
            if (!modules.contains(module.name)) continue;
            for (std::size_t k = 0; k < module.parameters.size(); ++k)
                if (!module.parameters[k].tied_to) m_part.trains[i][k] = true;
        }
        return std::nullopt;
    }

    std::optional<Error> take_last(Count layers)
    {
        const std::optional<DecoderSpec> &decoder = m_architecture.decoder;
        const Count all = decoder ? decoder->layer_count() : 0;
        if (all == 0)
            return Error{"trainable", "last_layers", phrase(QT_TRANSLATE_NOOP("core", "a list of names of modules")),
                         phrase(QT_TRANSLATE_NOOP("core", "the layers of this model have no one order"))};
        if (layers > all)
            return Error{"trainable",
                         phrase(QT_TRANSLATE_NOOP("core", "last_layers %1"), {std::to_string(layers)}),
                         phrase(QT_TRANSLATE_NOOP("core", "%1 to %2, the layers of this model"), {"1", std::to_string(all)}),
                         {}};
        const std::string start = (decoder->prefix.empty() ? "" : decoder->prefix + ".") + decoder->layers_name + ".";
        each([&](const std::string &name, const Parameter &parameter, std::vector<bool>::reference trains) {
            if (!name.starts_with(start) || parameter.tied_to) return;
            if (std::strtoll(name.c_str() + start.size(), nullptr, 10) >= all - layers) trains = true;
        });
        return std::nullopt;
    }

    /// Of patterns of which none meets a parameter that is its own.
    [[nodiscard]] std::optional<Error> met_tied_alone() const { return m_any ? std::nullopt : m_tied; }

    /// What was taken is what stays as it is.
    void turn_round()
    {
        for (auto *chosen : {&m_part.trains, &m_towers})
            for (std::vector<bool> &module : *chosen) module.flip();
        each([](const std::string &, const Parameter &parameter, std::vector<bool>::reference trains) {
            if (parameter.tied_to) trains = false;
        });
    }

    [[nodiscard]] std::vector<std::vector<bool>> take_towers() && { return std::move(m_towers); }
    [[nodiscard]] std::set<std::string> names() &&
    {
        std::set<std::string> out;
        const auto take = [&out](const std::string &name, const Parameter &, bool trains) {
            if (trains) out.insert(name);
        };
        each(take);
        each_of(towers(), m_towers, take);
        return out;
    }

    std::shared_ptr<const TrainedPart> finish() &&
    {
        each([this](const std::string &, const Parameter &parameter, std::vector<bool>::reference trains) {
            if (trains) m_part.parameters += parameter.elements();
        });
        return std::make_shared<const TrainedPart>(std::move(m_part));
    }

private:
    const Architecture &m_architecture;
    NamesMeet m_meet;
    TrainedPart m_part;
    bool m_any = false;                      ///< an entry met a parameter
    std::optional<Error> m_tied;             ///< of a pattern that met tied ones alone
    std::vector<std::vector<bool>> m_towers; ///< beside those of the class that the file names

    [[nodiscard]] std::span<const Module> towers() const
    {
        const auto &decoder = m_architecture.decoder;
        if (!decoder || !decoder->extension) return {};
        return decoder->extension->towers;
    }

    template <class Visit>
    void each(Visit visit)
    {
        each_of(m_architecture.modules, m_part.trains, visit);
    }
    template <class Visit>
    static void each_of(std::span<const Module> modules, std::vector<std::vector<bool>> &chosen, Visit visit)
    {
        for (std::size_t i = 0; i < modules.size(); ++i) {
            const Module &module = modules[i];
            for (std::size_t k = 0; k < module.parameters.size(); ++k) {
                const Parameter &parameter = module.parameters[k];
                visit(module.name.empty() ? parameter.name : module.name + "." + parameter.name, parameter, chosen[i][k]);
            }
        }
    }
};

/// Null: it stands; else the entry that does not.
std::optional<Error> choose(Choosing &out, const Trainable &wanted)
{
    if (wanted.last_layers)
        if (auto error = out.take_last(*wanted.last_layers)) return error;
    for (const std::vector<std::string> *names : {&wanted.modules, &wanted.also, &wanted.frozen})
        for (const std::string &entry : *names)
            if (auto error = out.take(entry)) return error;
    if (auto error = out.met_tied_alone()) return error;
    if (!wanted.frozen.empty()) out.turn_round();
    return std::nullopt;
}

Result<std::shared_ptr<const TrainedPart>> chosen(const Architecture &architecture, const Trainable &wanted, NamesMeet meet)
{
    Choosing out(architecture, meet);
    if (auto error = choose(out, wanted)) return *std::move(error);
    return std::move(out).finish();
}

struct Choice {
    Trainable wanted;
    NamesMeet meet = NamesMeet::whole_parts;
    unsigned language = 0; ///< of what an error says
    bool operator==(const Choice &) const = default;
};
struct TrainedParts : Memo<Choice, Result<std::shared_ptr<const TrainedPart>>, 4> {};

/// The name behind "model." of what is not in the language model.
std::string name_beside(std::string_view module, const DecoderSpec &decoder)
{
    const auto inside = [module](std::string_view part) {
        return !part.empty() && (module == part || (module.starts_with(part) && module[part.size()] == '.'));
    };
    if (module.empty() || inside(decoder.prefix) || inside(decoder.head.name)) return {};
    const std::string_view base = "model.";
    if (module == "model") return {};
    if (module.starts_with(base)) module.remove_prefix(base.size());
    return std::string(module.substr(0, module.find('.')));
}

} // namespace

std::vector<std::string> tower_names(const Architecture &architecture)
{
    std::vector<std::string> out;
    const auto &decoder = architecture.decoder;
    if (!decoder) return out;
    const auto take = [&out, &decoder](const std::vector<Module> &modules) {
        for (const Module &module : modules)
            if (std::string name = name_beside(module.name, *decoder); !name.empty() && std::ranges::find(out, name) == out.end())
                out.push_back(std::move(name));
    };
    if (decoder->inside_larger && !decoder->prefix.empty()) take(architecture.modules);
    if (decoder->extension) take(decoder->extension->towers);
    return out;
}

std::vector<std::vector<bool>> trained_towers(const Architecture &architecture, const Trainable &wanted, NamesMeet meet)
{
    Choosing out(architecture, meet);
    if (choose(out, wanted)) return {};
    return std::move(out).take_towers();
}

bool stands_within(const std::vector<std::string> &scopes, std::string_view module)
{
    return std::ranges::any_of(scopes, [module](const std::string &scope) {
        return module.starts_with(scope) && (module.size() == scope.size() || module[scope.size()] == '.');
    });
}

TrainedTower trained_tower(const Architecture &architecture, const Trainable &wanted, NamesMeet meet)
{
    TrainedTower out;
    const DecoderExtension *around = architecture.decoder ? architecture.decoder->extension.get() : nullptr;
    Choosing part(architecture, meet);
    if (!around || !around->tower || choose(part, wanted)) return out;
    out.names = std::move(part).names();
    for (const std::string &name : out.names) {
        const bool joins = stands_within(around->tower->projectors, name);
        out.projector = out.projector || joins;
        out.tower = out.tower || (!joins && stands_within(around->tower->towers, name));
    }
    return out;
}

Result<std::shared_ptr<const TrainedPart>> trained_part(const Architecture &architecture, const Trainable &wanted, NamesMeet meet)
{
    return architecture.analyses.of<TrainedParts>().get({wanted, meet, languages_set()},
                                                        [&] { return chosen(architecture, wanted, meet); });
}

} // namespace plimsoll
