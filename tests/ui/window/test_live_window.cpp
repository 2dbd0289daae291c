// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/hanging_driver.h"
#include "tests/ui/sample.h"
#include "tests/ui/window/window_driver.h"
#include "ui/panels/live/gpu_corner.h"
#include "ui/panels/settings_dialog.h"
#include "ui/window/status_line.h"

#include <QDialogButtonBox>
#include <QElapsedTimer>
#include <QSpinBox>

#include <atomic>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

/// A card that is as full as it is told to be.
struct FullCard final : LiveSource {
    explicit FullCard(std::shared_ptr<std::atomic<int>> now) : percent(std::move(now)) {}
    LiveSnapshot read() override
    {
        static std::atomic<std::int64_t> time{1'795'276'800'000};
        LiveGpu gpu;
        gpu.name = Reading<std::string>::of("NVIDIA GeForce RTX 4090");
        gpu.total = Reading<Bytes>::of(100 * gib);
        gpu.used = Reading<Bytes>::of(*percent * gib);
        gpu.free = Reading<Bytes>::of((100 - *percent) * gib);
        gpu.processes = {{4242, gpu.used, Reading<std::string>::of("python3")}};
        return {time += 1000, "1", {gpu}, {}};
    }
    std::shared_ptr<std::atomic<int>> percent;
};

} // namespace

