// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/libraries/libraries.h"
#include "core/load/load.h"
#include "core/plan/field.h"
#include "core/plan/plan_json.h"
#include "core/resolve/library_use.h"
#include "tests/core/libraries/toy_library.h"
#include "tests/test_program.h"

#include <QTest>

// Adding what a library's releases did is one file (toy_library.cpp) and one line that registers it.

using namespace plimsoll;

namespace {

const bool registered = (add_library(toy_library), true);

std::string plan_with(const std::string &release, const char *task = "train")
{
    const std::string libraries = release.empty() ? "" : R"(, "libraries": {"toy_kernels": ")" + release + R"("})";
    return R"({"task": ")" + std::string(task) + R"(", "method": "lora", "sequence_length": 512, "model": {"hub": "a/b"})" +
           libraries + "}";
}

Bytes peak_with(const std::string &release)
{
    const Result<ArchitectureRef> model = load_model({.config_text = R"({"model_type": "llama",
        "architectures": ["LlamaForCausalLM"], "hidden_size": 64, "vocab_size": 65536, "intermediate_size": 128,
        "num_hidden_layers": 2, "num_attention_heads": 4, "dtype": "bfloat16", "max_position_embeddings": 4096})"});
    const Result<ParsedPlan> parsed = plan_from_json(plan_with(release));
    if (!parsed) qFatal("%s", parsed.error().message().c_str());
    const auto made =
        estimate(*model, parsed->plan, {}, {.timeline = false, .allocator = true, .required = true, .explain = false});
    if (!made) qFatal("%s", made.error().message().c_str());
    return made->fullest().peak.allocated;
}

} // namespace

class TestAddedLibrary : public QObject {
    Q_OBJECT
private slots:
    void plans_name_a_release_of_it()
    {
        QVERIFY(registered && find_field("libraries.toy_kernels") != nullptr);
        const Result<ParsedPlan> parsed = plan_from_json(plan_with("1.9"));
        QVERIFY(parsed.ok());
        QVERIFY(plan_to_json(parsed->plan)["libraries"]["toy_kernels"] == "1.9");
        QCOMPARE(library_named("toy_kernels"), &toy_library);
    }

    void an_older_release_is_estimated_otherwise()
    {
        const Bytes known = peak_with("");
        QCOMPARE(peak_with("2.1"), known);
        QCOMPARE(peak_with("2.0"), known);
        QVERIFY(peak_with("1.9") > known);
        QVERIFY(peak_with("1.4.9") > known);
        QVERIFY(peak_with("1.4.9") != peak_with("1.9"));
        QCOMPARE(peak_with("1.5"), peak_with("1.9"));
    }

    void its_own_words_are_read()
    {
        QCOMPARE(peak_with("0-latest"), peak_with(""));
        QCOMPARE(peak_with("0-summer"), peak_with("1.6"));
    }

    void plans_run_through_it_or_not()
    {
        QVERIFY(uses_library("toy_kernels", plan_from_json(plan_with("1.9"))->plan));
        QVERIFY(!uses_library("toy_kernels", plan_from_json(plan_with("1.9", "infer"))->plan));
    }
};

PLIMSOLL_TEST(TestAddedLibrary)
#include "test_added_library.moc"
