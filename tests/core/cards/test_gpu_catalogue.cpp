// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/catalogue_text.h"
#include "core/cards/gpu_catalogue.h"
#include "tests/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <filesystem>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

const Gpu &card(const std::string &name)
{
    const auto found = std::ranges::find(gpu_catalogue(), name, &Gpu::name);
    if (found == gpu_catalogue().end()) qFatal("no card %s", name.c_str());
    return *found;
}

std::string own_file(const std::string &cards) { return "{\"schema\": \"plimsoll.gpus/1\",\n \"gpus\": [\n" + cards + "\n]}\n"; }

} // namespace

class TestGpuCatalogue : public QObject {
    Q_OBJECT
private slots:
    void shipped_catalogue_is_sound();
    void the_program_holds_what_the_file_says();
    void usable_is_measured_where_a_tool_printed_it();
    void usable_is_derived_elsewhere_and_near_what_was_measured();
    void unknown_figures_stay_absent();
    void facts_say_when_the_multiprocessors_are_assumed();
    void nodes_are_those_of_the_machines();
    void own_cards_replace_and_add();
    void mistakes_name_line_and_field();
    void keys_that_stand_twice_are_said();
    void broken_syntax_costs_only_its_card();
    void mistakes_stand_where_they_are();
    void names_can_be_asked_for();
    void hostile_texts_are_refused();
    void files_that_cannot_be_read_are_reported();
};

void TestGpuCatalogue::shipped_catalogue_is_sound()
{
    for (const CatalogueProblem &problem : gpu_catalogue_problems()) qWarning("%s", problem.message().c_str());
    QVERIFY(gpu_catalogue_problems().empty());
    QVERIFY(gpu_catalogue().size() >= 439);
    for (const Gpu &gpu : gpu_catalogue()) {
        QVERIFY2(!gpu.source.empty(), gpu.name.c_str());
        QVERIFY2(gpu.usable_bytes() > 0 && gpu.usable_bytes() <= gpu.memory_nominal + gib, gpu.name.c_str());
        QVERIFY2(!gpu.usable().source.empty(), gpu.name.c_str());
        if (gpu.memory_reported && gpu.memory_process) // an instance of a card keeps nothing back
            QVERIFY2(*gpu.memory_process + (gpu.form == "slice" ? 0 : 1) <= *gpu.memory_reported, gpu.name.c_str());
        if (gpu.memory_reported) QVERIFY2(gpu.figure("memory.reported") != nullptr, gpu.name.c_str());
        QCOMPARE(gpu.vendor == "NVIDIA", gpu.capability_major.has_value());
        if (gpu.vendor == "NVIDIA") QCOMPARE(gpu.bf16, *gpu.capability_major >= 8);
    }
}

/// The file is read while the program is built.
void TestGpuCatalogue::the_program_holds_what_the_file_says()
{
    const CatalogueFile file = read_catalogue_file(PLIMSOLL_SOURCE "/resources/gpus.json");
    QVERIFY(file.problems.empty());
    const GpuCatalogue read = parse_gpu_catalogue(file.text, "gpus.json");
    QVERIFY(read.problems.empty());
    QVERIFY(read.gpus == gpu_catalogue());
}

void TestGpuCatalogue::usable_is_measured_where_a_tool_printed_it()
{
    const Gpu &gpu = card("GeForce RTX 4090");
    QCOMPARE(gpu.memory_nominal, 24 * gib);
    QCOMPARE(gpu.memory_reported, std::optional<Bytes>(24564 * mib));
    QCOMPARE(gpu.usable_bytes(), 24080 * mib);
    QCOMPARE(gpu.usable().certainty, Certainty::measured);
    QCOMPARE(gpu.usable(Platform::windows).bytes, 24563 * mib);
    QCOMPARE(gpu.short_name(), std::string("RTX 4090"));
    QCOMPARE(gpu.short_title(), std::string("24 GB RTX 4090"));
    QCOMPARE(card("H200 SXM 141GB").short_title(), std::string("141 GB H200 SXM"));
    QCOMPARE(card("GeForce RTX 4090 48GB (aftermarket)").short_title(), std::string("48 GB RTX 4090 (aftermarket)"));
    QCOMPARE(card("A100 SXM4 80GB").usable_bytes(), 81152 * mib);
}

void TestGpuCatalogue::usable_is_derived_elsewhere_and_near_what_was_measured()
{
    QCOMPARE(card("GeForce RTX 4080").usable_bytes(), (16376 - 441) * mib);
    QCOMPARE(card("GeForce RTX 4080").usable().certainty, Certainty::derived);
    for (Gpu gpu : gpu_catalogue()) {
        if (gpu.vendor != "NVIDIA" || gpu.unified_memory || gpu.form == "slice") continue;
        if (!gpu.memory_reported || !gpu.memory_process) continue;
        const Bytes measured = *gpu.memory_process;
        gpu.memory_process.reset();
        QVERIFY2(std::abs(gpu.usable_bytes() - measured) <= 240 * mib, gpu.name.c_str());
    }
}

