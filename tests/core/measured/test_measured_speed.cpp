// SPDX-License-Identifier: GPL-3.0-or-later
// Logs that say how fast a run was.
#include "core/measured/measured_speed.h"
#include "core/measured/recognise.h"
#include "tests/test_program.h"

#include <QTest>

using namespace plimsoll;

namespace {

/// What is read of a text by whoever recognises it; the source's name in `by`.
MeasuredSpeed read(const std::string &text, std::string *by = nullptr)
{
    const MeasuredSource *const source = measured_source(text, {});
    if (source == nullptr) return {};
    if (by != nullptr) *by = source->name;
    const Result<Measured> measured = source->read(text);
    return measured.ok() ? measured->speed : MeasuredSpeed{};
}

#define SAME_RATE(read, expected)                                                                                                \
    QVERIFY2((read) && qAbs(*(read) / (expected)-1) < 1e-3, qPrintable(QString::number((read).value_or(0))))

} // namespace

class TestMeasuredSpeed : public QObject {
    Q_OBJECT

private slots:
    void the_line_that_a_trainer_prints_last()
    {
        std::string by;
        const MeasuredSpeed speed =
            read("{'train_runtime': '120.5', 'train_samples_per_second': '13.28', "
                 "'train_steps_per_second': '0.415', 'train_tokens_per_second': '6799.2', 'train_loss': 1.2}\n",
                 &by);
        QCOMPARE(by, std::string("trainer-times"));
        SAME_RATE(speed.step_seconds, 1 / 0.415);
        SAME_RATE(speed.tokens_per_second, 6799.2);
    }

    /// Steps a second have three decimals: where both are there, the whole time over the steps says more.
    void a_state_of_a_trainer()
    {
        const MeasuredSpeed speed =
            read(R"({"global_step": 500, "log_history": [{"train_runtime": 12345.0, "train_steps_per_second": 0.041}]})");
        SAME_RATE(speed.step_seconds, 24.69);
        QVERIFY(!speed.tokens_per_second);
        QVERIFY(!read(R"({"train_runtime": 12345.0, "train_steps_per_second": 0.041})").step_seconds); // 2 % are no figure
    }

    void history_of_weights_and_biases()
    {
        std::string by;
        const MeasuredSpeed speed =
            read("{\"_runtime\": 10, \"train/global_step\": 1}\n{\"_runtime\": 52, \"train/global_step\": 11}\n"
                 "{\"_runtime\": 94, \"train/global_step\": 21}\n{\"_runtime\": 200, \"train/global_step\": 31}\n",
                 &by);
        QCOMPARE(by, std::string("wandb-history"));
        SAME_RATE(speed.step_seconds, 4.2); // an evaluation stood before the last
        SAME_RATE(
            read("_timestamp,global_step,train/train_tokens_per_second\n100,5,1000\n130,10,1010\n160,15,990\n").step_seconds,
            6.0);
    }

    /// A chart's own export: columns by run, each with its extremes; several runs stand side by side.
    void a_chart_of_weights_and_biases()
    {
        std::string by;
        const MeasuredSpeed rates =
            read("\"Step\",\"sft-7b - train/train_steps_per_second\",\"sft-7b - train/train_steps_per_second__MIN\","
                 "\"sft-7b - train/train_steps_per_second__MAX\",\"other - train/train_steps_per_second\"\n"
                 "\"100\",\"0.5\",\"0.1\",\"9\",\"2\"\n",
                 &by);
        QCOMPARE(by, std::string("wandb-history"));
        SAME_RATE(rates.step_seconds, 2.0);
        SAME_RATE(read("\"Relative Time (Process)\",\"a - b - train/global_step\",\"a - b - train/global_step__MIN\"\n"
                       "10,1,1\n50,11,11\n90,21,21\n")
                      .step_seconds,
                  4.0);
        SAME_RATE(read("\"Step\",\"run - train/train_tokens_per_second\"\n1,900\n2,1000\n3,1100\n").tokens_per_second, 1000.0);
        SAME_RATE(read("\"Step\",\"run - train/train_samples_per_second\"\n100,12.5\n").rows_per_second, 12.5);
        QVERIFY(!read("\"Step\",\"run - train/loss\"\n1,2.5\n").known());
    }

