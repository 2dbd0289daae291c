// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/loading.h"

#include "core/ground/phrase.h"
#include "core/model/loading/release_experts.h"
#include "core/plan/names.h"
#include "core/plan/releases.h"
#include "core/resolve/built_by_release.h"
#include "core/resolve/runners.h"

#include <algorithm>
#include <deque>
#include <mutex>

namespace plimsoll {

namespace {

using Answer = Result<std::shared_ptr<const LoadedWeights>>;

struct Kept {
    Loader loader;
    unsigned language;
    Answer answer;
};

bool same_layouts(const LoadedWeights &a, const LoadedWeights &b)
{
    return std::ranges::equal(a.layouts, b.layouts, [](const auto &x, const auto &y) {
        return x.first == y.first && (x.second == y.second || (x.second && y.second && *x.second == *y.second));
    });
}

bool alike(const LoadedWeights &a, const LoadedWeights &b)
{
    LoadedWeights bare = a;
    bare.layouts = b.layouts;
    return bare == b && same_layouts(a, b);
}

/// How one model is loaded: the last answers. Loaders that lay it out alike get the same one, by which loads_alike_on() and
/// what is built of it know them.
class LoadedAnswers {
public:
    Answer get(const Architecture &architecture, const Loader &loader)
    {
        const std::scoped_lock guard(m_mutex);
        const auto found = std::ranges::find_if(
            m_kept, [&](const Kept &kept) { return kept.loader == loader && kept.language == languages_set(); });
        if (found != m_kept.end()) return found->answer;
        Answer answer = made(architecture, loader);
        if (m_kept.size() >= most) m_kept.pop_front();
        m_kept.push_back({loader, languages_set(), answer});
        return answer;
    }

private:
    static constexpr std::size_t most = 24;

    [[nodiscard]] Answer made(const Architecture &architecture, const Loader &loader) const
    {
        Result<LoadedWeights> loaded = load_weights(architecture, loader);
        if (!loaded) return loaded.error();
        for (const Kept &kept : m_kept)
            if (kept.answer && alike(**kept.answer, *loaded)) return *kept.answer;
        return std::make_shared<const LoadedWeights>(*std::move(loaded));
    }

    std::mutex m_mutex;
    std::deque<Kept> m_kept;
};

const LoadingLibrary &library_of(const Plan &plan)
{
    return *(runs_own_engine(plan) ? engine_of(plan) : stack_of(plan)).models.loader;
}

} // namespace

Loader loader_of(const Plan &plan, const CardFacts &device)
{
    Loader out;
    out.library = &library_of(plan);
    if (const auto release = release_named(plan, out.library->released_as)) out.release = std::to_string(release->front());
    out.quantizers_of_4 = out.library->by_quantizers && older_of(plan).has_older_quantizers;
    out.capability_major = device.capability_major;
    out.capability_minor = device.capability_minor;
    out.double_quant = plan.weights.double_quant;
    return out;
}

Result<std::shared_ptr<const LoadedWeights>> weights_as_loaded(const Architecture &architecture, const Loader &loader)
{
    const ArchitectureRef apart = loader.quantizers_of_4 ? with_separate_experts(architecture) : nullptr;
    const Architecture &model = apart ? *apart : architecture;
    return model.analyses.of<LoadedAnswers>().get(model, loader);
}

std::string_view kernel_of(const ResolvedPlan &resolved)
{
    if (!resolved.loaded || !resolved.loader || resolved.plan.task == Task::train) return {};
    const std::string &scheme = resolved.loaded->scheme;
    const Loader &loader = *resolved.loader;
    const bool words = scheme == "gptq4" || scheme == "gptq8" || scheme == "awq4" || scheme == "awq8";
    if (!words || !loader.library->by_quantizers || loader.quantizers_of_4) return {};
    if (loader.capability_major * 10 + loader.capability_minor < 75) return {};
    return loader.capability_major == 9 ? "Machete" : "Marlin";
}

std::string why_kernel()
{
    return phrase(QT_TRANSLATE_NOOP("core", "%1 takes its fastest kernel for this card where nothing is said (%2)"),
                  {"gptqmodel 7.3", "backend auto"});
}

void put_behind_loading(std::vector<Warning> &into, const std::vector<Warning> &warnings, const ResolvedPlan &resolved)
{
    const auto is_first = [&](const Warning &warning) {
        return resolved.loaded && std::ranges::any_of(resolved.loaded->notes, [&](const LoadNote &note) {
                   return note.first && note.code == warning.code;
               });
    };
    into.insert(std::ranges::find_if_not(into, is_first), warnings.begin(), warnings.end());
}

bool loads_alike_on(const Architecture &architecture, const ResolvedPlan &resolved, const CardFacts &card)
{
    if (!resolved.loader) return true;
    Loader loader = *resolved.loader;
    loader.capability_major = card.capability_major;
    loader.capability_minor = card.capability_minor;
    if (loader == *resolved.loader) return true;
    const ArchitectureRef older = built_by_release(architecture, resolved.plan);
    const auto loaded = weights_as_loaded(older ? *older : architecture, loader);
    return loaded && *loaded == resolved.loaded;
}

} // namespace plimsoll
