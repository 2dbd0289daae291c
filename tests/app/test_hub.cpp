// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/hub/hub_fetch.h"
#include "core/load/load.h"
#include "core/model/reference.h"
#include "tests/test_program.h"

#include <QEventLoop>
#include <QProcess>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

const QByteArray config = R"({"model_type": "llama", "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
 "num_attention_heads": 4, "vocab_size": 100})";
const QByteArray commit = "0123456789abcdef0123456789abcdef01234567";

QByteArray answer(const QByteArray &status, const QByteArray &headers, const QByteArray &body = {})
{
    return "HTTP/1.1 " + status + "\r\n" + headers + "Content-Length: " + QByteArray::number(body.size()) +
           "\r\nConnection: close\r\n\r\n" + body;
}

/// Answers each request by what it asks for, and keeps the requests.
class Hub : public QTcpServer {
public:
    using Answer = std::function<QByteArray(const QByteArray &path, int times)>;
    explicit Hub(Answer answers) : m_answers(std::move(answers))
    {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this] {
            QTcpSocket *const socket = nextPendingConnection();
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] {
                const QByteArray request = socket->readAll();
                requests.append(request);
                const QByteArray path = request.split(' ').value(1);
                const QByteArray text = m_answers(path, static_cast<int>(requests.size()));
                if (text.isEmpty()) return; // never answers
                socket->write(text);
                socket->disconnectFromHost();
            });
        });
    }
    [[nodiscard]] QUrl url() const { return QUrl(QStringLiteral("http://127.0.0.1:%1").arg(serverPort())); }
    QList<QByteArray> requests;

private:
    Answer m_answers;
};

HubOptions options_for(const Hub &hub, const QByteArray &token = {})
{
    HubOptions out;
    out.endpoint = hub.url();
    out.token = token;
    out.first_wait_ms = 5;
    out.longest_wait_ms = 20;
    out.timeout_ms = 300;
    return out;
}

Result<HubConfig> fetched(const HubOptions &options, const std::string &id = "org/name", int cancel_after_ms = -1)
{
    HubFetch fetch(id, options);
    QEventLoop loop;
    Result<HubConfig> out = Error{};
    fetch.start([&](Result<HubConfig> result) {
        out = std::move(result);
        loop.quit();
    });
    if (cancel_after_ms >= 0) QTimer::singleShot(cancel_after_ms, &fetch, &HubFetch::cancel);
    loop.exec();
    return out;
}

} // namespace

/// The Hub as a server on this machine that behaves as the real one does.
class TestHub : public QObject {
    Q_OBJECT
private slots:
    void a_configuration_is_fetched_and_kept()
    {
        const QTemporaryDir cache;
        qputenv("HF_HUB_CACHE", cache.path().toUtf8());
        Hub hub([](const QByteArray &path, int) {
            return path == "/org/name/resolve/main/config.json" ? answer("200 OK", "X-Repo-Commit: " + commit + "\r\n", config)
                                                                : answer("404 Not Found", {});
        });
        QVERIFY(!load_model(reference_from_text("org/name")).ok());
        const auto folder = fetch_to_cache("org/name", options_for(hub));
        QVERIFY2(folder.ok(), folder ? "" : folder.error().message().c_str());
        QVERIFY(QFile::exists(cache.path() + "/models--org--name/snapshots/" + commit + "/config.json"));
        const auto model = load_model(reference_from_text("org/name"));
        QVERIFY(model.ok());
        QCOMPARE((*model)->total_parameters(), 95'040);
        QCOMPARE((*model)->name, std::string("org/name"));
    }

    void the_token_goes_to_the_hub_only()
    {
        Hub storage([](const QByteArray &, int) { return answer("200 OK", {}, config); });
        const QByteArray target = storage.url().toEncoded() + "/blob";
        Hub hub([&](const QByteArray &, int) {
            return answer("302 Found", "X-Repo-Commit: " + commit + "\r\nLocation: " + target + "\r\n");
        });
        const auto got = fetched(options_for(hub, "hf_secret"));
        QVERIFY2(got.ok(), got ? "" : got.error().message().c_str());
        QCOMPARE(got->text, config);
        QCOMPARE(got->commit, commit.toStdString());
        QVERIFY(hub.requests.first().contains("Authorization: Bearer hf_secret"));
        QVERIFY(!storage.requests.first().contains("hf_secret"));
    }

    void refusals_say_what_to_do_data()
    {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("token");
        QTest::addColumn<QString>("said");
        QTest::newRow("gated, no token") << QByteArray("401 Unauthorized") << QByteArray("GatedRepo") << QByteArray()
                                         << "org/name is gated or private: accept its terms at";
        QTest::newRow("gated, not accepted") << QByteArray("403 Forbidden") << QByteArray("GatedRepo") << QByteArray("t")
                                             << "org/name is gated and this HF_TOKEN may not read it";
        QTest::newRow("bad token") << QByteArray("401 Unauthorized") << QByteArray() << QByteArray("t") << "refuses HF_TOKEN";
        QTest::newRow("no model") << QByteArray("401 Unauthorized") << QByteArray("RepoNotFound") << QByteArray()
                                  << "has no model org/name that may be read; for a private one set HF_TOKEN";
        QTest::newRow("not found") << QByteArray("404 Not Found") << QByteArray() << QByteArray() << "has no model org/name";
        QTest::newRow("no file") << QByteArray("404 Not Found") << QByteArray("EntryNotFound") << QByteArray()
                                 << "org/name has no config.json";
        QTest::newRow("no revision") << QByteArray("404 Not Found") << QByteArray("RevisionNotFound") << QByteArray()
                                     << "org/name has no revision main";
        QTest::newRow("odd") << QByteArray("418 Teapot") << QByteArray() << QByteArray() << "with status 418";
    }
    void refusals_say_what_to_do()
    {
        QFETCH(QByteArray, status);
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, token);
        QFETCH(QString, said);
        Hub hub([&](const QByteArray &, int) {
            return answer(status, code.isEmpty() ? QByteArray() : "X-Error-Code: " + code + "\r\n");
        });
        const auto got = fetched(options_for(hub, token));
        QVERIFY(!got.ok());
        QVERIFY2(QString::fromStdString(got.error().text).contains(said), got.error().text.c_str());
        QCOMPARE(hub.requests.size(), 1); // asked once: another answer will not come
    }

