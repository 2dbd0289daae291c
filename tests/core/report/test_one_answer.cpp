// SPDX-License-Identifier: GPL-3.0-or-later
// One session, one answer: the sentence of the window, the block that it copies, the sheet that is drawn, Markdown, JSON and the
// command line are read back from their texts and held against each other. PLIMSOLL_SESSIONS and PLIMSOLL_SEED ask for more of them, and for others.
#include "core/api/planner.h"
#include "core/fit/verdict_words.h"
#include "core/plan/plan_json.h"
#include "core/plan/session.h"
#include "core/report/estimate_json.h"
#include "core/report/estimate_text.h"
#include "core/report/model_card.h"
#include "core/report/profile/profile_of.h"
#include "core/report/profile/profile_words.h"
#include "core/report/writers.h"
#include "tests/random_plan.h"
#include "tests/test_program.h"

#include <QRegularExpression>
#include <QTest>

#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

QString qt(const std::string &text) { return QString::fromStdString(text); }

/// What a text claims of one card.
struct Claim {
    QString from, mark, head, card;
    std::optional<double> need, usable; ///< GiB, as they are rounded there
};

std::optional<double> number_in(const QString &text)
{
    bool ok = false;
    const double value = QString(text).remove(u',').replace(QChar(0x2212), u'-').toDouble(&ok);
    return ok ? std::optional(value) : std::nullopt;
}

/// "✓ Fits on RTX 4090: 15.2 of 23.5 GiB usable, …" and every other form of it.
std::optional<Claim> claim_in(const QString &from, QString text)
{
    static const QRegularExpression head(
        u"^(?:([✓◐◔✕?]) )?(Fits|Probably fits|Tight|Probably tight|Starts|Unlikely|Does not fit|Probably does not fit|"
        "Does not start|Not known) on (.+?)(, partly on the host)?(?:, which [^:]+)?(?: so; the load needs|: |\\.$|\\. |:$|$)"_s);
    static const QRegularExpression figures(u"([\\d.,]+)(?: GiB)? of ([\\d.,]+) GiB usable"_s);
    text.replace(QChar(0x00a0), u' ');
    const auto match = head.match(text);
    if (!match.hasMatch()) return std::nullopt;
    Claim out{from, match.captured(1), match.captured(2) + match.captured(4), match.captured(3), {}, {}};
    if (const auto both = figures.match(text); both.hasMatch() && both.capturedStart() < 120) {
        out.need = number_in(both.captured(1));
        out.usable = number_in(both.captured(2));
    }
    return out;
}

/// Rounded in different ways, they are one figure.
bool same_figure(const std::optional<double> &a, const std::optional<double> &b)
{
    if (!a || !b) return true;
    return std::abs(*a - *b) <= (std::max(*a, *b) >= 99 ? 0.56 : 0.056);
}

QString shown(const Claim &one)
{
    return u"%1: [%2] %3 on %4, %5 of %6"_s.arg(one.from, one.mark, one.head, one.card)
        .arg(one.need.value_or(-1))
        .arg(one.usable.value_or(-1));
}

/// Why two claims differ; empty where they do not.
QString contradiction(const Claim &a, const Claim &b)
{
    const bool same = a.head == b.head && a.card == b.card && (a.mark.isEmpty() || b.mark.isEmpty() || a.mark == b.mark) &&
                      same_figure(a.need, b.need) && same_figure(a.usable, b.usable);
    return same ? QString() : shown(a) + u"\n    "_s + shown(b);
}

/// Whether the words go with the figures behind them.
QString at_odds(const Claim &one, const Verdict &verdict)
{
    const double need = one.need.value_or(0), usable = one.usable.value_or(0);
    const bool below = (one.head == u"Fits" || one.head == u"Probably fits" || one.head == u"Tight") && need > usable + 0.06;
    const bool above = one.head == u"Does not fit" && !verdict.shared && one.need && need < usable - 0.06;
    const bool marked = one.mark.isEmpty() || (one.head.startsWith(u"Fits") && one.mark == u"✓") ||
                        (one.head.startsWith(u"Does not") && one.mark == u"✕") || (one.head == u"Tight" && one.mark == u"◐") ||
                        (one.head == u"Unlikely" && one.mark == u"◔") || one.head.startsWith(u"Prob") ||
                        one.head.startsWith(u"Starts") || one.head == u"Not known";
    return below || above || !marked ? shown(one) : QString();
}

/// The first line of a text that makes a claim.
std::optional<Claim> first_claim(const QString &from, const QString &text)
{
    const QStringList lines = QString(text).remove(u"**"_s).split(u'\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        QString line = lines[i].trimmed();
        while (line.startsWith(u'#')) line = line.mid(1).trimmed();
        if (const auto claim = claim_in(from, line + (i + 1 < lines.size() ? u' ' + lines[i + 1].trimmed() : QString())))
            return claim;
    }
    return std::nullopt;
}

const std::vector<const char *> cards{"RTX 3060 12GB",       "RTX 4090",    "RTX 4060 Ti 16GB", "T4",
                                      "A100 SXM4 80GB",      "L4",          "GTX 1060 6GB",     "RTX 3050 8GB",
                                      "Jetson Orin NX 16GB", "M4 Pro 24GB", "RX 7900 XTX",      "Arc B580"};

/// A configuration whose layers are not described, in a random size.
nlohmann::json unknown_model(std::mt19937 &random)
{
    const int layers = 8 + static_cast<int>(random() % 16);
    return {{"config",
             {{"model_type", "nobody_knows"},
              {"architectures", {"NobodyForCausalLM"}},
              {"hidden_size", 2048},
              {"num_hidden_layers", layers},
              {"num_attention_heads", 16},
              {"num_key_value_heads", 4},
              {"intermediate_size", 5632},
              {"vocab_size", 32000},
              {"max_position_embeddings", 8192}}}};
}

