// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/comparison.h"

#include "core/estimate/titles.h"
#include "core/ground/json_or_null.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <unordered_map>

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

const PlannedPhase *find_phase(const std::vector<PlannedPhase> &planned, Count step, std::string_view phase)
{
    const auto found =
        std::ranges::find_if(planned, [&](const PlannedPhase &one) { return one.step == step && one.phase == phase; });
    return found == planned.end() ? nullptr : &*found;
}

Bytes figure(const PlannedPhase &phase, bool asked_sizes) { return asked_sizes ? phase.tensors_peak : phase.allocated_peak; }

/// A trace may begin amid a run, whose first step then is like the second: whichever comes nearer.
Count step_for(const MeasuredPhase &measured, const std::vector<PlannedPhase> &planned, Count last, bool asked_sizes)
{
    if (measured.step == 0) return 0;
    if (measured.step != 1 || last < 2 || !measured.allocated_peak) return std::min(measured.step, last);
    const PlannedPhase *const first = find_phase(planned, 1, measured.phase), *const second =
                                                                                  find_phase(planned, 2, measured.phase);
    if (first == nullptr || second == nullptr) return 1;
    const auto off = [&](const PlannedPhase &phase) { return std::abs(figure(phase, asked_sizes) - *measured.allocated_peak); };
    return off(*second) < off(*first) ? 2 : 1;
}

double percent_off(const PhaseComparison &phase)
{
    return (static_cast<double>(*phase.measured) / static_cast<double>(std::max<Bytes>(1, *phase.planned)) - 1.0) * 100.0;
}

} // namespace

std::vector<PhaseComparison> compared_phases(const Measured &measured, const std::vector<PlannedPhase> &planned, bool asked_sizes)
{
    Count last = 0;
    for (const PlannedPhase &phase : planned) last = std::max(last, phase.step);
    std::optional<Count> first; // one that begins with its second step is whole from there on
    std::vector<PhaseComparison> out;
    for (const MeasuredPhase &phase : measured.phases) {
        if (phase.step > 0 && !first) first = step_for(phase, planned, last, asked_sizes);
        const Count ahead = first.value_or(1) - 1;
        PhaseComparison both{phase.step,  phase.step == 0 ? 0 : std::min(phase.step + ahead, last),
                             phase.phase, phase.allocated_peak,
                             {},          phase.reserved_peak,
                             {}};
        if (const PlannedPhase *const plan = find_phase(planned, both.planned_step, phase.phase)) {
            both.planned = figure(*plan, asked_sizes);
            both.planned_reserved = plan->reserved_peak;
        }
        out.push_back(std::move(both));
    }
    return out;
}

std::optional<Parting> parting(const std::vector<PhaseComparison> &phases)
{
    constexpr Bytes least = 2 * mib;
    for (std::size_t i = 0; i < phases.size(); ++i) {
        const PhaseComparison &one = phases[i];
        if (one.step == 0 || !one.measured || !one.planned) continue;
        const Bytes difference = std::abs(*one.measured - *one.planned);
        if (difference > least && difference * 200 > *one.planned) return Parting{i, {}};
    }
    return std::nullopt;
}

std::vector<PartingTerm> terms_between(const std::vector<LiveSize> &measured, const step::Trace &trace, std::size_t event)
{
    std::unordered_map<std::uint32_t, std::pair<Bytes, std::string>> live;
    std::size_t at = 0;
    trace.events.each([&](const step::Event &one) {
        if (at++ > event) return;
        if (one.kind == step::Event::Kind::release) live.erase(one.id);
        if (one.kind == step::Event::Kind::relabel) {
            const auto found = live.find(one.id);
            if (found != live.end()) found->second.second = std::string(name_of(one.component));
        }
        if (one.kind != step::Event::Kind::allocate || one.bytes == 0) return;
        std::string what(name_of(one.component));
        if (one.operation[0] != '\0') what += std::string(": ") + one.operation;
        if (one.module[0] != '\0') what += std::string(" of ") + one.module;
        live[one.id] = {one.bytes, std::move(what)};
    });
    std::map<Bytes, PartingTerm> terms;
    for (const auto &[id, block] : live) {
        PartingTerm &term = terms[block.first];
        term.size = block.first;
        if (term.what.empty()) term.what = block.second;
        --term.count;
    }
    for (const LiveSize &block : measured) {
        PartingTerm &term = terms[block.size];
        term.size = block.size;
        if (term.what.empty()) term.what = block.place.component.empty() ? block.place.what : block.place.component;
        term.count += block.count;
    }
    std::vector<PartingTerm> out;
    for (auto &[size, term] : terms)
        if (term.count != 0) out.push_back(std::move(term));
    std::ranges::stable_sort(out, std::greater{}, [](const PartingTerm &term) { return std::abs(term.bytes()); });
    constexpr std::size_t most = 20;
    if (out.size() > most) out.resize(most);
    return out;
}