void TestGpuCatalogue::unknown_figures_stay_absent()
{
    const Gpu &gpu = card("Arc B580");
    QVERIFY(!gpu.capability_major && !gpu.sm_count && !gpu.memory_reported && !gpu.memory_process);
    QCOMPARE(gpu.usable().certainty, Certainty::stated);
    QVERIFY(!card("Gaudi 2").fp16);
}

void TestGpuCatalogue::facts_say_when_the_multiprocessors_are_assumed()
{
    const CardFacts known = card("GeForce RTX 4090").facts();
    QCOMPARE(known, (CardFacts{"GeForce RTX 4090", 8, 9, 128, 1536, true, 24080 * mib, (24564 - 24080) * mib, 4}));
    const CardFacts assumed = card("Tesla P4").facts();
    QVERIFY(!assumed.sm_count_known);
    QVERIFY(assumed.sm_count > 0);
    QCOMPARE(card("Instinct MI300X").facts().sm_count_known, false);
    // a slice is like other slices, not like a whole card of its size
    QCOMPARE(card("RTX PRO 5000 Blackwell MIG 1g.24gb").facts().sm_count, 46);
    QCOMPARE(card("B200 MIG 3g.90gb").facts().sm_count, *card("B200 MIG 4g.90gb").sm_count);
}

void TestGpuCatalogue::nodes_are_those_of_the_machines()
{
    QCOMPARE(card("H100 SXM5 80GB").in_a_node(), 8);
    QCOMPARE(card("GB200 (per GPU)").in_a_node(), 4); // a tray of NVL72
    QCOMPARE(card("GH200 96GB").in_a_node(), 1);
    QCOMPARE(card("GeForce RTX 3090").in_a_node(), 4);
    QCOMPARE(card("GeForce RTX 4090 Laptop").in_a_node(), 1);
    QCOMPARE(card("GeForce RTX 3090").facts().gpus_per_node, 4);
}

void TestGpuCatalogue::own_cards_replace_and_add()
{
    const std::string text =
        own_file(R"({"name": "GeForce RTX 4090", "memory": {"nominal": "48 GiB", "process_linux": "47000 MiB"}},
        {"name": "Our card", "vendor": "NVIDIA", "compute_capability": "9.0", "memory": {"nominal": 68719476736}})");
    const GpuCatalogue own = parse_gpu_catalogue(text, "own.json");
    QVERIFY(own.problems.empty());
    const GpuCatalogue merged = merge_catalogues({gpu_catalogue(), {}}, own);
    QCOMPARE(merged.gpus.size(), gpu_catalogue().size() + 1);
    QCOMPARE(merged.gpus.back().memory_nominal, 64 * gib);
    const Result<GpuMatch> match = find_gpu("GeForce RTX 4090", merged.gpus);
    QCOMPARE(match->gpu->usable_bytes(), 47000 * mib);
    QCOMPARE(match->gpu->usable().certainty, Certainty::stated);
}

void TestGpuCatalogue::mistakes_name_line_and_field()
{
    const GpuCatalogue own = parse_gpu_catalogue(own_file(R"({"name": "A", "memory": {"nominal": "24 GX"}},
{"name": "B", "memory": {"nominal": "24 GiB"}, "compute_capability": 8.9},
{"name": "C", "memory": {"nominal": "24 GiB"}, "colour": "red"},
{"name": "C",
 "memory": {"nominal": "8 GiB"}},
{"memory": {"nominal": -4}})"),
                                                 "own.json");
    QCOMPARE(own.gpus.size(), std::size_t{1});
    QCOMPARE(own.gpus[0].name, std::string("C"));
    QCOMPARE(own.gpus[0].memory_nominal, 24 * gib);
    QStringList lines;
    for (const CatalogueProblem &problem : own.problems)
        lines << QString::fromStdString(problem.message()).section(", accepted", 0, 0);
    QCOMPARE(lines, (QStringList{"own.json:3: memory.nominal: \"A\" is left out, read \"24 GX\"",
                                 "own.json:4: compute_capability: \"B\" is left out, read 8.9",
                                 "own.json:5: colour: unknown field, ignored",
                                 "own.json:6: name: stands twice, the first is kept, read \"C\"",
                                 "own.json:8: name: read nothing", "own.json:8: memory.nominal: read -4"}));
}

void TestGpuCatalogue::keys_that_stand_twice_are_said()
{
    const GpuCatalogue own = parse_gpu_catalogue(own_file(R"({"name": "A", "memory": {"nominal": "8 GiB"}},
{"name": "B", "memory": {"nominal": "8 GiB"}}],
"gpus": [
{"name": "C", "memory": {"nominal": "8 GiB"}})"),
                                                 "own.json");
    QStringList said;
    for (const CatalogueProblem &problem : own.problems) said << QString::fromStdString(problem.message());
    QCOMPARE(said, (QStringList{"own.json:5: gpus: stands twice, the last is read"}));
    const GpuCatalogue one = parse_gpu_catalogue(own_file(R"({"name": "A", "memory": {"nominal": "8 GiB",
 "nominal": "24 GiB"}})"),
                                                 "own.json");
    QCOMPARE(one.gpus.front().memory_nominal, 24 * gib);
    QCOMPARE(one.problems.size(), std::size_t{1});
    QCOMPARE(one.problems.front().message(), std::string("own.json:4: memory.nominal: stands twice, the last is read"));
}

