// SPDX-License-Identifier: GPL-3.0-or-later
// One table of words for each tool, read and written: what is written is read as what was meant, and what is read is
// written again, unless the row says that it is read alone.
#include "core/exchange/exchange.h"
#include "core/exchange/import.h"
#include "core/exchange/tools/axolotl/axolotl.h"
#include "core/exchange/tools/llama_cpp/llama_cpp.h"
#include "core/exchange/tools/llama_factory/llama_factory.h"
#include "core/exchange/tools/ms_swift/ms_swift.h"
#include "core/exchange/tools/shared/servers.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/plan/field.h"
#include "core/plan/plan_json.h"

#include "tests/test_program.h"

#include <QTest>

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

struct Table {
    const char *tool;
    const ToolWords *words;
    bool serves = false;
};
const Table tables[] = {{"trl", &trainer_words},
                        {"axolotl", &axolotl_words},
                        {"llama-factory", &llama_factory_words},
                        {"ms-swift", &ms_swift_words},
                        {"vllm", &vllm_words, true},
                        {"sglang", &sglang_words, true},
                        {"llama.cpp", &llama_cpp_words, true}};

/// All rows, the tool's own first.
std::vector<Spelling> rows_of(const ToolWords &words)
{
    std::vector<Spelling> out;
    for (const ToolWords *at = &words; at != nullptr; at = at->base)
        for (const std::span<const Spelling> rows : {at->spellings, at->shared}) out.insert(out.end(), rows.begin(), rows.end());
    return out;
}

/// A plan that states a value of a field, and what has to be stated for it to be one.
Result<Plan> stating(const Table &table, std::string_view path, std::string_view value)
{
    if (table.serves) {
        nlohmann::json served{{"task", "infer"}, {"model", {{"hub", "a/b"}}}, {"inference", {{"engine", table.tool}}}};
        if (path == "inference.speculative.method")
            served["inference"]["speculative"]["model"] = {{"hub", "c/d"}};                    // which drafts
        if (path.starts_with("inference.lora.")) served["inference"]["lora"]["max_loras"] = 1; // whose places they are
        const Result<ParsedPlan> plan = plan_from_json(served.dump());
        if (!plan.ok()) return plan.error();
        return with_field(plan->plan, path, value);
    }
    const bool packed = path == "weights.quant_storage", adapter = path.starts_with("adapter."), trains = path == "method";
    const Result<ParsedPlan> plan =
        plan_from_json(packed    ? R"({"model": {"hub": "a/b"}, "method": "qlora", "weights": {"quant": "nf4"}})"
                       : adapter ? R"({"model": {"hub": "a/b"}, "method": "lora"})"
                       : trains  ? R"({"model": {"hub": "a/b"}})"
                                 : R"({"model": {"hub": "a/b"}, "method": "full"})");
    if (!plan.ok()) return plan.error();
    return with_field(plan->plan, path, value);
}

bool lists(const Exported &made, std::string_view path)
{
    return std::ranges::find(made.not_said, path, &NotSaid::field) != made.not_said.end();
}

std::string written(const Plan &plan, std::string_view path) { return find_field(path)->write(plan).dump(); }

/// Where a word stands as a value: at the end of a line of YAML, or behind a blank of a server's command.
std::size_t place_of(const Table &table, const std::string &text, const std::string &word)
{
    if (!table.serves) return text.find(word + '\n');
    const std::size_t blank = std::min(text.find(' ' + word + ' '), text.find(' ' + word + '\n'));
    return blank == std::string::npos ? blank : blank + 1;
}

} // namespace

class TestWords : public QObject {
    Q_OBJECT

private slots:
    void tables_data()
    {
        QTest::addColumn<int>("place");
        for (int i = 0; i < static_cast<int>(std::size(tables)); ++i) QTest::newRow(tables[i].tool) << i;
    }