/// Readings of a machine in the whole window: warnings, and drivers that hang.
class TestLiveWindow : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(m_folder->filePath(u"window.ini"_s));
        m_theme = std::make_unique<Theme>(qApp, ThemeChoice::light);
        m_said.clear();
    }

    void a_full_card_is_told_once_in_line_and_on_the_desktop()
    {
        const auto percent = std::make_shared<std::atomic<int>>(50);
        MainWindow window(parts([percent] { return std::make_unique<FullCard>(percent); }), first_session());
        LiveWarning &warning = shown(window);
        QTRY_VERIFY(window.views().live().model().rowCount() == 1);
        QVERIFY(!warning.isVisible() && m_said.isEmpty());
        *percent = 91;
        QTRY_VERIFY(warning.isVisible());
        QCOMPARE(warning.text(), u"GPU 0: 91 % of the card is in use."_s);
        QCOMPARE(m_said, QStringList{u"GPU 0 is nearly full: 91 % of the card is in use."_s});
        *percent = 95;
        QTRY_COMPARE(warning.text(), u"GPU 0: 95 % of the card is in use."_s);
        QCOMPARE(m_said.size(), 1);
        *percent = 40;
        QTRY_VERIFY(!warning.isVisible());
        *percent = 91;
        QTRY_COMPARE(m_said.size(), 2);
        window.views().setCurrentIndex(0);
        QTest::mouseClick(&warning, Qt::LeftButton);
        QCOMPARE(window.views().currentWidget(), &window.views().live());
    }
    void the_limit_is_a_setting_that_holds_at_once()
    {
        const auto percent = std::make_shared<std::atomic<int>>(70);
        MainWindow window(parts([percent] { return std::make_unique<FullCard>(percent); }), first_session());
        LiveWarning &warning = shown(window);
        QTRY_VERIFY(window.views().live().model().rowCount() == 1);
        QVERIFY(!warning.isVisible());
        window.actions()["edit.settings"]->trigger();
        auto *dialog = window.findChild<SettingsDialog *>();
        auto *limit = dialog->findChild<QSpinBox *>();
        QCOMPARE(limit->value(), 85);
        limit->setValue(60);
        QVERIFY(warning.isVisible());
        QVERIFY(window.views().live().message().contains(u"70 % of the card"_s));
        QTRY_COMPARE(m_said.size(), 1);
        dialog->reject();
        QVERIFY(!warning.isVisible());
        QCOMPARE(m_settings->warn_percent(), 85);
        window.actions()["edit.settings"]->trigger();
        for (auto *one : window.findChildren<SettingsDialog *>())
            if (one->isVisible()) {
                one->findChild<QSpinBox *>()->setValue(60);
                one->findChildren<QCheckBox *>().last()->setChecked(false);
                one->accept();
            }
        QCOMPARE(m_settings->warn_percent(), 60);
        QVERIFY(!m_settings->notify());
    }
    void whoever_wants_no_messages_gets_none()
    {
        Preferences quiet = m_settings->preferences();
        quiet.notify = false;
        m_settings->set_preferences(quiet);
        const auto percent = std::make_shared<std::atomic<int>>(95);
        MainWindow window(parts([percent] { return std::make_unique<FullCard>(percent); }), first_session());
        QTRY_VERIFY(shown(window).isVisible());
        QVERIFY(m_said.isEmpty());
    }
    void a_desktop_without_a_tray_is_said()
    {
        m_tray = false;
        const auto percent = std::make_shared<std::atomic<int>>(95);
        MainWindow window(parts([percent] { return std::make_unique<FullCard>(percent); }), first_session());
        LiveWarning &warning = shown(window);
        QTRY_VERIFY(warning.isVisible());
        QVERIFY(warning.toolTip().contains(u"This desktop has no tray for messages."_s));
        QVERIFY(m_said.isEmpty());
        m_tray = true;
    }
    void a_setting_out_of_range_is_the_usual_one()
    {
        QSettings file(m_folder->filePath(u"window.ini"_s), QSettings::IniFormat);
        for (const QVariant &bad : {QVariant(0), QVariant(101), QVariant(u"much"_s)}) {
            file.setValue(u"live/warn_percent"_s, bad);
            file.sync();
            QCOMPARE(Settings(m_folder->filePath(u"window.ini"_s)).warn_percent(), 85);
        }
    }
    void actions_lead_to_the_process_and_the_question()
    {
        const auto percent = std::make_shared<std::atomic<int>>(50);
        MainWindow window(parts([percent] { return std::make_unique<FullCard>(percent); }), first_session());
        shown(window);
        LivePanel &panel = window.views().live();
        QTRY_VERIFY(panel.model().rowCount() == 1);
        window.actions()["tools.room"]->trigger();
        QVERIFY(panel.room().field().hasFocus());
        panel.processes().view().setCurrentIndex(panel.processes().model().index(0, 0));
        window.actions()["tools.follow"]->trigger();
        QCOMPARE(panel.attached(), std::optional<quint32>(4242));
        window.actions()["tools.follow"]->trigger();
        QVERIFY(!panel.attached());
    }
    /// Nothing waits for it: neither a frame, nor another source, nor the window's end.
    void a_driver_that_hangs_blocks_nothing()
    {
        const auto asked = std::make_shared<QSemaphore>(), answers = std::make_shared<QSemaphore>();
        auto window = std::make_unique<MainWindow>(parts([=] { return std::make_unique<sample::Hanging>(asked, answers); }),
                                                   first_session());
        shown(*window);
        QTRY_VERIFY(asked->available() > 0);
        QElapsedTimer turn;
        for (int i = 0; i < 20; ++i) {
            turn.start();
            QCoreApplication::processEvents();
            QVERIFY2(turn.elapsed() < 500, qPrintable(QString::number(turn.elapsed())));
        }
        turn.start();
        window.reset();
        QVERIFY2(turn.elapsed() < LiveMonitor::patience_ms + 1000, qPrintable(QString::number(turn.elapsed())));
        answers->release(1000); // the thread ends by itself
        QTest::qWait(50);
    }
    /// The library itself, hanging in one call after the other.
    void a_hanging_library_blocks_no_window_data() { sample::add_hanging_functions(); }
    void a_hanging_library_blocks_no_window()
    {
        QFETCH(QByteArray, function);
        sample::HangingLibrary library(m_folder->path(), function);
        QVERIFY(library.held());
        auto window = std::make_unique<MainWindow>(parts([library] { return library.source(); }), first_session());
        shown(*window);
        QTRY_VERIFY(library.begun() > 0);
        QTest::qWait(100);
        QCOMPARE(library.over(), 0);
        QElapsedTimer end;
        end.start();
        window.reset();
        QVERIFY2(end.elapsed() < LiveMonitor::patience_ms + 1000, qPrintable(QString::number(end.elapsed())));
        QVERIFY(library.let_go());
        QTRY_COMPARE(library.over(), library.begun());
        QTest::qWait(20);
    }

private:
    WindowParts parts(LiveMonitor::MakeSource source)
    {
        WindowParts out;
        out.settings = m_settings.get();
        out.theme = m_theme.get();
        out.planner = sample::planner();
        out.live_source = std::move(source);
        out.notices = {[this] { return m_tray; },
                       [this](const QString &title, const QString &text) { m_said << title + u": "_s + text; }};
        return m_parts = out;
    }
    static LiveWarning &shown(MainWindow &window)
    {
        window.show();
        window.activateWindow();
        static_cast<void>(QTest::qWaitForWindowExposed(&window));
        window.actions()["tools.live"]->trigger();
        return *window.findChild<LiveWarning *>();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<Theme> m_theme;
    WindowParts m_parts;
    QStringList m_said;
    bool m_tray = true;
};

PLIMSOLL_TEST(TestLiveWindow)
} // namespace PLIMSOLL_FILE
#include "test_live_window.moc"
