// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/run/recorded_rows.h"
#include "tests/core/run/toy_family.h"
#include "tests/test_program.h"

namespace PLIMSOLL_FILE {

// Adding a family is one file (toy_family.cpp) and one line that registers it.

using namespace plimsoll;

namespace {

const FamilyFile registered(toy_families());

constexpr Count batch = 4, length = 592, hidden = 256;

/// The peak of a generation after loading.
Bytes peak_of(const char *model_type)
{
    const nlohmann::json config{
        {"model_type", model_type},     {"vocab_size", 320},        {"hidden_size", hidden},          {"intermediate_size", 4096},
        {"num_hidden_layers", 2},       {"num_attention_heads", 4}, {"num_key_value_heads", 2},       {"torch_dtype", "bfloat16"},
        {"tie_word_embeddings", false}, {"hidden_act", "silu"},     {"max_position_embeddings", 1024}};
    const nlohmann::json inference{
        {"engine", "transformers"}, {"context", length + 8}, {"sequences", batch}, {"new_tokens", 8}, {"cache", "dynamic"}};
    const nlohmann::json plan{{"schema", "plimsoll.plan/1"}, {"task", "infer"},        {"stack", "transformers"},
                              {"attention", "sdpa"},         {"inference", inference}, {"model", {{"config", config}}}};
    const Result<step::Trace> trace = run_of({{"plan", plan}}, false);
    return trace ? highest(*trace).bytes : 0;
}

} // namespace

class TestAddedFamily : public QObject {
    Q_OBJECT
private slots:
    void is_found_by_its_model_type()
    {
        const Family *family = find_family("toy");
        QVERIFY(family);
        QCOMPARE(std::string(family->class_name), "ToyForCausalLM");
    }

    void runs_its_own_lines()
    {
        const Bytes own = peak_of("toy"), usual = peak_of("toy_llama");
        QVERIFY(usual > 0);
        QCOMPARE(own - usual, batch * length * hidden * 2); // one bf16 copy of the prompt's hidden states
    }
};

PLIMSOLL_TEST(TestAddedFamily)
} // namespace PLIMSOLL_FILE
#include "test_added_family.moc"
