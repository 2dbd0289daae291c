// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QTest>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

namespace plimsoll::tests {

/// A preset and what its plan has beside, as JSON.
using ChosenPlan = std::pair<const char *, const char *>;

/// Test rows with the columns "preset" and "settings".
inline void add_rows(std::span<const ChosenPlan> plans)
{
    QTest::addColumn<QByteArray>("preset");
    QTest::addColumn<QByteArray>("settings");
    for (const auto &[preset, settings] : plans)
        QTest::newRow(qPrintable(QString("%1 %2").arg(QLatin1StringView(preset), QString(settings).simplified())))
            << QByteArray(preset) << QByteArray(settings);
}

/// The plan of such a row: training, two rows of 512 tokens, where it says nothing else.
inline nlohmann::json chosen_plan(const char *preset, const char *settings)
{
    nlohmann::json plan = {{"model", {{"preset", preset}}}, {"task", "train"}, {"micro_batch", 2}, {"sequence_length", 512}};
    plan.update(nlohmann::json::parse(settings));
    return plan;
}

} // namespace plimsoll::tests
