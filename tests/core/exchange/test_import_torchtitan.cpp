// SPDX-License-Identifier: GPL-3.0-or-later
// torchtitan's configurations in TOML as plans: text in, the plan and the three lists out.
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

#include <QTest>

using namespace plimsoll;

namespace {

Result<std::string> no_file_beside(const std::string &path) { return Error{path, {}, {}, "there is no such file"}; }

Imported read_toml(const std::string &text)
{
    Result<Imported> read = imported(text, "", no_file_beside);
    if (!read.ok()) qFatal("%s", read.error().message().c_str());
    return *std::move(read);
}

} // namespace

class TestImportTorchtitan : public QObject {
    Q_OBJECT

private slots:
    void a_run_of_llama()
    {
        const Imported read =
            read_toml("# torchtitan\n[job]\ndump_folder = \"./outputs\"\n[model]\nname = \"llama3\"\nflavor = '8B'\n"
                      "hf_assets_path = \"meta-llama/Llama-3.1-8B\"\n[optimizer]\nname = \"AdamW\"\nlr = 3e-4\n"
                      "[training]\nlocal_batch_size = 1\nseq_len = 8_192\nsteps = 10 # in all\n"
                      "[parallelism]\ndata_parallel_shard_degree = 8\ntensor_parallel_degree = 2\n"
                      "fsdp_reshard_after_forward = \"never\"\n[activation_checkpoint]\nmode = \"selective\"\n"
                      "selective_ac_option = \"op\"\n[compile]\nenable = false\n");
        QCOMPARE(read.tool, std::string("torchtitan"));
        QCOMPARE(tests::stated(read),
                 std::string(R"({"model":{"hub":"meta-llama/Llama-3.1-8B"},"stack":"torchtitan","method":"full",)"
                             R"("optimizer":{"name":"adamw"},"micro_batch":1,"sequence_length":8192,)"
                             R"("gradient_checkpointing":{"selective":"operations"},"compile":false,)"
                             R"("parallel":{"data":8,"tensor":2,"reshard_after_forward":false}})"));
    }

    /// torchtitan 0.3 run_train.sh: torchrun --nproc_per_node=${NGPU} -m torchtitan.train --module ${MODULE} --config ${CONFIG} "$@"
    void its_script_is_that_command()
    {
        const Imported script = read_toml("NGPU=4 MODULE=llama3 CONFIG=llama3_8b ./run_train.sh --training.local_batch_size 2\n");
        QCOMPARE(script.tool, std::string("torchtitan"));
        const Imported said = read_toml("torchrun --nproc_per_node=4 -m torchtitan.train --module llama3 --config llama3_8b "
                                        "--training.local_batch_size 2\n");
        QCOMPARE(tests::stated(script), tests::stated(said));
        QCOMPARE(script.not_said.size(), std::size_t{0});
        const Imported eight = read_toml("MODULE=qwen3 CONFIG=qwen3_14b ./run_train.sh\n");
        QCOMPARE(eight.plan.parallel.data, Count{8});
        QCOMPARE(eight.plan.model.hub, std::string("Qwen/Qwen3-14B"));
        const Imported wide = read_toml("NGPU=16 MODULE=llama3 CONFIG=llama3_70b ./run_train.sh\n"); // of eight tensor ranks each
        QCOMPARE(wide.plan.parallel.data * wide.plan.parallel.tensor, Count{16});
        const Imported unknown = read_toml("CONFIG=llama4_17bx16e MODULE=llama4 ./run_train.sh --training.seq_len 4096\n");
        QCOMPARE(unknown.plan.sequence_length, Count{4096});
        QVERIFY(std::ranges::any_of(unknown.not_said,
                                    [](const ImportedKey &key) { return key.why.find("llama4_17bx16e") != std::string::npos; }));
    }

    void a_command_that_names_its_configuration()
    {
        // torchtitan 0.3.0, models/llama3/config_registry.py: llama3_8b, llama3_70b
        const Imported small = read_toml("torchrun --nproc_per_node=8 -m torchtitan.train --module llama3 --config llama3_8b\n");
        QCOMPARE(small.tool, std::string("torchtitan"));
        QCOMPARE(small.plan.model.hub, std::string("meta-llama/Llama-3.1-8B"));
        QCOMPARE(small.plan.micro_batch, Count{1});
        QCOMPARE(small.plan.sequence_length, Count{8192});
        QCOMPARE(small.plan.parallel.data, Count{8});
        QCOMPARE(small.not_said.size(), std::size_t{0});
        const Imported large =
            read_toml("torchrun --nproc_per_node=16 -m torchtitan.train --module llama3 --config llama3_70b "
                      "--training.seq_len 4096 --training.local_batch_size=2 --parallelism.tensor_parallel_degree 4 "
                      "--compile.enable activation-checkpoint:selective\n");
        QCOMPARE(large.plan.micro_batch, Count{2});
        QCOMPARE(large.plan.sequence_length, Count{4096});
        QCOMPARE(large.plan.parallel.tensor, Count{4});
        QCOMPARE(large.plan.parallel.data, Count{4});
        QVERIFY(large.plan.compile);
        QCOMPARE(large.plan.gradient_checkpointing.selective, std::string("operations"));
        const Imported other = read_toml("python -m torchtitan.train --module x --config own --training.seq_len 64\n");
        QCOMPARE(other.plan.sequence_length, Count{64});
        QVERIFY(!tests::why_not(other, "config").empty());
    }

    void layers_and_whole_models_are_recomputed()
    {
        const auto stated = [](const std::string &mode) {
            return read_toml("[parallelism]\ntensor_parallel_degree = 1\n[activation_checkpoint]\n" + mode)
                .plan.gradient_checkpointing;
        };
        QCOMPARE(stated("mode = \"selective\"\nselective_ac_option = \"2\"\n").every, Count{2});
        QVERIFY(!stated("mode = \"none\"\n").enabled);
        QVERIFY(stated("mode = \"full\"\n").enabled);
    }

    void what_is_no_toml_is_told_by_its_line()
    {
        const Result<Imported> read =
            imported("[parallelism]\ntensor_parallel_degree = 2\nx = [1, \"a\n[training]\ny = 2\n", "", no_file_beside);
        QVERIFY(!read.ok());
        QVERIFY2(read.error().message().find("line 3") != std::string::npos, read.error().message().c_str());
    }
};

PLIMSOLL_TEST(TestImportTorchtitan)
#include "test_import_torchtitan.moc"
