// SPDX-License-Identifier: GPL-3.0-or-later
// docs/schema/plan.md and session.md against the code that reads them.
#include "schema_document.h"

#include "core/load/load.h"
#include "core/plan/field.h"
#include "core/resolve/gate.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "core/plan/session.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>
#include <regex>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::docs;
using nlohmann::json;

namespace {

const SchemaDocument &plan_document()
{
    static const SchemaDocument document = schema_document("plan");
    return document;
}

const Architecture &model()
{
    static const Result<ArchitectureRef> loaded = load_model(ModelReference{"qwen2.5-0.5b", {}, {}, {}}, {});
    if (!loaded.ok()) qFatal("%s", loaded.error().message().c_str());
    return **loaded;
}

Plan plan_of(std::string_view task, std::string_view stack, std::string_view method)
{
    Plan plan;
    plan.model.preset = "qwen2.5-0.5b";
    for (const auto &[path, value] : {std::pair{"task", task}, {"stack", stack}, {"method", method}}) {
        Result<Plan> next = with_field(plan, path, value);
        if (!next.ok()) qFatal("%s", next.error().message().c_str());
        plan = std::move(next).value();
    }
    return plan;
}

/// As the table writes it: texts without quotation marks, `""` for none.
std::string written(const Field &field, const Plan &plan)
{
    const nlohmann::ordered_json value = field.write(plan);
    const bool plain = value.is_string() && !value.get<std::string>().empty();
    return plain ? value.get<std::string>() : json(value).dump();
}

/// The field's value where it counts, nothing where it does not.
std::optional<std::string> taken(const Field &field, const Plan &plan)
{
    const Result<ResolvedPlan> resolved = resolve(plan, model());
    if (!resolved.ok()) return std::nullopt; // a stack that trains nothing of this kind
    const bool counts = field.path.starts_with("libraries.") || applies(field.path, resolved->plan);
    return counts ? std::optional(written(field, resolved->plan)) : std::nullopt;
}

/// Of transformers, in the first plan that the field counts in; else what it is initially.
std::string default_of(const Field &field)
{
    if (field.path == "model") return "required";
    for (const auto &[task, method] :
         {std::pair{"train", "full"}, {"train", "lora"}, {"train", "qlora"}, {"infer", "full"}, {"extract", "full"}})
        if (const auto value = taken(field, plan_of(task, "transformers", method))) return *value;
    return written(field, Plan{});
}

/// JSON in a cell may have spaces after its commas.
std::string without_spaces(std::string text)
{
    if (text.starts_with('[') || text.starts_with('{')) std::erase(text, ' ');
    return text;
}

QString qt(const std::string &text) { return QString::fromStdString(text); }

QStringList qt(const std::vector<std::string> &texts)
{
    QStringList out;
    for (const std::string &text : texts) out << qt(text);
    return out;
}

/// Whether the path is a key of a field that is an object: some value of it is read, while a key that nobody knows is warned of.
bool is_read_key(const std::string &path)
{
    const std::size_t dot = path.rfind('.');
    const std::string field = path.substr(0, dot), key = path.substr(dot + 1);
    for (const json &value : {json(2), json("attention"), json("activations"), json(true), json({"norm"})}) {
        json object{{"no_such_key", 1}};
        if (field == "trainable") object["last_layers"] = 2; // the others stand beside it only
        object[key] = value;
        json plan;
        QString pointer = u'/' + QString::fromStdString(field);
        plan[json::json_pointer(pointer.replace(u'.', u'/').toStdString())] = object;
        const Result<ParsedPlan> read = plan_from_object(plan);
        if (read.ok() && read->warnings.size() == 1 && read->warnings[0].field == field + ".no_such_key") return true;
    }
    return false;
}

/// The document's table whose head begins so.
const Table &table_of(const SchemaDocument &document, const std::string &first)
{
    const auto found = std::ranges::find_if(document.others, [&](const Table &table) { return table.front().front() == first; });
    if (found == document.others.end()) qFatal("no table begins with %s", first.c_str());
    return *found;
}

} // namespace

class TestPlanSchema : public QObject {
    Q_OBJECT
private slots:
    void every_field_is_documented_and_every_row_is_read();
    void rows_say_what_fields_take_data();
    void rows_say_what_fields_take();
    void stacks_bring_what_their_table_says();
    void every_optimizer_is_described();
    void examples_are_read_without_a_word();
    void sessions_refuse_other_kinds_of_value_in_documented_fields();
};

void TestPlanSchema::every_field_is_documented_and_every_row_is_read()
{
    QCOMPARE(plan_document().schema, std::string(plan_schema));
    static const std::regex key(R"re("([a-z_]+)":)re");
    for (const Field &field : plan_fields()) {
        QVERIFY2(plan_document().find(field.path) != nullptr, field.path.c_str());
        // of a field that may be an object errors name the keys
        for (std::sregex_iterator it(field.accepted.begin(), field.accepted.end(), key); it != std::sregex_iterator(); ++it)
            QVERIFY2(plan_document().find(field.path + '.' + (*it)[1].str()) != nullptr,
                     (field.path + '.' + (*it)[1].str()).c_str());
    }
    for (const SchemaRow &row : plan_document().rows) {
        QCOMPARE(row.column("since"), "1");
        QVERIFY2(row.path == "schema" || find_field(row.path) != nullptr || is_read_key(row.path), row.path.c_str());
    }
}

