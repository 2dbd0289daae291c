// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/field.h"
#include "core/plan/plan_json.h"
#include "core/plan/session.h"
#include "tests/test_program.h"

#include <QFile>
#include <QTest>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using nlohmann::json;

// Plans and sessions as commit 76e3d3e7 wrote them (`export --to plimsoll`, its examples): they open as they are, with what they say.

namespace {

std::vector<std::string> lines_of(const char *file)
{
    QFile in(QStringLiteral(PLIMSOLL_FIXTURES "/written_before/") + QString::fromUtf8(file));
    if (!in.open(QIODevice::ReadOnly)) qFatal("no %s", file);
    std::vector<std::string> out;
    while (!in.atEnd()) out.push_back(in.readLine().trimmed().toStdString());
    return out;
}

/// The value that stands at "weights.dtype".
json at_path(const json &document, const std::string &path)
{
    return document.at(json::json_pointer('/' + QString::fromStdString(path).replace('.', '/').toStdString()));
}

/// Where `now` lacks a value of `then`, or has another; it may have more.
std::string lost(const std::string &where, const json &then, const json &now)
{
    if (!then.is_structured()) return then == now ? std::string() : where + ": " + then.dump() + " became " + now.dump();
    if (then.type() != now.type() || (then.is_array() && then.size() != now.size())) return where + " became " + now.dump();
    for (const auto &[key, value] : then.items()) {
        const json none;
        const json &other = then.is_array() ? now[std::stoul(key)] : now.contains(key) ? now[key] : none;
        if (std::string left = lost(where + '/' + key, value, other); !left.empty()) return left;
    }
    return {};
}

} // namespace

class TestWrittenBefore : public QObject {
    Q_OBJECT
private slots:
    void plans_say_what_they_said()
    {
        int held = 0;
        for (const std::string &line : lines_of("plans.jsonl")) {
            const json document = json::parse(line);
            const Result<ParsedPlan> plan = plan_from_object(document);
            QVERIFY2(plan.ok(), line.c_str());
            QVERIFY2(plan->warnings.empty(), line.c_str());
            for (const std::string &path : plan->plan.given) {
                const Field *const field = find_field(path);
                QVERIFY2(field != nullptr, path.c_str());
                const json now = field->write(plan->plan), then = at_path(document, path);
                QVERIFY2(now == then, (path + ": " + then.dump() + " became " + now.dump()).c_str());
                ++held;
            }
        }
        QVERIFY(held > 60);
    }
    void sessions_open_and_lose_nothing()
    {
        int scenarios = 0;
        for (const std::string &line : lines_of("sessions.jsonl")) {
            const auto parsed = session_from_text(line);
            QVERIFY2(parsed.ok(), line.c_str());
            QVERIFY2(parsed->warnings.empty(), line.c_str());
            const json then = json::parse(line), now = json::parse(session_to_text(parsed->session));
            QVERIFY2(lost("", then, now).empty(), lost("", then, now).c_str());
            scenarios += static_cast<int>(then["scenarios"].size());
        }
        QVERIFY(scenarios > 10);
    }
};

PLIMSOLL_TEST(TestWrittenBefore)
} // namespace PLIMSOLL_FILE
#include "test_written_before.moc"
