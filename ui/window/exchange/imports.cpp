// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/exchange/imports.h"

#include "core/exchange/card_import.h"
#include "core/exchange/named_files.h"
#include "core/ground/json_text.h"
#include "core/plan/model_card/carried_plan.h"
#include "core/plan/naming/plan_names.h"
#include "ui/document/text.h"
#include "ui/window/exchange/import_dialog.h"

#include <QFile>
#include <QFileInfo>

namespace plimsoll {

namespace {

/// Files of weights, which are read by their heads alone, and folders.
bool imports_is_model(const QFileInfo &file)
{
    const QString suffix = file.suffix().toLower();
    return !file.isFile() || suffix == QStringLiteral("gguf") || suffix == QStringLiteral("safetensors") ||
           file.size() > static_cast<qint64>(largest_config);
}

/// Line by line, what of a card is opened where all of it is.
Imported all_of(const std::vector<CardSession> &cards)
{
    Imported out;
    out.tool = model_card_name;
    for (const CardSession &card : cards) {
        for (const Scenario &one : card.read.session.scenarios)
            out.understood.push_back({one.name, card.line, {}, utf8(Imports::tr("a scenario")), {}});
        out.warnings.insert(out.warnings.end(), card.read.warnings.begin(), card.read.warnings.end());
    }
    return out;
}

/// What a card offers, and what each of that opens: all of it first, then each plan.
struct CardChoices {
    std::vector<ImportChoice> shown;
    std::vector<Session> taken;
    std::size_t selected = 0; ///< the plan that its first block selects
};

CardChoices choices_of(const std::vector<CardSession> &cards)
{
    CardChoices out;
    Session all;
    all.cards = cards.front().read.session.cards;
    for (const CardSession &card : cards) {
        const Session &session = card.read.session;
        all.scenarios.insert(all.scenarios.end(), session.scenarios.begin(), session.scenarios.end());
    }
    if (all.scenarios.size() > 1) {
        all.selected = cards.front().read.session.selected;
        all.baseline = cards.front().read.session.baseline;
        out.shown.push_back({Imports::tr("All %1 as scenarios").arg(all.scenarios.size()), all_of(cards)});
        out.taken.push_back(all);
    }
    for (std::size_t block = 0; block < cards.size(); ++block) {
        const Session &session = cards[block].read.session;
        for (const Scenario &one : session.scenarios) {
            if (block == 0 && &one == &session.current()) out.selected = out.shown.size();
            const QString title = qt(one.name.empty() ? automatic_name(one.plan) : one.name);
            out.shown.push_back({cards.size() > 1 ? Imports::tr("%1, block in line %2").arg(title).arg(cards[block].line) : title,
                                 imported_scenario(cards[block], one)});
            Scenario alone = one;
            alone.name = utf8(title);
            Session taken;
            taken.scenarios = {alone};
            taken.cards = session.plan_of(one).target;
            out.taken.push_back(std::move(taken));
        }
    }
    return out;
}

/// No tool is recognised: what may be pasted, in a few words in place of the names of all tools.
Error said_of_pasted(const Error &error)
{
    if (error.field != "from" && !error.text.empty()) return error;
    return {
        {},
        {},
        {},
        utf8(Imports::tr("Nothing in it is understood. What can be pasted: a configuration or command of a training or serving "
                         "tool, a model's name, address or config.json, a model card, a plan, or an out-of-memory message."))};
}

} // namespace

bool is_model_config(const std::string &text)
{
    const Result<nlohmann::json> json = parse_json(text, "file");
    return json.ok() && json->is_object() && (json->contains("model_type") || json->contains("architectures"));
}

Imports::Imports(const Desk &desk, QWidget &window, Take take) : m_desk(desk), m_window(window), m_take(std::move(take)) {}

std::optional<bool> Imports::open(const QString &path)
{
    const QFileInfo info(path);
    QFile file(path);
    if (imports_is_model(info) || !file.open(QIODevice::ReadOnly)) return std::nullopt;
    const std::string text = file.readAll().toStdString();
    if (is_model_config(text)) return std::nullopt;
    if (card::has_block(text)) return show_card(info.completeBaseName(), info.fileName(), text);
    Result<Imported> read = imported(text, {}, files_beside(info.absolutePath().toStdString()));
    if (read.ok()) {
        show(info.completeBaseName(), *std::move(read));
        return true;
    }
    const QString suffix = info.suffix().toLower();
    if (suffix == QStringLiteral("json")) return std::nullopt; // a model's that names no type, more likely
    if (suffix == QStringLiteral("md") || suffix == QStringLiteral("markdown"))
        m_desk.refuse(info.fileName(), card::plans_of_card(text).error());
    else
        m_desk.refuse(info.fileName(), read.error());
    return false;
}

bool Imports::take_text(const QString &name, const std::string &text)
{
    if (card::has_block(text)) return show_card(tr("Pasted"), name, text);
    const std::string folder = utf8(QFileInfo(m_desk.document.path()).absolutePath());
    Result<Imported> read = imported(text, {}, files_beside(m_desk.document.path().isEmpty() ? std::string() : folder));
    if (!read.ok()) return m_desk.refuse(name, said_of_pasted(read.error())), false;
    show(tr("Pasted"), *std::move(read));
    return true;
}

void Imports::show(const QString &name, Imported read)
{
    const bool has_model = read.plan.has("model");
    if (!has_model) { // the one that is planned stays
        read.plan.model = m_desk.document.session().current().plan.model;
        read.plan.given.insert("model");
    }
    Session taken;
    taken.scenarios = {{utf8(name), read.plan}};
    const QString note = has_model ? QString() : tr("It names no model: the one of this plan stays.");
    auto *dialog = new ImportDialog({{name, std::move(read), note}}, 0, &m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog, taken] { m_take(taken, dialog->joins()); });
    dialog->open();
}

bool Imports::show_card(const QString &name, const QString &file, const std::string &text)
{
    const Result<std::vector<CardSession>> cards = sessions_in_card(text);
    if (!cards.ok()) return m_desk.refuse(file, cards.error()), false;
    CardChoices choices = choices_of(*cards);
    if (choices.taken.size() == 1 && cards->front().read.session.current().name.empty())
        choices.taken.front().scenarios.front().name = utf8(name);
    auto *dialog = new ImportDialog(std::move(choices.shown), choices.selected, &m_window);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog, taken = std::move(choices.taken)] { m_take(taken[dialog->chosen()], dialog->joins()); });
    dialog->open();
    return true;
}

} // namespace plimsoll
