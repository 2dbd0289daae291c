// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/online.h"

#include "app/cli/command.h"
#include "app/hub/hub_fetch.h"
#include "core/load/load.h"
#include "core/model/checkpoint/hub_cache.h"
#include "core/model/presets.h"

namespace plimsoll::cli {

void add_online_option(OptionParser &parser)
{
    parser.addOption(
        {QStringLiteral("online"),
         QStringLiteral("Fetch the configuration of a Hub id that is not in the local cache (HF_ENDPOINT, HF_TOKEN).")});
}

/// Whether nothing has to be fetched: a copy in the cache, a preset of this very name, or no Hub id at all.
static bool is_here(const ModelReference &model)
{
    return load_model(model).ok() && (cached_snapshot(model.hub).ok() || find_preset(model.hub));
}

std::optional<Error> fetch_when_online(const OptionParser &parser, const ModelReference &model)
{
    if (!parser.isSet(QStringLiteral("online")) || model.hub.empty() || is_here(model)) return std::nullopt;
    const HubOptions options = hub_options_from_environment();
    say("fetching config.json of " + model.hub + " from " + options.endpoint.toString().toStdString());
    const Result<std::filesystem::path> fetched = fetch_to_cache(model.hub, options);
    if (!fetched.ok()) return fetched.error();
    return std::nullopt;
}

} // namespace plimsoll::cli