void TestPlanSchema::rows_say_what_fields_take_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < plan_fields().size(); ++i) QTest::newRow(plan_fields()[i].path.c_str()) << static_cast<int>(i);
}

void TestPlanSchema::rows_say_what_fields_take()
{
    QFETCH(int, index);
    const Field &field = plan_fields()[static_cast<std::size_t>(index)];
    const SchemaRow *const row = plan_document().find(field.path);
    QVERIFY(row != nullptr);
    constexpr const char *types[] = {"choice", "integer", "number", "boolean", "text", "list", "size", "object"};
    QCOMPARE(row->type(), types[static_cast<std::size_t>(field.type)]);
    if (field.choices.empty())
        QCOMPARE(qt(row->column("values")), qt(field.accepted));
    else
        QCOMPARE(qt(row->choices()), qt(field.choices));
    const std::vector<std::string> shown = in_backticks(row->column("default"));
    QCOMPARE(without_spaces(shown.empty() ? row->column("default") : shown[0]), without_spaces(default_of(field)));
    QVERIFY2(row->column("meaning").size() > 5, "no meaning");
}

void TestPlanSchema::stacks_bring_what_their_table_says()
{
    constexpr std::array methods{"full", "lora", "qlora"};
    constexpr std::array said{"task", "stack", "method", "model", "name"};
    const Table &table = table_of(plan_document(), "stack");
    QStringList documented, brought;
    for (std::size_t i = 1; i < table.size(); ++i) {
        QString line;
        for (const std::string &cell : table[i]) {
            const std::vector<std::string> value = in_backticks(cell);
            line += qt(value.empty() ? cell : without_spaces(value[0])) + u' ';
        }
        documented << line;
    }
    for (const std::string_view stack : names_of<Stack>())
        for (const Field &field : plan_fields()) {
            if (std::ranges::find(said, field.path) != said.end()) continue;
            const std::string plain = default_of(field);
            bool another = false;
            QString line = qt(std::string(stack)) + u' ' + qt(field.path) + u' ';
            for (const char *method : methods) {
                const std::optional<std::string> value = taken(field, plan_of("train", stack, method));
                another = another || value.value_or(plain) != plain;
                line += (value ? qt(without_spaces(*value)) : QStringLiteral("–")) + u' ';
            }
            if (another) brought << line;
        }
    QStringList apart;
    for (const QString &line : brought)
        if (!documented.contains(line)) apart << QStringLiteral("not told: ") + line;
    for (const QString &line : documented)
        if (!brought.contains(line)) apart << QStringLiteral("told and not so: ") + line;
    QVERIFY2(apart.isEmpty(), qPrintable(apart.join(u'\n')));
    QCOMPARE(documented, brought);
}

void TestPlanSchema::every_optimizer_is_described()
{
    std::vector<std::string> described{"none"};
    for (const std::vector<std::string> &row : table_of(plan_document(), "optimizer"))
        for (const std::string &name : in_backticks(row.front())) described.push_back(name);
    for (const std::string_view name : names_of<OptimizerName>())
        QVERIFY2(std::ranges::find(described, name) != described.end(), name.data());
}

void TestPlanSchema::examples_are_read_without_a_word()
{
    int read = 0;
    for (const char *name : {"plan", "session"})
        for (const std::string &example : schema_document(name).examples) {
            const Result<ParsedSession> parsed = session_from_text(example);
            QVERIFY2(parsed.ok(), parsed.ok() ? "" : parsed.error().message().c_str());
            QVERIFY(parsed->warnings.empty());
            if (std::string_view(name) == "session") QCOMPARE(qt(session_to_text(parsed->session)), qt(example));
            ++read;
        }
    QCOMPARE(read, 2);
}

/// A field that is read has an opinion about what stands in it; one that is not would take anything.
void TestPlanSchema::sessions_refuse_other_kinds_of_value_in_documented_fields()
{
    const SchemaDocument document = schema_document("session");
    QCOMPARE(document.schema, std::string(session_schema));
    const json whole = json::parse(document.examples.at(0));
    for (const SchemaRow &row : document.rows) {
        json broken = whole;
        std::string pointer = "/" + row.path;
        for (const auto &[from, to] : {std::pair<std::string, std::string>{"[]", "/0"}, {".", "/"}})
            for (std::size_t at = pointer.find(from); at != std::string::npos; at = pointer.find(from))
                pointer.replace(at, from.size(), to);
        broken[json::json_pointer(pointer)] =
            row.type() == "number" || row.type() == "integer" || row.type() == "bytes" ? json("x") : json(0.5);
        const Result<ParsedSession> parsed = session_from_text(broken.dump());
        QVERIFY2(!parsed.ok(), row.path.c_str());
    }
}

PLIMSOLL_TEST(TestPlanSchema)
} // namespace PLIMSOLL_FILE
#include "test_plan_schema.moc"
