// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/runs/run_export.h"
#include "core/exchange/exchange.h"
#include "ui/panels/exchange/text_dialog.h"

#include <QComboBox>
#include <QTableWidget>

#include <functional>
#include <string>
#include <vector>

namespace plimsoll {

/// A tool that the plan may be written for.
struct OfferedExport {
    ExportOffer as;
    QString why_not = {}; ///< it cannot be written for this plan; empty: it can
    bool operator==(const OfferedExport &) const = default;

    [[nodiscard]] QString title() const; ///< in the reader's language
    [[nodiscard]] QString group() const; ///< likewise
};

/// A plan in another tool's words: the text, what the tool cannot say, and ways to take it along.
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    using Make = std::function<Result<Exported>(const std::string &name)>;
    /// `file`: the name that is suggested, without its ending.
    ExportDialog(std::vector<OfferedExport> offers, Make make, QString file, WriteOut save, QWidget *parent);

    void choose(const std::string &name);
    [[nodiscard]] QComboBox &tools() { return *m_tools; }
    [[nodiscard]] const QPlainTextEdit &shown() const { return m_text; }
    [[nodiscard]] const QTableWidget &unsaid() const { return *m_unsaid; }
    [[nodiscard]] QString about_unsaid() const { return m_about->text(); }
    [[nodiscard]] QPushButton &copy_button() { return m_pass_on->copy_button(); }
    [[nodiscard]] QPushButton &save_button() { return m_pass_on->save_button(); }

private:
    void fill_tools();
    void build_unsaid(QLayout &column);
    void show_chosen();
    void show_exported(const OfferedExport &offer, const Exported &exported);
    void show_unsaid(const std::vector<NotSaid> &not_said);
    [[nodiscard]] const OfferedExport *chosen() const;

    std::vector<OfferedExport> m_offers;
    Make m_make;
    QString m_file;
    QByteArray m_bytes; ///< what Save writes
    QComboBox *m_tools = nullptr;
    QPlainTextEdit m_text;
    QLabel *m_about = nullptr;
    QTableWidget *m_unsaid = nullptr;
    PassOnRow *m_pass_on = nullptr;
};

} // namespace plimsoll
