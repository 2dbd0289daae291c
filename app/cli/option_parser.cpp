// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/option_parser.h"

#include "core/cards/gpu_catalogue.h"
#include "core/model/presets.h"
#include "core/plan/field.h"

#include <algorithm>

namespace plimsoll::cli {

namespace {

/// The words of "a | b | c" or "a, b, c"; nothing where one has a space, which is prose.
std::vector<std::string> listed_words(const std::string &text, const std::string &separator)
{
    std::vector<std::string> out;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(separator, at), text.size());
        out.push_back(text.substr(at, end - at));
        at = end + separator.size();
    }
    const bool plain = std::ranges::all_of(
        out, [](const std::string &word) { return !word.empty() && word.find_first_of(" ;:") == std::string::npos; });
    return plain && out.size() > 1 ? out : std::vector<std::string>();
}

/// What may be typed for an option, by its name and its help.
std::vector<std::string> option_choices(const std::string &name, const std::string &about)
{
    std::vector<std::string> out;
    if (name == "format") return listed_words(about.substr(0, about.find(';')), ", ");
    const Field *field = field_for_option(name);
    if (field == nullptr) return listed_words(about, " | ");
    if (field->path == "model")
        for (const Preset &preset : presets()) out.push_back(preset.name);
    if (field->path == "target.gpus")
        for (const Gpu &gpu : gpu_catalogue()) out.push_back(gpu.name);
    if (field->type == FieldType::boolean) return {"true", "false"};
    return out.empty() ? field->choices : out;
}

OptionFacts facts_of(const QCommandLineOption &option)
{
    OptionFacts out{{},
                    option.valueName().toStdString(),
                    option.description().toStdString(),
                    {},
                    option.flags().testFlag(QCommandLineOption::HiddenFromHelp)};
    for (const QString &name : option.names()) out.names.push_back(name.toStdString());
    if (!out.value.empty()) out.choices = option_choices(out.names.back(), out.about);
    return out;
}

} // namespace

bool OptionParser::addOption(const QCommandLineOption &option)
{
    m_options.append(option);
    return QCommandLineParser::addOption(option);
}

void OptionParser::addPositionalArgument(const QString &name, const QString &description, const QString &syntax)
{
    m_operand = syntax.isEmpty() ? name : syntax;
    m_operand_about = description;
    QCommandLineParser::addPositionalArgument(name, description, syntax);
}

CommandOptions OptionParser::taken() const
{
    CommandOptions out{{}, m_operand.toStdString(), m_operand_about.toStdString()};
    for (const QCommandLineOption &option : m_options) out.options.push_back(facts_of(option));
    return out;
}

bool OptionParser::has(const QString &option) const
{
    return std::ranges::any_of(m_options, [&](const QCommandLineOption &one) { return one.names().contains(option); });
}

} // namespace plimsoll::cli
