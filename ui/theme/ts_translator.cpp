// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/ts_translator.h"

#include <QFile>
#include <QXmlStreamReader>

#include <algorithm>
#include <optional>
#include <utility>

namespace plimsoll {

namespace {

QByteArray key_of(const char *context, const char *source)
{
    return QByteArray(context ? context : "") + '\0' + QByteArray(source ? source : "");
}

bool is_unfinished(const QXmlStreamReader &xml)
{
    return xml.attributes().value(QLatin1String("type")) == QLatin1String("unfinished");
}

/// The forms of a <translation>; nothing where it is not finished.
std::optional<QStringList> forms_of(QXmlStreamReader &xml)
{
    if (is_unfinished(xml)) return std::nullopt;
    QStringList forms;
    QString text;
    while (!xml.atEnd()) {
        const auto token = xml.readNext();
        if (token == QXmlStreamReader::EndElement) break;
        if (token == QXmlStreamReader::Characters) text += xml.text();
        if (token == QXmlStreamReader::StartElement) forms << xml.readElementText();
    }
    return forms.isEmpty() ? QStringList{text} : forms;
}

/// Qt Linguist's rules of numbers (qttools, numerus.cpp), as far as languages here need them.
bool has_one_form(const QString &language)
{
    const QString name = language.section(QLatin1Char('_'), 0, 0);
    return name == QLatin1String("zh") || name == QLatin1String("ja") || name == QLatin1String("ko");
}

} // namespace

bool TsTranslator::read(const QString &file)
{
    m_words.clear();
    QFile device(file);
    if (!device.open(QIODevice::ReadOnly)) return false;
    QHash<QByteArray, QStringList> words;
    QXmlStreamReader xml(&device);
    QByteArray context, source;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == QLatin1String("TS"))
            m_one_form = has_one_form(xml.attributes().value(QLatin1String("language")).toString());
        if (xml.name() == QLatin1String("name")) context = xml.readElementText().toUtf8();
        if (xml.name() == QLatin1String("source")) source = xml.readElementText().toUtf8();
        if (xml.name() != QLatin1String("translation")) continue;
        std::optional<QStringList> forms = forms_of(xml);
        if (!forms) return false;
        words.insert(key_of(context.constData(), source.constData()), *std::move(forms));
    }
    if (xml.hasError() || words.isEmpty()) return false;
    m_words = std::move(words);
    return true;
}

QString TsTranslator::translate(const char *context, const char *source, const char * /*disambiguation*/, int n) const
{
    const auto found = m_words.constFind(key_of(context, source));
    if (found == m_words.cend()) return {};
    const qsizetype form = n < 0 || n == 1 || m_one_form ? 0 : 1;
    return found->value(std::min(form, found->size() - 1));
}

} // namespace plimsoll