    void a_busy_server_is_asked_again_data()
    {
        QTest::addColumn<QByteArray>("first");
        QTest::newRow("429") << answer("429 Too Many Requests", "Retry-After: 0\r\n");
        QTest::newRow("503") << answer("503 Service Unavailable", {});
        QTest::newRow("cut off") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{\"model_type\"");
    }
    void a_busy_server_is_asked_again()
    {
        QFETCH(QByteArray, first);
        Hub hub([&](const QByteArray &, int times) { return times < 3 ? first : answer("200 OK", {}, config); });
        const auto got = fetched(options_for(hub));
        QVERIFY2(got.ok(), got ? "" : got.error().message().c_str());
        QCOMPARE(hub.requests.size(), 3);
    }
    void attempts_end()
    {
        Hub hub([](const QByteArray &, int) { return answer("500 Internal Server Error", {}); });
        const auto got = fetched(options_for(hub));
        QCOMPARE(hub.requests.size(), 4);
        QCOMPARE(got.error().text, std::string("127.0.0.1 fails with status 500 (after 4 attempts)"));
    }
    void silence_ends_too()
    {
        Hub hub([](const QByteArray &, int) { return QByteArray(); });
        HubOptions options = options_for(hub);
        options.attempts = 2;
        const auto got = fetched(options);
        QVERIFY(!got.ok());
        QVERIFY2(QString::fromStdString(got.error().text).contains("no answer within 300 ms (after 2 attempts)"),
                 got.error().text.c_str());
    }
    void a_fetch_can_be_cancelled()
    {
        Hub hub([](const QByteArray &, int) { return QByteArray(); });
        HubOptions options = options_for(hub);
        options.timeout_ms = 60'000;
        const auto got = fetched(options, "org/name", 50);
        QCOMPARE(got.error().text, std::string("fetching org/name was cancelled"));
    }
    void circles_and_other_schemes_are_not_followed()
    {
        Hub circle([](const QByteArray &, int) { return answer("302 Found", "Location: /again\r\n"); });
        QCOMPARE(fetched(options_for(circle)).error().text, std::string("the server redirects in a circle"));
        Hub file([](const QByteArray &, int) { return answer("302 Found", "Location: file:///etc/passwd\r\n"); });
        QVERIFY(fetched(options_for(file)).error().text.find("not followed") != std::string::npos);
    }
    void what_is_no_id_asks_nobody()
    {
        Hub hub([](const QByteArray &, int) { return answer("200 OK", {}, config); });
        QCOMPARE(fetched(options_for(hub), "../etc").error().read, std::string("../etc"));
        QCOMPARE(hub.requests.size(), 0);
    }

private:
    static int run(const Hub &hub, const QTemporaryDir &cache, const QStringList &arguments)
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("HF_HUB_CACHE"), cache.path());
        environment.insert(QStringLiteral("HF_ENDPOINT"), hub.url().toString());
        process.setProcessEnvironment(environment);
        process.start(plimsoll::tests::built_program(u"plimsoll"), arguments);
        while (!process.waitForFinished(10)) QCoreApplication::processEvents();
        return process.exitCode();
    }

private slots:
    void the_command_line_fetches_only_when_asked()
    {
        const QTemporaryDir cache;
        Hub hub([](const QByteArray &, int) { return answer("200 OK", "X-Repo-Commit: " + commit + "\r\n", config); });
        QCOMPARE(run(hub, cache, {QStringLiteral("inspect"), QStringLiteral("org/name")}), 2);
        QCOMPARE(hub.requests.size(), 0);
        QCOMPARE(run(hub, cache, {QStringLiteral("inspect"), QStringLiteral("org/name"), QStringLiteral("--online")}), 0);
        QCOMPARE(hub.requests.size(), 1);
        QCOMPARE(run(hub, cache, {QStringLiteral("inspect"), QStringLiteral("org/name")}), 0); // from the cache now
        QCOMPARE(hub.requests.size(), 1);
    }

    void requests_that_name_one_model_fetch_it_once()
    {
        const QTemporaryDir cache;
        Hub hub([](const QByteArray &, int) { return answer("200 OK", "X-Repo-Commit: " + commit + "\r\n", config); });
        QFile plans(cache.filePath(QStringLiteral("plans.jsonl")));
        QVERIFY(plans.open(QIODevice::WriteOnly));
        for (const char *rank : {"4", "8", "16"})
            plans.write(QByteArray("{\"model\": {\"hub\": \"org/name\"}, \"adapter\": {\"rank\": ") + rank + "}}\n");
        plans.close();
        const QStringList arguments{QStringLiteral("estimate"), QStringLiteral("--requests"), plans.fileName()};
        QCOMPARE(run(hub, cache, arguments), 2);
        QCOMPARE(hub.requests.size(), 0);
        QCOMPARE(run(hub, cache, arguments + QStringList{QStringLiteral("--online")}), 0);
        QCOMPARE(hub.requests.size(), 1);
    }
};

PLIMSOLL_TEST(TestHub)
} // namespace PLIMSOLL_FILE
#include "test_hub.moc"
