// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/gpu_catalogue.h"
#include "core/model/checkpoint/hub_cache.h"
#include "core/offers/offers.h"
#include "ui/controls/user_places.h"
#include "ui/document/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace plimsoll {
namespace {

class UserPlaces {
    Q_DECLARE_TR_FUNCTIONS(UserPlaces)
public:
    static UserPlace file(const QString &title, const std::string &path)
    {
        const QString folder = path.empty() ? QString() : QFileInfo(qt(path)).absolutePath();
        return {title, QDir::toNativeSeparators(qt(path)), {}, folder, !folder.isEmpty() && !QFileInfo::exists(folder)};
    }
    /// The first mistake stands for all.
    static QString with_problems(std::size_t count, const std::vector<CatalogueProblem> &problems)
    {
        const QString read = tr("%1 read").arg(count);
        if (problems.empty()) return read;
        CatalogueProblem first = problems.front();
        first.file = utf8(QFileInfo(qt(first.file)).fileName());
        if (problems.size() == 1) return tr("%1. %2").arg(read, qt(first.message()));
        return tr("%1. %2; and %3 more").arg(read, qt(first.message())).arg(problems.size() - 1);
    }
    static UserPlace cards()
    {
        UserPlace out = file(tr("Cards"), user_catalogue_path());
        const GpuCatalogue own = read_gpu_catalogue(user_catalogue_path());
        const bool there = !out.path.isEmpty() && QFileInfo::exists(out.path);
        out.state = there ? with_problems(own.gpus.size(), own.problems) : tr("Not there: the catalogue's own cards alone.");
        return out;
    }
    static UserPlace offers()
    {
        const std::string path = user_file_path("cloud.json");
        UserPlace out = file(tr("Cloud prices"), path);
        const CatalogueFile read = read_catalogue_file(path);
        const OfferCatalogue own = read.text.empty() ? OfferCatalogue{{}, read.problems} : parse_cloud_offers(read.text, path);
        const bool there = !out.path.isEmpty() && QFileInfo::exists(out.path);
        out.state = there ? with_problems(own.offers.size(), own.problems) : tr("Not there: the catalogue's own prices alone.");
        return out;
    }
    static UserPlace sessions(const QString &folder)
    {
        return {tr("Sessions"), QDir::toNativeSeparators(folder),
                tr("A change is kept here within a second, and comes back after a crash."), folder, !QFileInfo::exists(folder)};
    }
    static UserPlace hub()
    {
        const QString folder = qt(hub_cache_directory().string());
        const bool there = QFileInfo::exists(folder);
        const auto models = QDir(folder).entryList({QStringLiteral("models--*")}, QDir::Dirs).size();
        return {tr("Hugging Face"), QDir::toNativeSeparators(folder),
                there ? tr("Models in the cache: %1").arg(models) : tr("No cache on this machine."), there ? folder : QString(),
                false};
    }
};

} // namespace

std::vector<UserPlace> user_places(const QString &sessions_folder)
{
    return {UserPlaces::cards(), UserPlaces::offers(), UserPlaces::sessions(sessions_folder), UserPlaces::hub()};
}

} // namespace plimsoll