    void each_value_has_one_word_that_is_written_data() { tables_data(); }
    void each_value_has_one_word_that_is_written()
    {
        QFETCH(const int, place);
        const ToolWords &words = *tables[place].words;
        for (const Spelling &row : rows_of(words)) {
            if (row.word.empty()) continue; // as it is without the key
            const Spelling *const writes = row_that_writes(words, row.path, row.value);
            const std::string shown = std::string(row.path) + ' ' + std::string(row.word);
            if (row.way == Way::both) {
                // its own word before the one of the library that it builds on
                QVERIFY2(writes != nullptr && row_that_reads(words, row.path, writes->word)->value == row.value, shown.c_str());
                QCOMPARE(row_that_reads(words, row.path, row.word)->value, row.value);
            } else if (row.way == Way::read)
                QVERIFY2(writes != nullptr && writes->word != row.word, (shown + " is read and cannot be written").c_str());
            else if (row_that_reads(words, row.path, row.word)->way ==
                     Way::loose) // of people: either there is the tool's own word for it, or the tool has no such thing
                QVERIFY2(writes == nullptr || writes->word != row.word, shown.c_str());
        }
    }

    void what_is_written_is_read_as_it_was_meant_data() { tables_data(); }
    void what_is_written_is_read_as_it_was_meant()
    {
        QFETCH(const int, place);
        const Table &table = tables[place];
        int said = 0;
        for (const Spelling &row : rows_of(*table.words)) {
            if (row.way != Way::both || row.word.empty()) continue;
            const std::string shown = std::string(row.path) + ' ' + std::string(row.value);
            const Result<Plan> plan = stating(table, row.path, row.value);
            QVERIFY2(plan.ok(), shown.c_str());
            const Result<Exported> made = exported(*plan, table.tool);
            QVERIFY2(made.ok(), shown.c_str());
            const auto own = std::ranges::find_if(
                table.words->spellings, [&](const Spelling &each) { return each.word == row.word && each.path == row.path; });
            const bool of_own = own != table.words->spellings.end();
            if (lists(*made, row.path)) {
                QVERIFY2(!of_own || row.path == "optimizer.implementation" || table.words == &trainer_words,
                         (shown + " is a word and not written").c_str());
                continue;
            }
            const Result<Imported> back = imported(made->text, table.tool);
            QVERIFY2(back.ok(), made->text.c_str());
            QVERIFY2(written(back->plan, row.path) == written(*plan, row.path), (shown + '\n' + made->text).c_str());
            said += made->text.find(row.word) != std::string::npos ? 1 : 0;
        }
        QVERIFY(said > 3);
    }

    void what_is_read_is_written_again_data() { tables_data(); }
    void what_is_read_is_written_again()
    {
        QFETCH(const int, place);
        const Table &table = tables[place];
        for (const Spelling &row : rows_of(*table.words)) {
            const Spelling *const writes = row_that_writes(*table.words, row.path, row.value);
            if (writes == nullptr || writes->word.empty() || row.word.empty()) continue;
            const Result<Plan> plan = stating(table, row.path, row.value);
            QVERIFY(plan.ok());
            const Result<Exported> made = exported(*plan, table.tool);
            const std::string word = std::string(writes->word);
            const std::size_t at = place_of(table, made->text, word);
            if (at == std::string::npos || lists(*made, row.path)) continue;
            std::string other = made->text;
            other.replace(at, word.size(), row.word);
            const Result<Imported> back = imported(other, table.tool);
            QVERIFY2(back.ok(), other.c_str());
            QVERIFY2(written(back->plan, row.path) == written(*plan, row.path), other.c_str());
            const Result<Exported> again = exported(back->plan, table.tool);
            // a word of two fields is itself again: "adamw_torch" is AdamW, and its foreach form
            QVERIFY2(again.ok() && (again->text.find(word) != std::string::npos || again->text == other), other.c_str());
        }
    }

    void a_word_that_the_tool_refuses_is_told()
    {
        const auto warned = [](const char *text, const char *tool) {
            const Result<Imported> read = imported(text, tool);
            return read.ok() && std::ranges::find(read->warnings, "no_such_word", &Warning::code) != read->warnings.end();
        };
        QVERIFY(warned("model_name_or_path: a/b\noptim: muon\n", "trl")); // OptimizerNames has none
        QVERIFY(warned("model_name_or_path: a/b\noptim: lion\n", "trl"));
        QVERIFY(!warned("model_name_or_path: a/b\noptim: lion_32bit\n", "trl"));
        QVERIFY(!warned("base_model: a/b\noptimizer: muon\n", "axolotl")); // CustomSupportedOptimizers has
    }
};

PLIMSOLL_TEST(TestWords)
} // namespace PLIMSOLL_FILE
#include "test_words.moc"