    void llama_cpp_names_its_card()
    {
        const char *cuda = "ggml_cuda_init: found 1 CUDA devices:\n"
                           "  Device 0: NVIDIA GeForce RTX 4090, compute capability 8.9, VMM: yes\n";
        const std::string table = std::string(cuda) + "| model | test | t/s |\n| --- | ---: | ---: |\n| a | tg128 | 131.42 |\n";
        const auto card = [](const std::string &text) { return measured_source(text, {})->read(text)->card; };
        QCOMPARE(card(table), std::string("NVIDIA GeForce RTX 4090"));
        QCOMPARE(card(R"([{"gpu_info": "Tesla T4", "n_prompt": 0, "n_gen": 128, "avg_ts": 33.25}])"), std::string("Tesla T4"));
        QCOMPARE(card(std::string(cuda) + "load_tensors:        CUDA0 model buffer size =  4685.30 MiB\n"),
                 std::string("NVIDIA GeForce RTX 4090"));
        QCOMPARE(card("| model | test | t/s |\n| a | tg128 | 131.42 |\n"), std::string());
    }

    void lines_of_steps()
    {
        const MeasuredSpeed speed =
            read("INFO Step 0 | Time: 41.20s | Loss: 1.1 | Throughput: 1,590 tokens/s | Peak Mem.: 60.1 GiB\n"
                 "INFO Step 1 | Time: 8.10s | Loss: 1.0 | Throughput: 8,090 tokens/s | Peak Mem.: 60.1 GiB\n"
                 "INFO Step 2 | Time: 8.00s | Loss: 0.9 | Throughput: 8,192 tokens/s | Peak Mem.: 60.1 GiB\n"
                 "INFO Step 3 | Time: 8.05s | Loss: 0.9 | Throughput: 8,141 tokens/s | Peak Mem.: 60.1 GiB\n");
        SAME_RATE(speed.step_seconds, 8.05);
        SAME_RATE(speed.tokens_per_second, 8141.0);
    }

    void throughput_under_load()
    {
        const std::string line =
            "INFO 11-28 loggers.py:127] Engine 000: Avg prompt throughput: 812.0 tokens/s, Avg generation throughput: ";
        const MeasuredSpeed speed = read(line + "12.0 tokens/s, Running: 2 reqs\n" + line +
                                         "2010.5 tokens/s, Running: 64 reqs\n" + line + "1990.5 tokens/s, Running: 64 reqs\n" +
                                         line + "2000.5 tokens/s, Running: 64 reqs\n" + line + "0.0 tokens/s, Running: 0 reqs\n");
        SAME_RATE(speed.output, 2000.5);
        QVERIFY(!speed.decode);
        SAME_RATE(read(line + "10.0 tokens/s, Running: 64 reqs\n" + line + "14.0 tokens/s, Running: 64 reqs\n").output, 12.0);
        SAME_RATE(read("Decode batch, #running-req: 8, token usage: 0.1, cuda graph: True, gen throughput (token/s): 912.3, "
                       "#queue-req: 0\n")
                      .output,
                  912.3);
    }

    /// Prompts are read between answers, which nobody writes meanwhile: a load's rate has that time in it.
    void prompts_are_time_of_a_load()
    {
        const auto line = [](const char *prompts, const char *made, const char *running = "64") {
            return std::string("INFO 11-28 10:00:00 loggers.py:127] Engine 000: Avg prompt throughput: ") + prompts +
                   " tokens/s, Avg generation throughput: " + made + " tokens/s, Running: " + running +
                   " reqs, Waiting: 9 reqs\n";
        };
        const std::string log = line("9000.0", "50.0") + line("0.0", "2000.0") + line("8000.0", "0.0") + line("500.0", "2000.0") +
                                line("0.0", "0.0", "0") + line("1500.0", "1600.0") + line("0.0", "90.0", "3");
        SAME_RATE(read(log).output, (2000.0 + 0.0 + 2000.0 + 1600.0) / 4);
        const auto whole = read_serving_lines(log);
        QVERIFY(whole.ok() && whole->notes.size() == 1);
        QVERIFY2(whole->notes[0].find("2,500") != std::string::npos, whole->notes[0].c_str()); // (0 + 8000 + 500 + 1500) / 4
        SAME_RATE(whole->running, 64.0);
        // a copy of the engine on each of two cards
        std::string second = log;
        for (std::size_t at = 0; (at = second.find("Engine 000", at)) != std::string::npos; ++at) second[at + 9] = '1';
        SAME_RATE(read(log + second).output, 2 * 1400.0);
        SAME_RATE(running_requests(log + second), 64.0); // of each
    }

