// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/controls/segmented.h"
#include "ui/document/scenarios.h"
#include "ui/document/session_file.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace plimsoll {

/// A LLaMA of two small layers as its config.json.
inline const QByteArray tiny_config = R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 256,
    "intermediate_size": 512, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 1000,
    "max_position_embeddings": 2048, "rms_norm_eps": 1e-5, "tie_word_embeddings": false})";

/// A window that was opened beside this one; null without.
inline MainWindow *window_beside(const MainWindow &window)
{
    for (MainWindow *other : MainWindow::all_open())
        if (other != &window) return other;
    return nullptr;
}

/// A window with settings of its own, driven through its widgets as a person would.
class WindowDriver {
public:
    explicit WindowDriver(const Session &session = first_session(),
                          std::shared_ptr<Planner> planner = std::make_shared<Planner>(document_parts()))
        : m_settings(m_folder.filePath(QStringLiteral("window.ini"))), m_theme(qApp, ThemeChoice::light)
    {
        m_parts.settings = &m_settings;
        m_parts.theme = &m_theme;
        m_parts.planner = std::move(planner);
        m_window = std::make_unique<MainWindow>(m_parts, session);
        show();
    }

    MainWindow &operator*() { return *m_window; }
    MainWindow *operator->() { return m_window.get(); }
    [[nodiscard]] QString file(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] Settings &settings() { return m_settings; }
    [[nodiscard]] Theme &theme() { return m_theme; }
    [[nodiscard]] const WindowParts &parts() const { return m_parts; }
    [[nodiscard]] const Session &session() { return m_window->document().session(); }
    [[nodiscard]] const Plan &plan() { return session().current().plan; }

    /// Another window in its place, as after the end of the program.
    void replace(std::unique_ptr<MainWindow> window)
    {
        m_window = std::move(window);
        show();
    }

    /// A control of the plan pane by its kind and accessible name; null when it is not in sight.
    template <class Widget>
    [[nodiscard]] Widget *control(const QString &name)
    {
        for (Widget *one : m_window->panes().plan().findChildren<Widget *>())
            if (one->accessibleName() == name && one->isVisibleTo(m_window.get())) return one;
        return nullptr;
    }

    /// Types a value into a spin box and leaves it with Enter.
    bool type(const QString &name, const QString &text)
    {
        auto *box = control<QAbstractSpinBox>(name);
        if (!box) return false;
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, text);
        QTest::keyClick(box, Qt::Key_Return);
        return true;
    }

    /// Chooses the entry of a combo box with the keyboard.
    bool pick(const QString &name, const QString &title)
    {
        auto *box = control<QComboBox>(name);
        const int index = box ? box->findText(title) : -1;
        if (index < 0) return false;
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Home);
        for (int i = 0; i < index; ++i) QTest::keyClick(box, Qt::Key_Down);
        return box->currentText() == title;
    }

    bool press_segment(const QString &group, const QString &text)
    {
        auto *segments = control<Segmented>(group);
        if (!segments) return false;
        for (auto *button : segments->findChildren<SegmentButton *>())
            if (button->text() == text) return QTest::mouseClick(button, Qt::LeftButton), true;
        return false;
    }

private:
    void show()
    {
        m_window->show();
        m_window->activateWindow();
        static_cast<void>(QTest::qWaitForWindowExposed(m_window.get()));
    }

    QTemporaryDir m_folder;
    Settings m_settings;
    Theme m_theme;
    WindowParts m_parts;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace plimsoll