/// One scenario or two, one card to three, a budget now and then.
std::optional<Session> random_session(std::mt19937 &random)
{
    const auto plan = [&random]() -> std::optional<Plan> {
        nlohmann::json text = tests::random_plan(random, 3'000'000'000);
        if (text.value("task", "") == "infer" && random() % 2 == 0) {
            text["inference"]["engine"] = std::array{"vllm", "llama.cpp", "sglang"}[random() % 3];
            text["inference"]["sequences"] = 1 << random() % 8;
        }
        if (random() % 8 == 0) text["model"] = unknown_model(random);
        const std::string written = text.dump();
        Result<ParsedPlan> parsed = plan_from_json(std::string_view(written));
        return parsed ? std::optional(parsed->plan) : std::nullopt;
    };
    Session session;
    session.scenarios.push_back({});
    session.scenarios.resize(1 + random() % 2, session.scenarios.front());
    for (Scenario &scenario : session.scenarios) {
        const auto made = plan();
        if (!made) return std::nullopt;
        scenario.plan = *made;
    }
    session.selected = static_cast<int>(random() % session.scenarios.size());
    session.baseline.reset();
    session.cards = {};
    for (auto count = 1 + random() % 3; count > 0; --count) {
        const char *const card = cards[random() % cards.size()];
        if (find_gpu(card) && std::ranges::find(session.cards.gpus, card) == session.cards.gpus.end())
            session.cards.gpus.emplace_back(card);
    }
    if (random() % 3 == 0) session.cards.budget_bytes = Bytes{1 + static_cast<Bytes>(random() % 32)} * gib;
    return session;
}

/// Every text about the selected scenario's first card.
std::vector<Claim> claims_of(const PlanAnswer &answer, const ReportInput &input, QStringList &missing)
{
    std::vector<Claim> out;
    const auto add = [&](const QString &from, const std::optional<Claim> &claim) {
        claim ? out.push_back(*claim) : missing.push_back(from);
    };
    const report::Document document = report::report_of(input);
    const auto *sheet = report::block_of<report::Sheet>(document);
    add(u"window"_s, claim_in(u"window"_s, qt(verdict_sentence(*leading(answer.verdicts), compact_figures(ByteUnit::binary)))));
    add(u"copied block"_s, first_claim(u"copied block"_s, qt(model_card(input))));
    add(u"sheet's title"_s, claim_in(u"sheet's title"_s, qt(sheet->verdict)));
    add(u"sheet's summary"_s, claim_in(u"sheet's summary"_s, qt(sheet->summary.front())));
    add(u"command line"_s, first_claim(u"command line"_s, qt(estimate_to_text(answer, {.width = 400}))));
    add(u"profile"_s, claim_in(u"profile"_s, qt(report::status_line(answer, ByteFigures{ByteUnit::binary}))));
    return out;
}

/// Whether JSON and the block say of every card what its verdict says.
QString of_every_card(const PlanAnswer &answer, const ReportInput &input)
{
    const auto json = estimate_to_json(answer);
    const QString block = qt(model_card(input));
    for (std::size_t i = 0; i < answer.verdicts.size(); ++i) {
        const Verdict &verdict = answer.verdicts[i];
        const auto &row = json["verdicts"][i];
        if (row["word"] != std::string(name_of(verdict.word())) || row["gpu"] != verdict.gpu) return u"JSON: "_s + qt(row.dump());
        if (!block.contains(qt(verdict.answer()))) return u"block has not: "_s + qt(verdict.answer());
        if (!block.contains(qt(word_title(verdict)))) return u"table has not: "_s + qt(word_title(verdict));
    }
    return {};
}

/// What is wrong with an answer; empty: nothing.
QString faults_of(const PlanAnswer &answer)
{
    ReportInput input;
    input.answers.push_back(answer);
    QStringList missing;
    const std::vector<Claim> claims = claims_of(answer, input, missing);
    if (!missing.isEmpty()) return u"no claim in "_s + missing.join(u", "_s) + u": "_s + qt(leading(answer.verdicts)->answer());
    for (const Claim &one : claims) {
        if (QString why = contradiction(claims.front(), one); !why.isEmpty()) return why;
        if (const QString why = at_odds(one, *leading(answer.verdicts)); !why.isEmpty()) return u"at odds: "_s + why;
    }
    return of_every_card(answer, input);
}

} // namespace

class TestOneAnswer : public QObject {
    Q_OBJECT
private slots:
    void no_two_texts_of_a_session_contradict()
    {
        bool asked = false;
        const int count = qEnvironmentVariableIntValue("PLIMSOLL_SESSIONS", &asked);
        const auto seed = static_cast<unsigned>(qEnvironmentVariableIntValue("PLIMSOLL_SEED"));
        std::mt19937 random(seed + 46);
        Planner planner;
        int judged = 0;
        QStringList faults;
        for (int tried = 0; judged < (asked ? count : 40) && tried < 4000; ++tried) {
            const auto session = random_session(random);
            if (!session) continue;
            Question question;
            question.plan = session->plan_of(session->current());
            const Result<PlanAnswer> answer = planner.answer(question, {.estimate = {.timeline = false}});
            if (!answer || answer->verdicts.empty()) continue;
            ++judged;
            if (const QString why = faults_of(*answer); !why.isEmpty()) faults << u"session %1: %2"_s.arg(tried).arg(why);
        }
        QVERIFY(judged >= 40);
        QVERIFY2(faults.isEmpty(), qPrintable(u"\n"_s + faults.join(u'\n')));
    }
};

PLIMSOLL_TEST(TestOneAnswer)
} // namespace PLIMSOLL_FILE
#include "test_one_answer.moc"