    /// SGLang's lines are of as many passes each: of one that read prompts the time is longer.
    void passes_of_a_load_take_their_own_time()
    {
        const auto batch = [](const char *rate) {
            return std::string("Decode batch, #running-req: 8, #token: 9, gen throughput (token/s): ") + rate +
                   ", #queue-req: 0\n";
        };
        SAME_RATE(read(batch("800.0") + batch("400.0") + batch("800.0")).output, 3 * 8 / (8 / 800.0 + 8 / 400.0 + 8 / 800.0));
        const std::string first = "[2026-11-28 10:00:00 DP0 TP0] " + batch("800.0"),
                          other = "[2026-11-28 10:00:00 DP1 TP0] " + batch("600.0");
        SAME_RATE(read(first + other + first + other).output, 1400.0);
    }

    void tables_of_llama_bench()
    {
        const MeasuredSpeed speed =
            read("| model | size | params | backend | ngl | test | t/s |\n| --- | ---: | ---: | --- | --: | ---: | ---: |\n"
                 "| llama 8B Q4_K | 4.58 GiB | 8.03 B | CUDA | 99 | pp512 | 5234.11 ± 20.10 |\n"
                 "| llama 8B Q4_K | 4.58 GiB | 8.03 B | CUDA | 99 | tg128 | 131.42 ± 0.30 |\n"
                 "| llama 8B Q4_K | 4.58 GiB | 8.03 B | CUDA | 99 | pp512+tg128 | 500.00 ± 0.30 |\n");
        SAME_RATE(speed.prefill, 5234.11);
        SAME_RATE(speed.decode, 131.42);
        const MeasuredSpeed rows =
            read(R"([{"n_prompt": 512, "n_gen": 0, "avg_ts": 700.5}, {"n_prompt": 0, "n_gen": 128, "avg_ts": 33.25}])");
        SAME_RATE(rows.prefill, 700.5);
        SAME_RATE(rows.decode, 33.25);
    }

    /// Several lengths, depths and numbers of layers in one table: the first of each kind on an empty cache.
    void a_table_of_several_settings()
    {
        const char *head = "| model | ngl | test | t/s |\n| --- | --: | ---: | ---: |\n";
        const MeasuredSpeed deep = read((std::string(head) + "| a | 99 | pp512 @ d4096 | 900 |\n| a | 99 | pp512 | 1000 |\n"
                                                             "| a | 99 | pp512 @ d8192 | 800 |\n| a | 99 | tg128 | 50 |\n"
                                                             "| a | 99 | tg128 @ d4096 | 40 |\n")
                                            .c_str());
        SAME_RATE(deep.prefill, 1000.0);
        SAME_RATE(deep.decode, 50.0);
        const MeasuredSpeed layers = read((std::string(head) + "| a | 99 | pp512 | 1000 |\n| a | 99 | tg128 | 50 |\n"
                                                               "| a | 0 | pp512 | 100 |\n| a | 0 | tg128 | 5 |\n")
                                              .c_str());
        SAME_RATE(layers.prefill, 1000.0);
        SAME_RATE(layers.decode, 50.0);
        const MeasuredSpeed rows = read(R"([{"n_prompt": 512, "n_gen": 0, "n_depth": 4096, "avg_ts": 300.5},
            {"n_prompt": 512, "n_gen": 0, "n_depth": 0, "avg_ts": 700.5}, {"n_prompt": 0, "n_gen": 128, "n_depth": 4096, "avg_ts": 20}])");
        SAME_RATE(rows.prefill, 700.5);
        SAME_RATE(rows.decode, 20.0); // there is no other
    }

    void what_says_no_time()
    {
        QVERIFY(!read("Avg generation throughput: 0.0 tokens/s\n").known());
        QVERIFY(!read("{\"train_runtime\": 0, \"global_step\": 0}").known());
        QVERIFY(!read("| model | test | t/s |\n| a | pp512 | n/a |\n").known());
    }
};

PLIMSOLL_TEST(TestMeasuredSpeed)
#include "test_measured_speed.moc"
