// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts of Unsloth 2026.10.9 as plans: what its own loader, adapters and trainers make of their arguments.
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::tests;

namespace {

Imported script(const std::string &loader, const std::string &adapters, const std::string &config = {})
{
    return import_text("import os\n"
                       "from unsloth import FastLanguageModel\n"
                       "model, tok = FastLanguageModel.from_pretrained('org/m'" +
                       loader + ")\nmodel = FastLanguageModel.get_peft_model(model" + adapters +
                       ")\nt = SFTTrainer(model=model, train_dataset=ds, args=SFTConfig(per_device_train_batch_size=1" + config +
                       "))\n");
}

} // namespace

class TestImportUnsloth : public QObject {
    Q_OBJECT

private slots:
    void embeddings_among_the_targets_train_whole()
    {
        const Imported read =
            script("", ", target_modules=['q_proj', 'embed_tokens', 'model.lm_head'], modules_to_save=['norm']");
        QCOMPARE(read.plan.adapter.targets, std::vector<std::string>{"q_proj"});
        QCOMPARE(read.plan.adapter.modules_to_save, (std::vector<std::string>{"norm", "embed_tokens", "model.lm_head"}));
        QCOMPARE(listed(read.not_said), std::string());
        const Imported none = script("", ", target_modules=['q_proj', 'lm_head'], modules_to_save=[]");
        QCOMPARE(none.plan.adapter.modules_to_save, std::vector<std::string>{"lm_head"});
        const Imported other = script("", ", target_modules=['q_proj']");
        QVERIFY(!other.plan.has("adapter.modules_to_save"));
    }

    void rows_are_as_long_as_the_shorter_says()
    {
        const auto length = [](const std::string &loader, const std::string &config) {
            return script(loader, "", config).plan.sequence_length;
        };
        QCOMPARE(length(", max_seq_length=2048", ", max_length=8192"), Count{2048});
        QCOMPARE(length(", max_seq_length=2048", ", max_length=1024"), Count{1024});
        QCOMPARE(length(", max_seq_length=4096", ""), Count{4096});
        QCOMPARE(length("", ", max_length=8192"), Count{2048}); // from_pretrained's own
        QCOMPARE(length(", max_seq_length=1024", ", max_seq_length=4096"), Count{1024});
        QCOMPARE(script(", max_seq_length=4096", ", max_seq_length=1024").plan.sequence_length,
                 Count{4096}); // "not used anymore"
    }

    void keys_of_trl()
    {
        const Imported read = script("", "", ", padding_free=True, assistant_only_loss=True");
        QVERIFY(read.plan.has("padded") && !read.plan.padded);
        QCOMPARE(listed(read.not_said), std::string());
    }

    void variables_that_a_script_sets()
    {
        const auto with = [](const char *line) {
            return import_text(std::string("import os\n") + line +
                               "\nmodel, tok = FastLanguageModel.from_pretrained('org/m', max_seq_length=512)\n");
        };
        const Imported logits = with("os.environ['UNSLOTH_RETURN_LOGITS'] = '1'");
        QVERIFY(logits.plan.has("loss.kind"));
        QCOMPARE(logits.plan.loss.kind, LossKind::fused_ce);
        QVERIFY(!with("os.environ[\"UNSLOTH_RETURN_LOGITS\"] = \"0\"").plan.has("loss.kind"));
        QCOMPARE(listed(with("os.environ[\"UNSLOTH_CE_LOSS_TARGET_GB\"]=\"0.5\"").not_said),
                 std::string("2:UNSLOTH_CE_LOSS_TARGET_GB"));
        QCOMPARE(listed(with("os.environ['MY_OWN'] = 'x'").not_said), std::string());
        const Imported segments = import_text("import os\nos.environ['PYTORCH_CUDA_ALLOC_CONF'] = 'expandable_segments:True'\n"
                                              "t = SFTTrainer(model='org/m', args=SFTConfig(bf16=True))\n");
        QVERIFY(segments.plan.allocator.expandable_segments);
    }
};

PLIMSOLL_TEST(TestImportUnsloth)
} // namespace PLIMSOLL_FILE
#include "test_import_unsloth.moc"
