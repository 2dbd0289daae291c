// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QCommandLineParser>
#include <QList>
#include <QString>

#include <string>
#include <vector>

namespace plimsoll::cli {

/// An option as help shows it.
struct OptionFacts {
    std::vector<std::string> names;   ///< without dashes: "h", "help"
    std::string value;                ///< "FILE"; empty: it takes none
    std::string about;                ///< a sentence or several lines, English
    std::vector<std::string> choices; ///< what may stand there, where that is a list; empty else
    bool hidden = false;              ///< understood, not shown
};

/// What a command takes.
struct CommandOptions {
    std::vector<OptionFacts> options; ///< in the order of its help
    std::string operand;              ///< "FILE"; empty: it takes none
    std::string operand_about;
};

/// Qt's parser, and what was put into it: Qt's own has no list of its options.
class OptionParser : public QCommandLineParser {
public:
    bool addOption(const QCommandLineOption &option);
    void addPositionalArgument(const QString &name, const QString &description, const QString &syntax = {});

    [[nodiscard]] CommandOptions taken() const;
    [[nodiscard]] bool has(const QString &option) const;

private:
    QList<QCommandLineOption> m_options;
    QString m_operand, m_operand_about;
};

} // namespace plimsoll::cli