std::string title_of_measured(const std::string &phase)
{
    for (int i = 0; i <= static_cast<int>(Phase::capture); ++i)
        if (const auto one = static_cast<Phase>(i); name_of(one) == phase) return title_of(one);
    return phase;
}

std::string parting_sentence(const std::vector<PhaseComparison> &phases, const Parting &parts)
{
    const PhaseComparison &at = phases[parts.phase];
    return phrase(QT_TRANSLATE_NOOP("core", "They part in step %1, %2."),
                  {localised(grouped(at.step)), title_of_measured(at.phase)});
}

std::string words_for(const PartingTerm &term)
{
    const char *const text = term.count > 0 ? QT_TRANSLATE_NOOP("core", "measured has %1 × %2 B more: %3")
                                            : QT_TRANSLATE_NOOP("core", "the plan has %1 × %2 B more: %3");
    return phrase(text,
                  {std::to_string(std::abs(term.count)), localised(grouped(term.size)), term.what.empty() ? "–" : term.what});
}

ordered_json comparison_to_json(const std::vector<PhaseComparison> &phases, const std::optional<Parting> &parts)
{
    ordered_json out;
    out["phases"] = ordered_json::array();
    for (const PhaseComparison &one : phases)
        out["phases"].push_back({{"step", one.step},
                                 {"phase", one.phase},
                                 {"planned_step", one.planned ? ordered_json(one.planned_step) : ordered_json()},
                                 {"measured_allocated_bytes", or_null(one.measured)},
                                 {"planned_allocated_bytes", or_null(one.planned)},
                                 {"measured_reserved_bytes", or_null(one.measured_reserved)},
                                 {"planned_reserved_bytes", or_null(one.planned_reserved)}});
    out["parts"] = nullptr;
    if (!parts) return out;
    ordered_json terms = ordered_json::array();
    for (const PartingTerm &term : parts->terms)
        terms.push_back({{"what", term.what}, {"size_bytes", term.size}, {"count", term.count}, {"bytes", term.bytes()}});
    out["parts"] = {{"step", phases[parts->phase].step}, {"phase", phases[parts->phase].phase}, {"terms", std::move(terms)}};
    return out;
}

std::string comparison_to_text(const std::vector<PhaseComparison> &phases, const std::optional<Parting> &parts)
{
    std::string out = "step  phase             measured   planned      off  (allocated, GiB)\n";
    const auto shown = [](const std::optional<Bytes> &bytes) { return right_aligned(bytes ? gib_table(*bytes) : "–", 10); };
    for (const PhaseComparison &one : phases) {
        out += right_aligned(std::to_string(one.step), 4) + "  " + left_aligned(one.phase, 16) + shown(one.measured) +
               shown(one.planned);
        if (one.measured && one.planned) out += right_aligned(fixed(percent_off(one), 2) + " %", 9);
        out += '\n';
    }
    if (!parts) return out;
    out += parting_sentence(phases, *parts) + '\n';
    for (std::size_t i = 0; i < std::min<std::size_t>(5, parts->terms.size()); ++i)
        out += "  " + words_for(parts->terms[i]) + '\n';
    return out;
}

} // namespace plimsoll
