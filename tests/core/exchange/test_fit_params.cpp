// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tools/llama_cpp/fit_params.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

std::string words_of(const char *plan)
{
    const Result<std::vector<std::string>> words = fit_params_arguments(plan_from_json(plan)->plan);
    if (!words.ok()) return words.error().message();
    std::string out;
    for (const std::string &word : *words) out += (out.empty() ? "" : " ") + word;
    return out;
}

} // namespace

/// What llama-fit-params is asked, and what it prints (llama.cpp, tools/fit-params).
class TestFitParams : public QObject {
    Q_OBJECT
private slots:
    void a_file_is_asked_about_with_the_plans_settings()
    {
        QCOMPARE(
            words_of(R"({"model": {"config": "my models/it.gguf"}, "task": "infer",
                              "inference": {"engine": "llama.cpp", "context": 8192, "sequences": 2, "kv_dtype": "q8_0"}})"),
            std::string("--model my models/it.gguf --ctx-size 16384 --cache-type-k q8_0 --cache-type-v q8_0 --gpu-layers all "
                        "--fit-print on"));
    }
    void other_models_and_tasks_are_refused()
    {
        QCOMPARE(words_of(R"({"model": {"preset": "qwen2.5-7b"}, "task": "infer", "inference": {"engine": "llama.cpp"}})"),
                 std::string("model: read Qwen/Qwen2.5-7B, accepted: a GGUF file: llama-fit-params reads no other"));
        QVERIFY(words_of(R"({"model": {"config": "it.gguf"}, "task": "train"})")
                    .starts_with("task: llama.cpp runs a model and trains none, read train"));
    }
    /// common_fit_print ends each line with a space; logs stand before them.
    void places_are_read_behind_logs()
    {
        const auto places = fit_places("build: 6895 (4341dc8bc) with cc\nCUDA0 4168 1152 304 \nCUDA1 17 0 2 \nHost 292 0 16 \n");
        QVERIFY(places.ok());
        const std::vector<FitPlace> expected{
            {"CUDA0", 4168 * mib, 1152 * mib, 304 * mib}, {"CUDA1", 17 * mib, 0, 2 * mib}, {"host", 292 * mib, 0, 16 * mib}};
        QCOMPARE(*places, expected);
        QVERIFY(!fit_places("error: failed to load model\n").ok());
        QVERIFY(!fit_places("CUDA0 99999999999999999999 0 0").ok());
        QVERIFY(!fit_places("CUDA0 -4 0 0").ok());
    }
    void places_of_one_alone_stay_in_sight()
    {
        const std::vector<EnginePlace> planned{{"CUDA0", 100, 20, 3, 4}, {"host", 7, 0, 0, 1}};
        const std::vector<FitPlace> asked{{"CUDA0", 99, 23, 4}, {"CUDA1", 5, 6, 7}};
        const std::vector<FitRow> expected{
            {"CUDA0", "model", 100, 99},         {"CUDA0", "context", 23, 23},          {"CUDA0", "compute", 4, 4},
            {"host", "model", 7, std::nullopt},  {"host", "context", 0, std::nullopt},  {"host", "compute", 1, std::nullopt},
            {"CUDA1", "model", std::nullopt, 5}, {"CUDA1", "context", std::nullopt, 6}, {"CUDA1", "compute", std::nullopt, 7}};
        QCOMPARE(beside_fit_params(planned, asked), expected);
    }
};

PLIMSOLL_TEST(TestFitParams)
} // namespace PLIMSOLL_FILE
#include "test_fit_params.moc"
