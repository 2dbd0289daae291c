// SPDX-License-Identifier: GPL-3.0-or-later
// store_gpus GPUS.json OUTPUT.cpp: writes the shipped catalogue as stored_gpus() (stored_gpu.h). Run by the build; a mistake in
// the catalogue ends it.
#include "core/cards/catalogue_parser.h"

#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace {

using namespace plimsoll;

/// As a C++ literal; JSON's escapes are C++'s but for \u, which none of its texts needs beside UTF-8.
std::string literal(const std::string &text) { return nlohmann::json(text).dump(); }

template <class T>
std::string known(const std::optional<T> &value)
{
    return value ? std::to_string(static_cast<long long>(*value)) : "-1";
}

const char *truth(bool value) { return value ? "true" : "false"; }

void write_card(std::ostream &out, const Gpu &gpu, std::size_t aliases, std::size_t figures)
{
    out << "    {" << literal(gpu.vendor) << ", " << literal(gpu.name) << ", " << literal(gpu.architecture) << ", "
        << literal(gpu.form) << ", " << aliases << ", " << aliases + gpu.aliases.size() << ",\n     "
        << known(gpu.capability_major) << ", " << known(gpu.capability_minor) << ", " << known(gpu.sm_count) << ", "
        << gpu.memory_nominal << ", " << known(gpu.memory_reported) << ", " << known(gpu.memory_process) << ", "
        << known(gpu.memory_process_windows) << ", " << known(gpu.free_at_start) << ", " << known(gpu.free_at_start_most) << ", "
        << truth(gpu.bf16) << ", " << known(gpu.fp16) << ", " << known(gpu.fp8) << ", " << known(gpu.fp4) << ", "
        << truth(gpu.unified_memory) << ", " << truth(gpu.coherent_memory) << ", " << truth(gpu.aftermarket) << ", " << gpu.year
        << ", " << known(gpu.gpus_per_node) << ",\n     " << literal(gpu.notes) << ", " << literal(gpu.source) << ", " << figures
        << ", " << figures + gpu.figures.size() << "},\n";
}

void write(std::ostream &out, const std::vector<Gpu> &gpus)
{
    out << "#include \"core/cards/stored_gpu.h\"\n\nnamespace plimsoll {\nnamespace {\n\n";
    out << "constexpr std::string_view aliases[] = {\n";
    for (const Gpu &gpu : gpus)
        for (const std::string &alias : gpu.aliases) out << "    " << literal(alias) << ",\n";
    out << "};\n\nconstexpr StoredFigure figures[] = {\n";
    for (const Gpu &gpu : gpus)
        for (const FigureSource &figure : gpu.figures)
            out << "    {" << literal(figure.field) << ", static_cast<Certainty>(" << static_cast<int>(figure.certainty) << "), "
                << literal(figure.source) << "},\n";
    out << "};\n\nconstexpr StoredGpu gpus[] = {\n";
    std::size_t aliases = 0, figures = 0;
    for (const Gpu &gpu : gpus) {
        write_card(out, gpu, aliases, figures);
        aliases += gpu.aliases.size();
        figures += gpu.figures.size();
    }
    out << "};\n\n} // namespace\n\nStoredGpus stored_gpus() { return {gpus, aliases, figures}; }\n\n} // namespace plimsoll\n";
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 3) return std::cerr << "store_gpus GPUS.json OUTPUT.cpp\n", 2;
    std::ifstream in(argv[1]);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const plimsoll::GpuCatalogue read = plimsoll::parse_gpu_catalogue(text, argv[1]);
    for (const plimsoll::CatalogueProblem &problem : read.problems) std::cerr << problem.message() << '\n';
    if (!read.problems.empty() || read.gpus.empty()) return 1;
    std::ofstream out(argv[2]);
    write(out, read.gpus);
    return out.flush() ? 0 : 1;
}