void TestGpuCatalogue::broken_syntax_costs_only_its_card()
{
    const GpuCatalogue own = parse_gpu_catalogue(own_file(R"({"name": "A", "memory": {"nominal": "8 GiB"}},
{"name": "B", "memory": {"nominal" "8 GiB"}},
{"name": "C", "memory": {"nominal": "8 GiB"}})"),
                                                 "own.json");
    QCOMPARE(own.gpus.size(), std::size_t{2});
    QCOMPARE(own.problems.size(), std::size_t{1});
    QCOMPARE(own.problems[0].line, 4);
    // lines are those of the file, not of the card
    const GpuCatalogue lower =
        parse_gpu_catalogue(own_file("{\"name\": \"A\",\n\"memory\": {\"nominal\": \"8 GiB\",}}"), "own.json");
    QCOMPARE(lower.problems.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(lower.problems[0].message()).section('(', 0, 0),
             QString("own.json:4: the card: is not valid JSON at line 4, column 31 "));
}

void TestGpuCatalogue::mistakes_stand_where_they_are()
{
    const GpuCatalogue own = parse_gpu_catalogue(own_file(R"(3,
{"name": "A", "memory": {"nominal": "8 GiB", "process_linux": {"size": "7 GiB", "certainty": "sure"}}},
{"name": "B", "memory": {"nominal": "8 GiB"}, "dtypes": null, "fp16_fast": "maybe"})"),
                                                 "own.json");
    QStringList said;
    for (const CatalogueProblem &problem : own.problems)
        said << QString::fromStdString(problem.message()).section(", accepted", 0, 0);
    QCOMPARE(said, (QStringList{"own.json:2: gpus: read 3",
                                "own.json:4: memory.process_linux.certainty: \"A\" is left out, read \"sure\"",
                                "own.json:5: fp16_fast: \"B\" is left out, read \"maybe\""}));
    const GpuCatalogue cut = parse_gpu_catalogue("{\"schema\": \"plimsoll.gpus/1\",\n\"gpus\": [\n{\"name\": ", "own.json");
    QCOMPARE(cut.problems.size(), std::size_t{1});
    QCOMPARE(cut.problems[0].line, 3);
}

void TestGpuCatalogue::names_can_be_asked_for()
{
    for (const char *name : {" ", "B:4"}) {
        const GpuCatalogue own = parse_gpu_catalogue(
            own_file("{\"name\": \"" + std::string(name) + "\", \"memory\": {\"nominal\": \"8 GiB\"}}"), "own.json");
        QVERIFY2(own.gpus.empty(), name);
        QCOMPARE(own.problems.size(), std::size_t{1});
        QVERIFY(own.problems[0].message().ends_with("accepted: a name that is not blank and does not end in :N"));
    }
}

void TestGpuCatalogue::hostile_texts_are_refused()
{
    const std::string deep(100000, '[');
    for (const std::string &text :
         {std::string(), std::string("[]"), std::string("{}"), std::string("null"), std::string("{\"gpus\": 3}"),
          std::string("{\"gpus\": [3, null, \"x\", {}]}"), deep, std::string("{\"gpus\": [{\"name\": \""),
          std::string("{\"gpus\": [{\"name\": \"\xff\xfe\", \"memory\": {\"nominal\": \"1e400 GiB\"}}]}"),
          std::string("{\"gpus\": [{\"name\": \"x\", \"memory\": {\"nominal\": 1e30}}]}")}) {
        const GpuCatalogue read = parse_gpu_catalogue(text, "own.json");
        QVERIFY(read.gpus.empty());
        QVERIFY(!read.problems.empty());
    }
}

void TestGpuCatalogue::files_that_cannot_be_read_are_reported()
{
    QVERIFY(read_gpu_catalogue("/no/such/file.json").problems.empty());
    QVERIFY(read_gpu_catalogue({}).problems.empty());
    const GpuCatalogue folder = read_gpu_catalogue(std::filesystem::temp_directory_path().string());
    QCOMPARE(folder.problems.size(), std::size_t{1});
    QVERIFY(user_catalogue_path().ends_with("plimsoll/gpus.json"));
    QTemporaryDir own;
    const std::string path = own.filePath("gpus.json").toStdString();
    const auto said = [&path] { return read_catalogue_file(path).problems.at(0).message(); };
    QVERIFY(QFile::link(own.filePath("elsewhere.json"), own.filePath("gpus.json")));
    QCOMPARE(said(), path + ": is a link to a file that is not there");
    QFile elsewhere(own.filePath("elsewhere.json"));
    QVERIFY(elsewhere.open(QIODevice::WriteOnly));
    QCOMPARE(said(), path + ": is empty");
}

PLIMSOLL_TEST(TestGpuCatalogue)
} // namespace PLIMSOLL_FILE
#include "test_gpu_catalogue.moc"
