// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

Installed with(const char *library, const char *release) { return installed_by({{library, release}}); }

/// What stands between a change and the release before it, as far as numbers tell: 5.0.0 → 4.999.999.
ReleaseNumber just_before(ReleaseNumber since)
{
    for (std::size_t i = since.size(); i-- > 0; since[i] = 999)
        if (since[i] > 0) {
            --since[i];
            return since;
        }
    return {};
}

} // namespace

class TestLibraryChanges : public QObject {
    Q_OBJECT
private slots:
    void rows_are_sorted_and_sourced()
    {
        int rows = 0;
        for (const Library *library : all_libraries()) {
            QVERIFY2(std::ranges::is_sorted(library->changes, std::greater{}, &Change::since), library->name.data());
            for (const Change &change : library->changes) {
                ++rows;
                QVERIFY2(!change.where.empty(), library->name.data());
            }
            QCOMPARE(library_named(library->name), library);
        }
        QVERIFY(rows > 50);
    }

    /// Each of them tells the releases before it from those since.
    void every_change_shows()
    {
        for (const Library *library : all_libraries())
            for (const Change &change : library->changes) {
                Installed before, since;
                apply_changes(*library, just_before(change.since), before);
                apply_changes(*library, change.since, since);
                QVERIFY2(before != since, (std::string(library->name) + ": " + std::string(change.where)).c_str());
            }
    }

    void the_known_release_changes_nothing()
    {
        for (const Library *library : all_libraries())
            if (!library->known.empty()) {
                const std::string known(library->known);
                QVERIFY2(installed_by({{std::string(library->name), known}}) == Installed{}, known.c_str());
            }
        QVERIFY(installed_by({}) == Installed{});
        QVERIFY(installed_by({{"of nobody", "0.1"}}) == Installed{});
    }

    void what_is_held_is_older_than_what_is_known()
    {
        int held = 0;
        for (const Library *library : all_libraries())
            for (const HeldRelease &holds : library->holds) {
                ++held;
                const Library *other = library_named(holds.library);
                QVERIFY(other != nullptr && other->shared && !holds.source.empty());
                QVERIFY(release_in(holds.version) < release_in(other->known));
            }
        QVERIFY(held > 5);
    }

    /// AgileRL's pyproject.toml at v2.8.2 and v2.8.4: each pins one release of transformers and one of liger-kernel.
    void what_is_held_goes_by_what_else_is_named()
    {
        const Library *agilerl = library_named("agilerl");
        const auto held = [&](const NamedReleases &named) {
            return std::string(held_beside(named, agilerl->holds, "liger_kernel")->version);
        };
        QCOMPARE(held({{"transformers", "5.11.0"}}), std::string("0.8.0"));
        QCOMPARE(held({{"transformers", "5.14.1"}}), std::string("0.8.1"));
        QCOMPARE(held({}), std::string("0.8.1"));
        QVERIFY(held_beside({}, agilerl->holds, "trl") == nullptr);
    }

    void changes_add_up()
    {
        QVERIFY(with("transformers", "4.44.2").older.upcasts_logits && with("transformers", "4.44.2").older.shifts_logits);
        QVERIFY(!with("transformers", "4.49.1").older.upcasts_logits && with("transformers", "4.49.1").older.shifts_logits);
        QCOMPARE(with("vllm", "0.33.0").vllm.share, 0.92);
        QCOMPARE(with("vllm", "0.11").vllm.share, 0.9);
        QVERIFY(!with("vllm", "0.11").vllm.first_engine && with("vllm", "0.7.3").vllm.first_engine);
        QCOMPARE(with("vllm", "0.6.1").vllm.chunk_of_long, Count{512});
        QCOMPARE(with("vllm", "0.3").vllm.non_torch, with("vllm", "0.33").vllm.non_torch);
    }

    /// "0.5" of SGLang is the known release, "0.4" the last of its line; llama.cpp's are builds and dates.
    void libraries_read_their_own_words()
    {
        QVERIFY(with("sglang", "0.5") == Installed{});
        QVERIFY(with("sglang", "0.4").sglang.window_pools && !with("sglang", "0.4.8").sglang.window_pools);
        QVERIFY(with("sglang", "0.4").sglang.share == sglang::ShareRule::by_card);
        QVERIFY(with("llama.cpp", "b4965") == with("llama.cpp", "4965"));
        QVERIFY(with("llama.cpp", "2025-04") == with("llama.cpp", "b4965"));
        QVERIFY(!with("llama.cpp", "b7406").llama_cpp.fits_itself && with("llama.cpp", "b7407").llama_cpp.fits_itself);
        QCOMPARE(with("llama.cpp", "b6100").llama_cpp.rules.split_inputs, 10);
        QCOMPARE(with("llama.cpp", "b6300").llama_cpp.rules.split_inputs, 30);
        QVERIFY(with("llama.cpp", "a commit") == Installed{});
    }
};

PLIMSOLL_TEST(TestLibraryChanges)
} // namespace PLIMSOLL_FILE
#include "test_library_changes.moc"
